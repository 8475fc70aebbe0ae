/** The process of one standalone execution: forked, told what to run, listened to until it ends. */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { DebugEvent, ServerMessage } from '@pone/contract/link/messages.ts'
import { type DebugCommand, debugEntry } from '@pone/engine/debug/protocol.ts'
import { engineFlags } from '@pone/engine/process-flags.ts'
import { childEnvironment } from '../child-environment.ts'

const program = fileURLToPath(debugEntry)

export interface DebugProcess {
  stop(): void
  kill(): void
}

export function startDebugProcess(options: {
  command: Extract<ServerMessage, { kind: 'startDebug' }>
  /** By file id. */
  filePaths: Record<string, string>
  onEvent: (event: DebugEvent) => void
  /** Told how the process ended, in words; after all events. */
  onExit: (how: string) => void
}): DebugProcess {
  const { name, document, users, loops, ...command } = options.command
  const { rampUpSeconds, durationSeconds, startDelaySeconds } = command
  const child = fork(program, {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: childEnvironment(process.env),
    execArgv: [...process.execArgv, ...engineFlags],
  })
  let how = 'the process ended'
  child.once('exit', (code, signal) => {
    how = signal === null ? `exit code ${code}` : `signal ${signal}`
  })
  // Comes when the channel is drained as well, so that no event is behind it.
  child.once('close', () => options.onExit(how))
  child.once('error', cause => {
    if (child.pid === undefined) options.onExit(cause.message)
  })
  child.on('message', (event: DebugEvent) => options.onEvent(event))
  const tell = (command: DebugCommand) => {
    if (child.connected) child.send(command, () => undefined)
  }
  const load = { users, loops, rampUpSeconds, durationSeconds, startDelaySeconds }
  tell({ kind: 'start', name, document, ...load, filePaths: options.filePaths })
  return {
    stop: () => tell({ kind: 'stop' }),
    kill: () => child.kill('SIGKILL'),
  }
}
