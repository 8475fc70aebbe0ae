/** Recovers a run that an earlier agent process left: waits for its orphaned workers, completes their spools and delivers them. */

import { setTimeout as pause } from 'node:timers/promises'
import type { Batch } from '@pone/contract/link/batch.ts'
import { toldCause } from '@pone/contract/told-cause.ts'
import { errorText } from '@pone/schema/error-text.ts'
import { type Log } from '../log.ts'
import { isRunning, type ProcessIdentity } from '../processes/process-table.ts'
import { type End, mergeEnds } from './end-cause.ts'
import { type AgentRun, createFoundRun, type RunContext } from './run.ts'
import { readWorkerRecords, type WorkerPaths, type WorkerRecord } from './run-folder.ts'
import type { RunPart } from './run-part.ts'
import { endOfSpool, sealSpool } from './spool-seal.ts'
import { createSpoolSender, type SpoolSender } from './spool-sender.ts'

/** Workers end by themselves within five seconds of their agent's death; after this time they are killed. */
const orphanPatienceMs = 15_000
const pollMs = 100

const agentLost: End = { cause: 'agentLost', detail: toldCause('agentRestarted') }

type Found = Awaited<ReturnType<typeof readWorkerRecords>>

/** Resolves immediately; waiting and delivery continue in the background. */
export async function recoverRun(options: RunContext): Promise<AgentRun> {
  const found = await readWorkerRecords(options.runFolder)
  const lastSlot = Math.max(0, ...found.map(({ number }) => number.slot))
  return createFoundRun(options, takeUpAll(found, options), lastSlot + 1)
}

function takeUpAll(found: Found, options: RunContext): RunPart {
  const { runId, send, log } = options
  const senders: SpoolSender[] = []

  /** `last` is the last batch of the worker, when the disk has no room for it. */
  const takeUp = async (
    paths: WorkerPaths,
    record: WorkerRecord,
  ): Promise<{ end: End; last: Batch | null }> => {
    const { workerId } = record
    await outlive(record.process, log)
    const own = endOfSpool(paths)
    if (own !== null) return { end: own, last: null }
    return { end: agentLost, last: sealSpool({ paths, runId, workerId, detail: agentLost.detail }) }
  }
  const live = async (): Promise<End> => {
    /** By slot; the last process of a slot decides how it ended. */
    const endOfSlot = new Map<number, End>()
    for (const { number, paths, record } of found) {
      const { end, last } = await takeUp(paths, record)
      endOfSlot.set(number.slot, end)
      const sender = await createSpoolSender({
        runId,
        workerId: record.workerId,
        spoolPath: paths.spoolPath,
        ackPath: paths.ackPath,
        send,
        onFault: cause => log(`spool of worker ${record.workerId}: ${errorText(cause)}`),
      })
      senders.push(sender)
      if (last !== null) sender.hold(last)
      sender.finish()
    }
    // A run that had reached its planned end before the agent died was not affected.
    const ends = [...endOfSlot.values()]
    return ends.length > 0 && ends.every(isPlanned) ? mergeEnds(ends) : agentLost
  }

  const nothing = () => undefined
  return {
    shareIds: [...new Set(found.map(({ record }) => record.shareId))],
    heldShareIds: completeShares(found),
    senders: () => senders,
    ended: live().catch((cause: unknown) => {
      log(`run ${runId} cannot be delivered: ${errorText(cause)}`)
      return agentLost
    }),
    // Its workers are already ending.
    start: nothing,
    changeLoad: nothing,
    renewLease: nothing,
    stop: nothing,
    kill: nothing,
  }
}

const isPlanned = (end: End): boolean => end.cause === 'planned'

/** Shares that had reached their planned end, on every slot, before this agent read them. */
function completeShares(found: Found): string[] {
  const slots = Map.groupBy(found, ({ record }) => record.shareId)
  return [...slots].flatMap(([shareId, workers]) => {
    const lastOfSlot = new Map(workers.map(({ number, paths }) => [number.slot, paths]))
    const isComplete = [...lastOfSlot.values()].every(paths => endOfSpool(paths)?.cause === 'planned')
    return isComplete ? [shareId] : []
  })
}

/** Waits until a process of an earlier agent has ended, and kills it when it does not end. */
async function outlive(process_: ProcessIdentity | null, log: Log): Promise<void> {
  if (process_ === null) return
  let deadline = Date.now() + orphanPatienceMs
  while (await isRunning(process_)) {
    if (Date.now() > deadline) {
      log(`engine process ${process_.pid} of an earlier agent does not end by itself; ending it`)
      process.kill(process_.pid, 'SIGKILL')
      deadline += orphanPatienceMs
    }
    await pause(pollMs)
  }
}
