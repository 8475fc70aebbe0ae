/** Takes up a run that an agent before this one left behind: waits for its orphaned workers, completes their spools and delivers them. */
import { setTimeout as pause } from 'node:timers/promises'
import type { AgentMessage } from '@pone/contract/link/messages.ts'
import { type Log, reasonOf } from '../log.ts'
import { isRunning, type ProcessIdentity } from '../machine/process-table.ts'
import { type End, mergeEnds } from './end-cause.ts'
import type { AgentRun } from './run.ts'
import { readWorkerRecords, type WorkerPaths, type WorkerRecord } from './run-folder.ts'
import { endOfSpool, sealSpool } from './spool-seal.ts'
import { createSpoolSender, type SpoolSender } from './spool-sender.ts'

/** Workers end by themselves within five seconds of their agent's death; after this they are ended. */
const orphanPatienceMs = 15_000
const pollMs = 100

const agentLost: End = { cause: 'agentLost', detail: 'the agent was restarted during the run' }

/** Resolves at once; waiting and delivering go on behind the answer. */
export async function recoverRun(options: {
  agentId: string
  runId: string
  runFolder: string
  send: (message: AgentMessage) => boolean
  log: Log
}): Promise<AgentRun> {
  const { runId, send, log } = options
  const found = await readWorkerRecords(options.runFolder)
  const senders: SpoolSender[] = []
  let ended: AgentMessage | null = null
  let isDriving = true
  const { promise: allEnded, resolve: endAll } = Promise.withResolvers<void>()
  const { promise: settled, resolve: settle } = Promise.withResolvers<void>()

  const takeUp = async (paths: WorkerPaths, record: WorkerRecord): Promise<End> => {
    const { workerId } = record
    await outlive(record.process, log)
    const own = endOfSpool(paths)
    if (own !== null) return own
    sealSpool({ paths, runId, workerId, detail: agentLost.detail })
    return agentLost
  }
  const deliver = async () => {
    /** By slot; of a slot's processes the last one tells how it ended. */
    const endOfSlot = new Map<number, End>()
    for (const { number, paths, record } of found) {
      endOfSlot.set(number.slot, await takeUp(paths, record))
      const sender = await createSpoolSender({
        runId,
        workerId: record.workerId,
        spoolPath: paths.spoolPath,
        ackPath: paths.ackPath,
        send,
        onFault: cause => log(`spool of worker ${record.workerId}: ${reasonOf(cause)}`),
      })
      senders.push(sender)
      sender.finish()
    }
    isDriving = false
    endAll()
    const workers = await Promise.all(
      senders.map(async sender => ({ workerId: sender.workerId, lastSeq: await sender.finished })),
    )
    // A run that had come to its planned end before the agent died has not suffered by it.
    const ends = [...endOfSlot.values()]
    const isComplete = ends.length > 0 && ends.every(end => end.cause === 'planned')
    const { cause, detail } = isComplete ? mergeEnds(ends) : agentLost
    ended = { kind: 'runEnded', runId, cause, detail, workers }
    send(ended)
    settle()
  }
  void deliver()
    .catch((cause: unknown) => log(`run ${runId} cannot be delivered: ${reasonOf(cause)}`))
    .finally(endAll)

  return {
    runId,
    get isDriving() {
      return isDriving
    },
    announce: () => {
      for (const sender of senders) sender.restart()
      if (ended !== null) send(ended)
    },
    acknowledge: (workerId, seq) => senders.find(sender => sender.workerId === workerId)?.acknowledge(seq),
    // Its workers are ending already.
    start: () => undefined,
    changeLoad: () => undefined,
    stop: () => undefined,
    close: () => allEnded,
    ended: allEnded,
    settled,
  }
}

/** Waits until a process of an earlier agent is gone, and ends it when it does not go. */
async function outlive(process_: ProcessIdentity | null, log: Log): Promise<void> {
  if (process_ === null) return
  let deadline = Date.now() + orphanPatienceMs
  while (await isRunning(process_)) {
    if (Date.now() > deadline) {
      log(`worker process ${process_.pid} of an earlier agent does not end by itself; ending it`)
      process.kill(process_.pid, 'SIGKILL')
      deadline += orphanPatienceMs
    }
    await pause(pollMs)
  }
}
