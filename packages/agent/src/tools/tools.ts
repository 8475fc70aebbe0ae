/** Everything that the server may have done on this machine besides load: operations on tools, and questions about files and processes. */
import { join } from 'node:path'
import type { AgentMessage, ServerMessage } from '@pone/contract/link/messages.ts'
import type { Calibration } from '../calibration/calibration.ts'
import type { Log } from '../log.ts'
import { createMachineFiles } from '../queries/machine-files.ts'
import { answerQuery } from '../queries/machine-queries.ts'
import type { PackageSource } from '../upgrade/fetch-package.ts'
import { createToolRegistry } from './tool-registry.ts'
import { createToolStore } from './tool-store.ts'

export type ToolCommand = Extract<
  ServerMessage,
  { kind: 'toolOperation' | 'cancelToolOperation' | 'forgetToolOperation' | 'machineQuery' }
>

export interface Tools {
  handle(command: ToolCommand): Promise<void>
  /** After a reconnect. */
  announce(): void
  /** Whether an operation is under way. */
  isBusy(): boolean
  close(): void
}

export function createTools(options: {
  dataFolder: string
  /** Of the agent; null: where install.sh lets it write when there is no journal to do it. */
  logFile: string | null
  source: PackageSource
  version: string
  calibration: Calibration
  send: (message: AgentMessage) => boolean
  log: Log
}): Tools {
  const { dataFolder, source, send, log } = options
  const store = createToolStore(dataFolder)
  const registry = createToolRegistry({
    context: { dataFolder, store, source, version: options.version, now: Date.now },
    send,
    log,
  })
  const ownLog = options.logFile ?? join(dataFolder, '..', 'agent.log')
  const ownLogs = [ownLog, `${ownLog}.1`]
  const files = createMachineFiles({ store, ownLogs, version: options.version })
  return {
    handle: async command => {
      switch (command.kind) {
        case 'toolOperation':
          return registry.take(command.task)
        case 'cancelToolOperation':
          return registry.cancel(command.operationId)
        case 'forgetToolOperation':
          return registry.forget(command.operationId)
        case 'machineQuery': {
          const answer = await answerQuery(command.query, {
            files,
            dataFolder,
            calibration: options.calibration,
          })
          send({ kind: 'machineAnswer', queryId: command.queryId, answer })
        }
      }
    },
    announce: () => registry.announce(),
    isBusy: () => registry.isBusy(),
    close: () => registry.close(),
  }
}
