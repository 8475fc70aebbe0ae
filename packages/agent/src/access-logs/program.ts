/** The process that counts one access log: forked by the agent with the log as its input, it gives up all rights before it reads a byte. */
import { fstatSync, read } from 'node:fs'
import { promisify } from 'node:util'
import type { LogCount } from '@pone/contract/entities/log-count.ts'
import { toldCause } from '@pone/contract/told-cause.ts'
import { enclose } from '@pone/engine/enclosure.ts'
import { errorText } from '@pone/schema/error-text.ts'
import { countLog, type OpenLog } from './count-log.ts'
import { type CountCommand, countCommandSchema } from './messages.ts'

const input = 0
const progressEveryMs = 250
const readInput = promisify(read)

const openInput = (): OpenLog => ({
  sizeBytes: fstatSync(input).size,
  read: async (from, length) => {
    const { buffer, bytesRead } = await readInput(input, Buffer.alloc(length), 0, length, from)
    return buffer.subarray(0, bytesRead)
  },
})

function tell(count: LogCount): void {
  if (!process.connected || process.send === undefined) return
  process.send(count, undefined, {}, () => {
    if (count.state !== 'counting') process.exit(0)
  })
}

const fail = (cause: unknown): void =>
  tell({ state: 'failed', cause: toldCause('logUnreadable', {}, errorText(cause).slice(0, 1_000)) })

async function count(command: CountCommand): Promise<void> {
  let toldAt = 0
  const counted = await countLog(openInput(), {
    ...command,
    onProgress: (readBytes, sizeBytes) => {
      const now = performance.now()
      if (now - toldAt < progressEveryMs) return
      toldAt = now
      tell({ state: 'counting', readBytes, sizeBytes })
    },
  })
  tell({ state: 'counted', ...counted })
}

process.once('message', message => {
  enclose()
  const command = countCommandSchema.safeParse(message)
  if (!command.success) return fail(command.error)
  count(command.data).catch(fail)
})
process.on('disconnect', () => process.exit(0))
process.on('SIGINT', () => undefined)
process.on('uncaughtException', fail)
process.on('unhandledRejection', fail)
