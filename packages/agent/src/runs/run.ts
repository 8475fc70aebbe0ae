/** One run on this machine: its worker slots from preparing to the last acknowledged batch, and what the server has to know of it. */
import { availableParallelism } from 'node:os'
import type { AgentMessage, RunPlan, Share } from '@pone/contract/link/messages.ts'
import { peak } from '@pone/engine/load-models/registry.ts'
import { Gathering } from '@pone/engine/worker/gathering.ts'
import { type Log, reasonOf } from '../log.ts'
import { type End, mergeEnds } from './end-cause.ts'
import type { PlanFiles } from './plan-files.ts'
import { countWorkers, divideShare } from './share.ts'
import type { SpoolSender } from './spool-sender.ts'
import { createWorkerSlot, type WorkerSlot } from './worker-slot.ts'

/** A forced stop that has not ended a worker after this is helped by ending the process, ms. */
const forceTimeoutMs = 5_000

/** What the agent needs of a run, whether it is driven now or was found after a restart. */
export interface AgentRun {
  readonly runId: string
  readonly isDriving: boolean
  /** A new connection: says again all that the server may have missed. */
  announce(): void
  acknowledge(workerId: string, seq: number): void
  /** `startAt` in this machine's clock. */
  start(startAt: number): void
  changeLoad(load: number | null): void
  /** `because` stands for the causes that the workers tell. */
  stop(force: boolean, because?: End): void
  /** Ends whatever still runs, without asking; resolves when nothing does. */
  close(): Promise<void>
  /** Resolves when no worker runs any more. */
  readonly ended: Promise<void>
  /** Resolves when nothing runs and the server has everything. */
  readonly settled: Promise<void>
}

export interface RunOptions {
  readonly agentId: string
  readonly runFolder: string
  readonly plan: RunPlan
  readonly share: Share
  /** Overrides how many workers the run gets. */
  readonly workers: number | undefined
  readonly files: Pick<PlanFiles, 'fetchAll'>
  readonly send: (message: AgentMessage) => boolean
  readonly log: Log
}

/** Begins to prepare at once. */
export function createRun(options: RunOptions): AgentRun {
  const { plan, share, send, log } = options
  const { runId } = plan
  /** Said again after each reconnect, in order. */
  const announcements: AgentMessage[] = []
  const slots: WorkerSlot[] = []
  let startAt: number | null = null
  let isPrepared = false
  let isStopping = false
  let isDriving = true
  /** Why the run ended, when that is not to be told from its workers. */
  let ownEnd: End | null = null
  const { promise: ended, resolve: endAll } = Promise.withResolvers<void>()
  const { promise: settled, resolve: settle } = Promise.withResolvers<void>()

  const say = (message: AgentMessage) => {
    announcements.push(message)
    send(message)
  }
  const senders = (): SpoolSender[] => slots.flatMap(slot => slot.senders)
  const kill = () => {
    for (const slot of slots) slot.kill()
  }

  const addSlots = (filePaths: Record<string, string>) => {
    const load = peak(plan.loadModel) * (share.to01 - share.from01)
    const gathering = new Gathering(share.to01 - share.from01)
    const count = countWorkers({ peak: load, cores: availableParallelism(), override: options.workers })
    for (const [index, part] of divideShare(share, count).entries()) {
      const slot = createWorkerSlot({
        agentId: options.agentId,
        runId,
        runFolder: options.runFolder,
        slot: index + 1,
        share: part,
        plan: { plan, filePaths },
        gathering,
        send,
        log,
        onLost: lost => say({ kind: 'workerLost', runId, ...lost }),
      })
      slots.push(slot)
      // One worker's script stopped the test: that holds for all of them.
      void slot.ended.then(end => end.cause === 'stopTest' && stop(false))
    }
  }

  const prepare = async () => {
    const filePaths = await options.files.fetchAll(plan.files)
    if (isStopping) return
    addSlots(filePaths)
    await Promise.all(slots.map(slot => slot.prepare()))
  }
  const launch = (at: number) => {
    for (const slot of slots) slot.start(at)
    say({ kind: 'runStarted', runId })
  }

  /** The whole life of the run on this machine. */
  const live = async () => {
    try {
      await prepare()
    } catch (cause) {
      kill()
      await Promise.all(slots.map(slot => slot.ended))
      say({ kind: 'runPrepared', runId, error: reasonOf(cause) })
      return
    }
    isPrepared = true
    if (isStopping) kill()
    else say({ kind: 'runPrepared', runId, error: null })
    if (startAt !== null && !isStopping) launch(startAt)
    const ends = await Promise.all(slots.map(slot => slot.ended))
    isDriving = false
    endAll()
    const workers = await Promise.all(
      senders().map(async sender => ({ workerId: sender.workerId, lastSeq: await sender.finished })),
    )
    say({ kind: 'runEnded', runId, ...(ownEnd ?? mergeEnds(ends)), workers })
  }

  const stop = (force: boolean, because?: End) => {
    isStopping = true
    ownEnd ??= because ?? null
    for (const slot of slots) slot.stop(force)
    if (!force) return
    const timer = setTimeout(kill, forceTimeoutMs)
    void ended.then(() => clearTimeout(timer))
  }

  void live()
    .catch((cause: unknown) => log(`run ${runId}: ${reasonOf(cause)}`))
    .finally(() => {
      isDriving = false
      endAll()
      settle()
    })

  return {
    runId,
    get isDriving() {
      return isDriving
    },
    announce: () => {
      for (const sender of senders()) sender.restart()
      for (const message of announcements) send(message)
    },
    acknowledge: (workerId, seq) => {
      senders()
        .find(sender => sender.workerId === workerId)
        ?.acknowledge(seq)
    },
    start: at => {
      if (startAt !== null || isStopping) return
      startAt = at
      if (isPrepared) launch(at)
    },
    changeLoad: load => {
      for (const slot of slots) slot.changeLoad(load)
    },
    stop,
    close: () => {
      stop(true)
      kill()
      return ended
    },
    ended,
    settled,
  }
}
