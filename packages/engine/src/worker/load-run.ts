/**
 * One run within one worker: compiles the plan, lets the driver follow the load model, stops and drains, and creates a
 * batch per second.
 */

import type { LogLine } from '@pone/contract/entities/run.ts'
import type { Batch } from '@pone/contract/link/batch.ts'
import type { PointReport } from '@pone/contract/link/coordination.ts'
import type { RunPlan, Share } from '@pone/contract/link/plan.ts'
import { toldCause } from '@pone/contract/told-cause.ts'
import { engines } from '@pone/plan/engines/registry.ts'
import { type LoadOrder, loadAtOnce } from '@pone/plan/load-models/load-order.ts'
import { plannedDurationMs } from '@pone/plan/load-models/registry.ts'
import { type LabelTable, labelTable } from '@pone/plan/scenario/labels.ts'
import { definitionOf } from '@pone/plan/steps/registry.ts'
import { walkSteps } from '@pone/plan/steps/walk.ts'
import type { Wire } from '@pone/protocols/wire/wire.ts'
import { errorStack, errorText } from '@pone/schema/error-text.ts'
import { ArrivalsDriver } from '../drivers/arrivals-driver.ts'
import { type Driver, type DriverOptions, type RoundsOptions, usualRestMs } from '../drivers/driver.ts'
import { RoundsDriver } from '../drivers/rounds-driver.ts'
import { ThreadGroupsDriver } from '../drivers/thread-groups-driver.ts'
import { UsersDriver } from '../drivers/users-driver.ts'
import type { Environment } from '../environment.ts'
import { type RowAnswer, RowDesk } from '../parameters/row-desk.ts'
import type { Tables } from '../parameters/table.ts'
import { RunRecorder, type SecondFigures } from '../recording/run-recorder.ts'
import { Redactor } from '../redactor.ts'
import { openSampleLog, type SampleLog } from '../sample-log/sample-log.ts'
import { Barriers } from '../users/barriers.ts'
import { VirtualUserPool } from '../users/virtual-user-pool.ts'
import { compilePlan } from './compile-plan.ts'
import { HealthGauge } from './health.ts'
import { Lease } from './lease.ts'
import type { CoordinationReport, WorkerEndCause } from './protocol.ts'
import type { StartableClock } from './run-clock.ts'
import { type StopOrder, shortDrainMs, type WorkerRun } from './serve.ts'

/** Time limit of running requests after a stop. */
export const drainMs = engines.pr.stopGraceSeconds * 1_000
/** Time limit of users after their requests have been ended. */
const afterAbortMs = 10_000
/** A start later than this is that of a replacement: earlier arrivals are not made up for. */
const replacementMs = 1_000

/** Work of a worker between the plan and the first user. */
export interface Preparation {
  /** Lines for the log of the run; never rejects. */
  run(): Promise<readonly Pick<LogLine, 'level' | 'message'>[]>
  /** Ends it early. */
  cancel(): void
}

/** Options of a run. */
export interface LoadRunOptions {
  readonly plan: RunPlan
  readonly share: Share
  readonly workerId: string
  readonly filePaths: Readonly<Record<string, string>>
  readonly tables?: Tables | undefined
  readonly wire: Wire
  readonly clock: StartableClock
  /** Path of the plan's sample log; nothing is logged without it. */
  readonly samplePath?: string | undefined
  /** Maximum think time and pacing, ms; without it as the plan says. */
  readonly pauseLimitMs?: number | undefined
  /** Work to be done before the run is ready; its lines go into the log of the run. */
  readonly preparation?: Preparation | undefined
  /** Called when the first users may start, in epoch ms of this machine. */
  onStarted?(at: number): void
  /** Called with seconds in which nothing new was started because the lease had expired. */
  onHeld?(fromSecond: number, toSecond: number): void
  /** Called with reports for the side that gathers the users of all workers and grants unique rows. */
  onCoordination(report: CoordinationReport): void
  /** Called with each batch in order; the last one has `end`. */
  onBatch(batch: Batch): void
}

export class LoadRun implements WorkerRun {
  readonly #options: LoadRunOptions
  readonly #force = new AbortController()
  readonly #recorder: RunRecorder
  readonly #samples: SampleLog | null
  readonly #environment: Environment
  readonly #userPool: VirtualUserPool
  readonly #barriers: Barriers
  readonly #rows: RowDesk
  /** Whether users of any worker may wait for those of this one. */
  readonly #isAwaited: boolean
  readonly #driver: Driver
  readonly #plannedMs: number | null
  readonly #health = new HealthGauge()
  readonly #redactor = new Redactor()
  readonly #lease = new Lease()
  #usersTold = -1
  #manualLoad: LoadOrder | null = null
  #isHeld = false
  #heldSinceMs = 0
  #tickedMs = 0
  #seq = 0
  #late = 0
  #dropped = 0
  #timer: NodeJS.Timeout | null = null
  #drainTimer: NodeJS.Timeout | null = null
  #lastTimer: NodeJS.Timeout | null = null
  #end: { cause: WorkerEndCause; detail: string } | null = null
  #isFinished = false

  /** @throws Error with a sentence for the user when the plan cannot run here */
  constructor(options: LoadRunOptions) {
    this.#options = options
    const { plan, share, wire, clock } = options
    this.#recorder = new RunRecorder(clock, figures => this.#emit(figures, null))
    this.#barriers = new Barriers(points => this.#reportWaiting(points))
    this.#rows = new RowDesk(ask => options.onCoordination({ kind: 'rows', ...ask }))
    this.#isAwaited = plan.components.some(({ document }) =>
      [...walkSteps(document.steps)].some(step => definitionOf(step.kind).gathersUsers === true),
    )
    this.#samples = this.#openSampleLog()
    this.#environment = {
      observer: this.#samples ?? this.#recorder,
      clock,
      forceSignal: this.#force.signal,
      properties: { runId: plan.runId, worker: options.workerId },
      sharedCounter: { value: 0 },
      pauseLimitMs: options.pauseLimitMs ?? null,
      isStopping: false,
      barriers: this.#barriers,
      wire,
    }
    const table = labelTable(plan.components, plan.drive)
    this.#userPool = new VirtualUserPool({
      components: compilePlan(options, {
        ...table,
        recorder: this.#recorder,
        redactor: this.#redactor,
        rows: this.#rows,
      }),
      environment: this.#environment,
      onStopTest: detail => this.stop({ cause: 'stopTest', detail, force: false }),
      onFault: error => this.fault(error),
      onUsers: by => this.#recorder.usersChanged(by),
    })
    this.#plannedMs = plannedDurationMs(plan.loadModel)
    this.#driver = this.#driverOf(plan, table, {
      model: plan.loadModel,
      share,
      userPool: this.#userPool,
      percentages: plan.components.map(component => component.percentage),
    })
  }

  /** Resolves when the users have all they need to start. */
  async ready(): Promise<void> {
    const { preparation, workerId } = this.#options
    const [lines] = await Promise.all([preparation?.run(), this.#rows.ready()])
    for (const { level, message } of lines ?? []) this.#recorder.log(level, workerId, message)
  }

  /** Passes on granted rows. */
  grantRows(answer: RowAnswer): void {
    this.#rows.receive(answer)
  }

  /** Starts at that instant, epoch ms. */
  start(startAt: number): void {
    if (this.#timer !== null || this.#end !== null) return
    this.#options.clock.begin(startAt)
    this.#timer = setTimeout(() => this.#begin(), Math.max(0, startAt - Date.now()))
  }

  /** Sets the load of the whole run by hand; null returns to the model. */
  changeLoad(order: LoadOrder | null): void {
    this.#manualLoad = order
    if (!this.#isHeld) this.#driver.changeLoad(order)
  }

  /** Lease of the worker's share, ms; null is unlimited. After it, no iteration starts. */
  renewLease(remainingMs: number | null): void {
    this.#lease.renew(remainingMs)
  }

  /** Releases users that wait at a rendezvous. */
  release(key: string, upTo: number): void {
    this.#barriers.release(key, upTo)
  }

  /** Begins a round of the load model "concurrency". */
  beginRound(round: number, skipped: number): void {
    const { clock } = this.#options
    if (this.#driver instanceof RoundsDriver) this.#driver.beginRound(round, clock.elapsedMs(), skipped)
  }

  /** Starts nothing new and lets running requests finish; by force, or after the drain time, ends them. */
  stop(how: StopOrder): void {
    this.#options.preparation?.cancel()
    if (how.force) this.#abort()
    if (this.#end !== null) return
    this.#end = { cause: how.cause, detail: how.detail }
    this.#environment.isStopping = true
    this.#userPool.wakeAll()
    this.#drainTimer = setTimeout(() => this.#abort(), how.drainMs ?? drainMs)
    void this.#userPool.idle().then(() => this.#finish())
  }

  /** Ends running requests; those that do not end within a further time are counted as lost. */
  #abort(): void {
    this.#force.abort()
    this.#lastTimer ??= setTimeout(() => this.#finish(), afterAbortMs)
  }

  /** Ends the run because of an error of the engine itself. */
  fault(error: unknown): void {
    const detail = errorText(error)
    this.#recorder.log(
      'error',
      this.#options.workerId,
      toldCause('engineFault', { detail: errorStack(error) }),
    )
    this.stop({ cause: 'fault', detail, force: false, drainMs: shortDrainMs })
  }

  #begin(): void {
    const elapsedMs = this.#options.clock.elapsedMs()
    if (elapsedMs > replacementMs) {
      this.#recorder.beginAt(Math.floor(elapsedMs / 1_000))
      if (this.#driver instanceof ArrivalsDriver) this.#driver.skipTo(elapsedMs)
    }
    this.#tickedMs = elapsedMs
    this.#health.begin()
    this.#options.onStarted?.(Date.now())
    this.#loop()
  }

  /** Ticks until the run is finished, also while it drains and after a fault. */
  #loop(): void {
    let restMs = usualRestMs
    try {
      this.#tick()
      if (this.#end === null) restMs = this.#driver.restMs(this.#options.clock.elapsedMs())
    } finally {
      if (!this.#isFinished) this.#timer = setTimeout(() => this.#loop(), restMs)
    }
  }

  #tick(): void {
    this.#recorder.rollOver()
    if (this.#end !== null) return
    const elapsedMs = this.#options.clock.elapsedMs()
    this.#applyLease(elapsedMs)
    const isDone = this.#driver.tick(Math.min(elapsedMs, this.#plannedMs ?? elapsedMs))
    if (this.#plannedMs !== null && elapsedMs >= this.#plannedMs && this.#driver.isBehind !== true) {
      this.stop({ cause: 'planned', detail: '', force: false })
    } else if (isDone) this.stop({ ...this.#ownEnd(), force: false })
    // A timer may fire a little early; users must not be taken for missing then.
    const isNews = elapsedMs >= 0 && this.#driver.users !== this.#usersTold
    if (this.#isAwaited && isNews) this.#barriers.reportSoon()
  }

  /** Why all users have ended before the planned end. */
  #ownEnd(): { cause: WorkerEndCause; detail: string } {
    const { usedUp } = this.#userPool
    if (usedUp === null) return { cause: 'planned', detail: '' }
    return { cause: 'rowsUsedUp', detail: toldCause('rowsUsedUp', usedUp) }
  }

  /**
   * Called before anything else of a tick: after a pause of the process nothing is started that others may have taken
   * over.
   */
  #applyLease(elapsedMs: number): void {
    const { isOver } = this.#lease
    if (isOver && !this.#isHeld) this.#heldSinceMs = this.#tickedMs
    if (isOver !== this.#isHeld) {
      this.#isHeld = isOver
      this.#driver.changeLoad(isOver ? loadAtOnce(0) : this.#manualLoad)
      if (!isOver) this.#options.onHeld?.(wholeSecond(this.#heldSinceMs), wholeSecond(elapsedMs))
    }
    this.#tickedMs = elapsedMs
  }

  #reportWaiting(points: PointReport[]): void {
    const { users } = this.#driver
    this.#usersTold = users
    this.#options.onCoordination({ kind: 'waiting', users, points })
  }

  #finish(): void {
    if (this.#isFinished || this.#end === null) return
    this.#isFinished = true
    if (this.#timer !== null) clearTimeout(this.#timer)
    if (this.#drainTimer !== null) clearTimeout(this.#drainTimer)
    if (this.#lastTimer !== null) clearTimeout(this.#lastTimer)
    this.#samples?.close()
    this.#recorder.rollOver()
    this.#emit(this.#recorder.take(), this.#end)
    this.#health.close()
    this.#options.wire.close()
  }

  #driverOf(plan: RunPlan, { labels, iterations }: LabelTable, options: DriverOptions): Driver {
    if (plan.drive === 'arrivals') {
      const steps = iterations.map(label => ({ id: '', label, name: labels[label]?.name ?? '' }))
      return new ArrivalsDriver({ ...options, maxUsers: plan.maxUsers, iterations: steps })
    }
    if (plan.loadModel.kind === 'threadGroups') return new ThreadGroupsDriver(options, plan.loadModel)
    if (plan.loadModel.kind !== 'concurrency') return new UsersDriver(options)
    const onRoundOver: RoundsOptions['onRoundOver'] = over =>
      this.#options.onCoordination({ kind: 'roundOver', ...over })
    return new RoundsDriver({ ...options, onRoundOver }, plan.loadModel)
  }

  #openSampleLog(): SampleLog | null {
    const { plan, samplePath, clock } = this.#options
    if (plan.sampleLog === 'off' || samplePath === undefined) return null
    return openSampleLog({
      labels: plan.labels,
      path: samplePath,
      format: plan.sampleLog,
      hasTraces: plan.traces ?? false,
      clock,
      recorder: this.#recorder,
      users: () => this.#driver.users,
      // The run's figures are more important than its samples.
      onFault: error =>
        this.#recorder.log('warn', 'sample log', toldCause('sampleLogEnded', { reason: error.message })),
    })
  }

  #emit(figures: SecondFigures, end: { cause: WorkerEndCause; detail: string } | null): void {
    const { plan, workerId, wire } = this.#options
    const { users, target, lateStarts, droppedStarts } = this.#driver
    const { sent } = wire
    this.#options.onBatch({
      runId: plan.runId,
      workerId,
      seq: ++this.#seq,
      users: end === null ? users : 0,
      targetUsers: target,
      lateStarts: lateStarts - this.#late,
      droppedStarts: droppedStarts - this.#dropped,
      sent,
      ...this.#redactor.figures(figures),
      health: this.#health.read(wire.connections),
      end:
        end === null
          ? null
          : {
              ...end,
              detail: this.#redactor.text(end.detail),
              lost: sent - figures.completed,
              ...(this.#driver instanceof RoundsDriver ? { rounds: this.#driver.rounds } : {}),
            },
    })
    this.#late = lateStarts
    this.#dropped = droppedStarts
  }
}

const wholeSecond = (elapsedMs: number): number => Math.max(0, Math.floor(elapsedMs / 1_000))
