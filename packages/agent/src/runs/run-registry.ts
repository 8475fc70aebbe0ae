/**
 * All runs that this agent drives or whose results it still has to deliver, by id; executes the commands that concern
 * them.
 */

import type { AgentMessage, ServerMessage } from '@pone/contract/link/messages.ts'
import { errorText } from '@pone/schema/error-text.ts'
import type { PlanFiles } from '../downloads/plan-files.ts'
import type { FindTools } from '../engines/registry.ts'
import { type Log } from '../log.ts'
import type { EngineProcesses } from '../processes/engine-processes.ts'
import { recoverRun } from './recovery.ts'
import { type AgentRun, createJoinedRun, createRun, type RunContext } from './run.ts'
import type { RunFolders } from './run-folder.ts'
import type { SampleLogDelivery } from './sample-log-delivery.ts'

type Order<K extends ServerMessage['kind']> = Extract<ServerMessage, { kind: K }>

export interface RunRegistry {
  /** Recovers what an earlier agent process left. */
  recover(agentId: string): Promise<void>
  /** For each run whether it is driven or only to be delivered, and which shares of it are this process's. */
  list(): { runId: string; isDriving: boolean; shareIds: string[] }[]
  prepare(agentId: string, order: Order<'prepareRun'>): Promise<void>
  /** `startAt` in this machine's clock. */
  addShare(agentId: string, order: Order<'addShare'>, startAt: number): Promise<void>
  find(runId: string): AgentRun | undefined
  forget(runId: string): Promise<void>
  all(): AgentRun[]
}

export function createRunRegistry(options: {
  folders: RunFolders
  files: PlanFiles
  sampleLogs: SampleLogDelivery
  workers: number | undefined
  send: (message: AgentMessage) => boolean
  toServerTime: (at: number) => number
  engines: EngineProcesses
  findTools?: FindTools
  log: Log
}): RunRegistry {
  const { folders, files, sampleLogs, workers, send, toServerTime, engines, findTools, log } = options
  const runs = new Map<string, AgentRun>()
  const contextOf = (agentId: string, runId: string, runFolder: string): RunContext => ({
    agentId,
    runId,
    runFolder,
    workers,
    files,
    send,
    toServerTime,
    engines,
    findTools,
    log,
  })
  const refill = () => {
    if (![...runs.values()].some(run => run.isDriving)) engines.refill()
  }
  return {
    recover: async agentId => {
      for (const { runId, folder } of await folders.list()) {
        if (runs.has(runId)) continue
        try {
          runs.set(runId, await recoverRun(contextOf(agentId, runId, folder)))
        } catch (cause) {
          log(`what is left of run ${runId} cannot be read: ${errorText(cause)}`)
        }
      }
    },
    list: () =>
      [...runs.values()].map(({ runId, isDriving, shareIds }) => ({
        runId,
        isDriving,
        shareIds: [...shareIds],
      })),
    prepare: async (agentId, { id: shareId, plan, share, gatheredBy }) => {
      const known = runs.get(plan.runId)
      if (known !== undefined) return known.announce()
      const runFolder = await folders.create(plan.runId)
      const context = contextOf(agentId, plan.runId, runFolder)
      runs.set(plan.runId, createRun({ ...context, plan, share, shareId, gatheredBy }))
    },
    addShare: async (agentId, { id: shareId, plan, share, firstSlot, load, order }, startAt) => {
      const { runId } = plan
      const runFolder = await folders.create(runId)
      const run = runs.get(runId) ?? createJoinedRun(contextOf(agentId, runId, runFolder))
      runs.set(runId, run)
      run.addShare({ shareId, plan, share, firstSlot }, startAt, { load, order })
    },
    find: runId => runs.get(runId),
    forget: async runId => {
      const run = runs.get(runId)
      await run?.close()
      refill()
      runs.delete(runId)
      // Logs that cannot be delivered are kept: the agent's next start finds the run and offers it again.
      if (await sampleLogs.deliver(runId, folders.folderOf(runId))) await folders.delete(runId)
    },
    all: () => [...runs.values()],
  }
}
