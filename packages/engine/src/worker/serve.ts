/** The common part of every load worker process, for any engine: handles its agent's commands, spools a batch per second, and ends when the agent has ended. */

import type { Batch } from '@pone/contract/link/batch.ts'
import { orderOf } from '@pone/contract/link/load-change.ts'
import type { LoadOrder } from '@pone/plan/load-models/load-order.ts'
import { errorStack, errorText } from '@pone/schema/error-text.ts'
import type { RowAnswer } from '../parameters/row-desk.ts'
import { BatchKeeper } from '../spool/batch-keeper.ts'
import {
  type WorkerCommand,
  type WorkerEndCause,
  type WorkerReport,
  workerCommandSchema,
} from './protocol.ts'

/** Time limit of running requests when the agent has ended, ms. */
export const shortDrainMs = 5_000

export type PrepareCommand = Extract<WorkerCommand, { kind: 'prepare' }>

/** How a run must end. */
export interface StopOrder {
  readonly cause: WorkerEndCause
  readonly detail: string
  readonly force: boolean
  /** The engine's own when left out. */
  readonly drainMs?: number | undefined
}

/** One run within a worker, by any engine. */
export interface WorkerRun {
  /** Resolves when it can start. @throws (rejects) Error with a sentence for the user */
  ready(): Promise<void>
  /** Starts at that instant, epoch ms. */
  start(startAt: number): void
  /** Sets the load of the whole run by hand; null returns to the model. */
  changeLoad(order: LoadOrder | null): void
  /** Its share is its own for that long, ms; null is unlimited. */
  renewLease(remainingMs: number | null): void
  /** Releases users that wait at a rendezvous. */
  release(key: string, upTo: number): void
  /** `skipped`: how often the time to gather has passed while no user was free. */
  beginRound(round: number, skipped: number): void
  grantRows(answer: RowAnswer): void
  stop(order: StopOrder): void
  /** Ends the run because of an unexpected error. */
  fault(error: unknown): void
}

/** The receiver of a run's reports. */
export interface RunOutlet {
  /** Called with each batch in order; the last one has `end`. */
  onBatch(batch: Batch): void
  /** The first users may start, epoch ms of this machine. */
  onStarted(at: number): void
  /** In these seconds of the run nothing new was started because the lease had expired. */
  onHeld(fromSecond: number, toSecond: number): void
  report(message: WorkerReport): void
}

export interface WorkerEngine {
  /** Longest wait until a run is ready, ms. */
  readonly readyTimeoutMs: number
  /** Text of the end when it has passed. */
  readonly readyTimeoutText: string
  /** Drops what the process does not need once a run is open. @throws Error when that is not possible */
  enclose?(): void
  /** @throws Error with a sentence for the user when the plan cannot run here */
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
    else if (command.kind === 'changeLoad') run?.changeLoad(orderOf(command))
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
  /** Ends the run in order where that is still possible. */
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

/** Reports to the agent; `then` runs when the message is sent, or immediately when the agent has ended. */
function report(message: WorkerReport, then?: () => void): void {
  if (process.connected && process.send !== undefined) process.send(message, undefined, {}, () => then?.())
  else then?.()
}

const refuse = (error: string): void => report({ kind: 'prepared', error }, leave)

/**
 * A batch that cannot be kept ends the process immediately: its counts are then lost, and the journal contains how many
 * requests those are.
 */
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
  process.stderr.write(`engine process: ${errorStack(error)}\n`)
  process.exit(1)
}
