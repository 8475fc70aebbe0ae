/** The process of a standalone execution: forked by the agent, runs one component, reports every event, and ends. */

import type { DebugEvent } from '@pone/contract/link/debug.ts'
import { errorText } from '@pone/schema/error-text.ts'
import { enclose } from '../enclosure.ts'
import { type DebugRun, startDebug } from './debug-run.ts'
import { debugCommandSchema } from './protocol.ts'

let run: DebugRun | null = null

function emit(event: DebugEvent): void {
  if (!process.connected || process.send === undefined) return
  process.send(event, undefined, {}, () => {
    if (event.kind === 'ended') process.exit(0)
  })
}

function fail(error: unknown): void {
  emit({ kind: 'ended', cause: 'failed', detail: errorText(error) })
}

process.on('message', message => {
  const command = debugCommandSchema.safeParse(message)
  if (!command.success) return fail(command.error)
  if (command.data.kind === 'start') run ??= startDebug({ ...command.data, emit, onOpen: enclose })
  else if (run === null) emit({ kind: 'ended', cause: 'stopped', detail: '' })
  else run.stop()
})
// The process that shows the results has ended.
process.on('disconnect', () => process.exit(0))
// Ctrl-C in a terminal reaches every process of the group; the agent ends this one in order.
process.on('SIGINT', () => undefined)
process.on('uncaughtException', fail)
process.on('unhandledRejection', fail)
