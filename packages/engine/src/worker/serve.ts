/** What every load worker process is, whatever engine drives in it: handles its agent's commands, spools a batch per second, and ends when the agent is gone. */

import type { Batch } from '@pone/contract/link/batch.ts'
import { errorStack, errorText } from '@pone/schema/error-text.ts'
import type { RowAnswer } from '../parameters/row-desk.ts'
import { BatchKeeper } from '../spool/batch-keeper.ts'
import {
  type WorkerCommand,
  type WorkerEndCause,
  type WorkerReport,
  workerCommandSchema,
} from './protocol.ts'

/** Longest time for requests under way when the agent is gone, ms. */
export const shortDrainMs = 5_000

export type PrepareCommand = Extract<WorkerCommand, { kind: 'prepare' }>

/** How a run is to end. */
export interface StopOrder {
  readonly cause: WorkerEndCause
  readonly detail: string
  readonly force: boolean
  /** The engine's own when left out. */
  readonly drainMs?: number | undefined
}

/** One run within a worker, by any engine. */
export interface WorkerRun {
  /** Resolves when it can begin. @throws (rejects) Error with a sentence for people */
  ready(): Promise<void>
  /** Begins at that instant, epoch ms. */
  start(startAt: number): void
  /** Sets the whole run's load by hand; null gives it back to the model. */
  changeLoad(load: number | null): void
  /** What it drives is its own for that long, ms; null is without an end. */
  renewLease(remainingMs: number | null): void
  /** Releases users that wait at a rendezvous. */
  release(key: string, upTo: number): void
  /** `skipped`: how often the time to gather has passed while no user was free. */
  beginRound(round: number, skipped: number): void
  grantRows(answer: RowAnswer): void
  stop(order: StopOrder): void
  /** Ends the run because of something that never should happen. */
  fault(error: unknown): void
}

/** Where a run reports what happens. */
export interface RunOutlet {
  /** Takes each batch in order; the last one has `end`. */
  onBatch(batch: Batch): void
  /** The first users may begin, epoch ms of this machine. */
  onStarted(at: number): void
  /** In these seconds of the run nothing new was begun because the lease was over. */
  onHeld(fromSecond: number, toSecond: number): void
  report(message: WorkerReport): void
}

export interface WorkerEngine {
  /** Longest wait until a run is ready, ms. */
  readonly readyTimeoutMs: number
  /** Text of the end when it has passed. */
  readonly readyTimeoutText: string
  /** Takes from the process what it does not need once a run is open. @throws Error when that cannot be done */
  enclose?(): void
  /** @throws Error with a sentence for people when the plan cannot run here */
  open(command: PrepareCommand, outlet: RunOutlet): WorkerRun
}

/** Makes this process a load worker; to be called once. */
export function serveWorker(engine: WorkerEngine): void {
  let run: WorkerRun | null = null

  const prepare = (command: PrepareCommand) => {
    if (run !== null) return
    try {
      const keeper = new BatchKeeper(command.spoolPath, batch => report({ kind: 'unspooled', batch }))
      run = engine.open(command, {
        report,
        onStarted: at => report({ kind: 'started', at }),
        onHeld: (fromSecond, toSecond) => report({ kind: 'held', fromSecond, toSecond }),
        onBatch: batch => {
          if (keep(keeper, batch)) report({ kind: 'flushed', seq: batch.seq })
          if (batch.end !== null)
            report({ kind: 'ended', cause: batch.end.cause, detail: batch.end.detail }, leave)
        },
      })
      engine.enclose?.()
      const patience = setTimeout(() => refuse(engine.readyTimeoutText), engine.readyTimeoutMs)
      run.ready().then(
        () => {
          clearTimeout(patience)
          report({ kind: 'prepared', error: null })
        },
        (error: unknown) => refuse(errorText(error)),
      )
    } catch (error) {
      refuse(errorText(error))
    }
  }

  const handle = (command: WorkerCommand) => {
    if (command.kind === 'prepare') prepare(command)
    else if (command.kind === 'start') run?.start(command.startAt)
    else if (command.kind === 'changeLoad') run?.changeLoad(command.load)
    else if (command.kind === 'lease') run?.renewLease(command.remainingMs)
    else if (command.kind === 'release') run?.release(command.key, command.upTo)
    else if (command.kind === 'beginRound') run?.beginRound(command.round, command.skipped ?? 0)
    else if (command.kind === 'grantRows') run?.grantRows(command)
    else stop({ cause: 'stopped', detail: '', force: command.force })
  }
  const stop = (order: StopOrder) => {
    if (run === null) leave()
    else run.stop(order)
  }
  /** Ends the run orderly where that is still possible. */
  const onFault = (error: unknown) => {
    try {
      if (run === null) throw error
      run.fault(error)
    } catch (hopeless) {
      giveUp(hopeless)
    }
  }

  process.on('message', message => {
    const command = workerCommandSchema.safeParse(message)
    if (command.success) handle(command.data)
    else report({ kind: 'prepared', error: `message not understood: ${command.error.message}` })
  })
  process.on('disconnect', () =>
    stop({ cause: 'agentLost', detail: '', force: false, drainMs: shortDrainMs }),
  )
  process.on('SIGTERM', () =>
    stop({ cause: 'stopped', detail: 'terminated', force: false, drainMs: shortDrainMs }),
  )
  // Ctrl-C in a terminal reaches every process of the group; the agent ends its workers in order.
  process.on('SIGINT', () => undefined)
  process.on('uncaughtException', onFault)
  process.on('unhandledRejection', onFault)
}

/** Reports to the agent; `then` runs when the message is sent, or at once when the agent is gone. */
function report(message: WorkerReport, then?: () => void): void {
  if (process.connected && process.send !== undefined) process.send(message, undefined, {}, () => then?.())
  else then?.()
}

const refuse = (error: string): void => report({ kind: 'prepared', error }, leave)

/** A batch that cannot be kept ends the process at once: its counts are then lost, and the journal contains how many requests those are. */
function keep(keeper: BatchKeeper, batch: Batch): boolean {
  try {
    return keeper.keep(batch)
  } catch (error) {
    giveUp(error)
  }
}

function leave(): void {
  process.exit(0)
}

function giveUp(error: unknown): never {
  process.stderr.write(`load worker: ${errorStack(error)}\n`)
  process.exit(1)
}
