/** All runs that this agent drives or still owes results of, by id; carries out the commands that concern them. */
import type { AgentMessage, RunPlan, Share } from '@pone/contract/link/messages.ts'
import { type Log, reasonOf } from '../log.ts'
import type { PlanFiles } from './plan-files.ts'
import { recoverRun } from './recovery.ts'
import { type AgentRun, createRun } from './run.ts'
import type { RunFolders } from './run-folder.ts'
import type { SampleLogDelivery } from './sample-log-delivery.ts'

export interface RunRegistry {
  /** Takes up what an agent before this one left behind. */
  recover(agentId: string): Promise<void>
  /** Says for each run whether it is driven or only owed. */
  list(): { runId: string; isDriving: boolean }[]
  prepare(agentId: string, plan: RunPlan, share: Share): Promise<void>
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
  log: Log
}): RunRegistry {
  const { folders, files, sampleLogs, workers, send, log } = options
  const runs = new Map<string, AgentRun>()
  return {
    recover: async agentId => {
      for (const { runId, folder } of await folders.list()) {
        if (runs.has(runId)) continue
        try {
          runs.set(runId, await recoverRun({ agentId, runId, runFolder: folder, send, log }))
        } catch (cause) {
          log(`what is left of run ${runId} cannot be read: ${reasonOf(cause)}`)
        }
      }
    },
    list: () => [...runs.values()].map(({ runId, isDriving }) => ({ runId, isDriving })),
    prepare: async (agentId, plan, share) => {
      const known = runs.get(plan.runId)
      if (known !== undefined) return known.announce()
      const runFolder = await folders.create(plan.runId)
      runs.set(plan.runId, createRun({ agentId, runFolder, plan, share, workers, files, send, log }))
    },
    find: runId => runs.get(runId),
    forget: async runId => {
      const run = runs.get(runId)
      await run?.close()
      runs.delete(runId)
      // What cannot be handed over stays: the agent's next start finds the run and offers it again.
      if (await sampleLogs.deliver(runId, folders.folderOf(runId))) await folders.delete(runId)
    },
    all: () => [...runs.values()],
  }
}
