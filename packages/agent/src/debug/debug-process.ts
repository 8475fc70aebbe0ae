/** The process of one standalone execution: forked, sent its component, its events read until it ends. */
import { fileURLToPath } from 'node:url'
import { type DebugEvent, debugEventSchema } from '@pone/contract/link/debug.ts'
import { type ServerMessage } from '@pone/contract/link/messages.ts'
import { type DebugCommand, debugEntry } from '@pone/engine/debug/protocol.ts'
import type { Tables } from '@pone/engine/parameters/table.ts'
import { forkEnclosed } from '../processes/enclosed-fork.ts'

const program = fileURLToPath(debugEntry)

export interface DebugProcess {
  stop(): void
  kill(): void
}

export function startDebugProcess(options: {
  command: Extract<ServerMessage, { kind: 'startDebug' }>
  /** By file id. */
  filePaths: Record<string, string>
  /** Rows of parameters that were read from databases; none when left out. */
  tables?: Tables
  onEvent: (event: DebugEvent) => void
  /** Called after all events with how the process ended, e.g. "exit code 1". */
  onExit: (how: string) => void
}): DebugProcess {
  const { name, document, users, loops, ...command } = options.command
  const { rampUpSeconds, durationSeconds, startDelaySeconds } = command
  const child = forkEnclosed({ program, output: 'ignore' })
  let how = 'the process ended'
  child.once('exit', (code, signal) => {
    how = signal === null ? `exit code ${code}` : `signal ${signal}`
  })
  // Emitted when the channel is drained as well, so that no event follows it.
  child.once('close', () => options.onExit(how))
  child.once('error', cause => {
    if (child.pid === undefined) options.onExit(cause.message)
  })
  child.on('message', message => {
    // The process runs users' code: messages that are not events are dropped.
    const event = debugEventSchema.safeParse(message)
    if (event.success) options.onEvent(event.data)
  })
  const send = (command: DebugCommand) => {
    if (child.connected) child.send(command, () => undefined)
  }
  const load = { users, loops, rampUpSeconds, durationSeconds, startDelaySeconds }
  send({ kind: 'start', name, document, ...load, filePaths: options.filePaths, tables: options.tables ?? {} })
  return {
    stop: () => send({ kind: 'stop' }),
    kill: () => child.kill('SIGKILL'),
  }
}
