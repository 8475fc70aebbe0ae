/** Family `machine`: reports the state of the machine and of all families every few seconds. */
import { errorText } from '@pone/schema/error-text.ts'
import type { AgentFamily, FamilyContext } from '../family.ts'
import { createStatusReader } from './status.ts'

/** Used until the server sets another interval. */
const statusEveryMs = 2_000

export function createMachineFamily({ settings, link, all, log }: FamilyContext): AgentFamily<'machine'> {
  const readStatus = createStatusReader(settings.dataFolder)
  let timer: NodeJS.Timeout | undefined

  const report = async () => {
    if (!link.isOpen) return
    const { roundTripMs } = link.clock
    const now = Date.now()
    const clockOffsetMs = Math.round(now - link.clock.toServer(now))
    const line = roundTripMs === null ? {} : { roundTripMs, clockOffsetMs }
    link.send({ kind: 'status', status: { ...(await readStatus()), ...line, ...(await all.status()) } })
  }
  const reportEvery = (everyMs: number) => {
    clearInterval(timer)
    timer = setInterval(() => {
      void report().catch((cause: unknown) => log(`the machine's state cannot be read: ${errorText(cause)}`))
    }, everyMs)
  }

  return {
    handlers: { agentSettings: command => reportEvery(command.statusEveryMs) },
    start: () => reportEvery(statusEveryMs),
    end: () => clearInterval(timer),
  }
}
