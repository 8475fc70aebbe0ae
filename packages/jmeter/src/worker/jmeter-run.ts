/** One run within one worker by JMeter: starts it with this machine's share, reads its rows and its log while it goes, and makes a batch per second. */

import { mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { LogLine } from '@pone/contract/entities/run.ts'
import { toldCause } from '@pone/contract/told-cause.ts'
import { CappedLog } from '@pone/engine/recording/capped-log.ts'
import { JournalWriter } from '@pone/engine/spool/journal.ts'
import { Lease } from '@pone/engine/worker/lease.ts'
import type { WorkerEndCause } from '@pone/engine/worker/protocol.ts'
import type { PrepareCommand, RunOutlet, StopOrder, WorkerRun } from '@pone/engine/worker/serve.ts'
import { plannedDurationMs, targetAt } from '@pone/plan/load-models/registry.ts'
import { errorStack, errorText } from '@pone/schema/error-text.ts'
import { accountOf, type JavaAccount, javaAccount, openWay, sweep } from '../process/java-account.ts'
import type { ComponentFigures } from './component-rows.ts'
import { type ComponentRun, openComponent } from './component-run.ts'
import { jmeterFolderOf } from './left-behind.ts'
import { leaveSamples } from './sample-file.ts'
import { UserCounts } from './user-counts.ts'
import { Vitals } from './vitals.ts'

/** Longest time that samples under way get after a stop. */
const drainMs = 30_000
/** After it JMeter gets the command to interrupt its threads, and so long to do it. */
const afterInterruptMs = 4_000
/** A row is written when its sample has been judged, a little after its end. */
const graceMs = 250
const tickMs = 100
/** JMeter may take this much longer than planned before it gets the command to end. */
const overtimeMs = 1_000
/** Tear-down groups get so long after the load, however that came to its end. */
const tearDownMs = 60_000
/** The share of a machine that is offline is not moved, as with PR; but after this the server has ended the run for it, ms. */
const aloneMs = 25_000

export class JmeterRun implements WorkerRun {
  readonly #command: PrepareCommand
  readonly #outlet: RunOutlet
  readonly #journal: JournalWriter
  readonly #log = new CappedLog()
  readonly #vitals = new Vitals()
  readonly #lease = new Lease()
  readonly #plannedMs: number | null
  readonly #folder: string
  readonly #account: JavaAccount | null
  readonly #ready: Promise<void>
  #parts: ComponentRun[] = []
  #startAt: number | null = null
  #isStartTold = false
  #seq = 0
  #counted = 0
  /** The first second that no batch has been sent for. */
  #nextSecond = 0
  readonly #userCounts = new UserCounts()
  /** The load was at work until then, ms since the run's start; what JMeter takes to end afterwards is not part of the run. */
  #workedUntilMs = 0
  #leaseOverSince: number | null = null
  #end: { cause: WorkerEndCause; detail: string } | null = null
  #timer: NodeJS.Timeout | null = null
  #drainTimer: NodeJS.Timeout | null = null
  #tearDownSince: number | null = null
  #killTimer: NodeJS.Timeout | null = null
  #isFinished = false

  constructor(command: PrepareCommand, outlet: RunOutlet) {
    this.#command = command
    this.#outlet = outlet
    this.#journal = new JournalWriter(command.journalPath)
    const { jmeter, loadModel } = command.plan
    // Groups of the plan end by themselves.
    this.#plannedMs = jmeter?.load === 'plan' ? null : plannedDurationMs(loadModel)
    this.#folder = jmeterFolderOf(command.spoolPath)
    this.#account = javaAccount(accountOf(process.env), dirname(this.#folder))
    this.#ready = this.#prepare()
  }

  ready(): Promise<void> {
    return this.#ready
  }

  start(startAt: number): void {
    if (this.#startAt !== null || this.#end !== null) return
    this.#startAt = startAt
    for (const part of this.#parts) part.begin(startAt)
    this.#timer = setTimeout(() => this.#open(), Math.max(0, startAt - Date.now()))
  }

  renewLease(remainingMs: number | null): void {
    this.#lease.renew(remainingMs)
  }

  changeLoad(load: number | null): void {
    if (load !== null) this.#note('warn', 'the load of a JMeter run cannot be changed while it runs')
  }

  release(): void {
    // Users of JMeter meet within JMeter alone.
  }

  beginRound(): void {
    // Its rounds are JMeter's own.
  }

  grantRows(): void {
    // Its rows are files beside its plan.
  }

  stop({ cause, detail, force, drainMs: patienceMs = drainMs }: StopOrder): void {
    if (this.#isFinished) return
    const isFirst = this.#end === null
    this.#end ??= { cause, detail }
    if (this.#startAt === null || this.#timer === null || force) return this.#interrupt(force)
    if (!isFirst) return
    // A user that stops itself must still run the tear-down groups.
    for (const part of this.#parts) if (!part.isTearingDown && part.stopTest === '') part.process.shutDown()
    this.#drainTimer = setTimeout(() => this.#endDrain(), patienceMs)
  }

  fault(error: unknown): void {
    const detail = errorText(error)
    this.#note('error', toldCause('engineFault', { detail: errorStack(error) }))
    this.stop({ cause: 'fault', detail, force: true })
  }

  async #prepare(): Promise<void> {
    rmSync(this.#folder, { recursive: true, force: true })
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    if (this.#account !== null) openWay([this.#folder, dirname(this.#folder)], this.#account)
    const onLog = (line: LogLine) => this.#log.add(line)
    try {
      const components = this.#command.plan.jmeter?.components ?? []
      for (const index of components.keys()) {
        const folder = join(this.#folder, String(index))
        const part = await openComponent({
          account: this.#account,
          command: this.#command,
          index,
          folder,
          onLog,
        })
        if (part !== null) this.#parts.push(part)
      }
      await Promise.all(this.#parts.map(part => part.ready))
    } catch (error) {
      for (const part of this.#parts) part.process.kill()
      throw error
    }
  }

  #open(): void {
    for (const part of this.#parts) part.process.open()
    void Promise.all(this.#parts.map(part => part.process.exited)).then(() => this.#finish())
    this.#loop()
  }

  #loop(): void {
    try {
      this.#tick()
    } catch (error) {
      this.fault(error)
    }
    if (!this.#isFinished) this.#timer = setTimeout(() => this.#loop(), tickMs)
  }

  #tick(): void {
    for (const part of this.#parts) part.read()
    this.#reportStart()
    const elapsedMs = this.#elapsedMs()
    this.#follow(elapsedMs)
    this.#emitBefore(Math.floor((elapsedMs - graceMs) / 1_000))
    if (this.#end !== null) return
    this.#applyLease()
    const stopTest = this.#parts.find(part => part.stopTest !== '')
    if (stopTest !== undefined)
      this.stop({
        cause: 'stopTest',
        detail: toldCause('stoppedByPlan', {}, stopTest.stopTest),
        force: false,
      })
    if (this.#plannedMs === null || elapsedMs <= this.#plannedMs + overtimeMs) return
    if (this.#tearDownLeftMs() <= 0) this.stop({ cause: 'planned', detail: '', force: false })
  }

  /** What is left of the time for tear-down groups; 0 as long as none run. */
  #tearDownLeftMs(): number {
    if (!this.#parts.some(part => part.isTearingDown)) return 0
    this.#tearDownSince ??= performance.now()
    return tearDownMs - (performance.now() - this.#tearDownSince)
  }

  #endDrain(): void {
    const leftMs = this.#tearDownLeftMs()
    if (leftMs <= 0) return this.#interrupt(false)
    this.#drainTimer = setTimeout(() => this.#interrupt(false), leftMs)
  }

  #applyLease(): void {
    if (!this.#lease.isOver) this.#leaseOverSince = null
    else this.#leaseOverSince ??= performance.now()
    if (this.#leaseOverSince === null || performance.now() - this.#leaseOverSince < aloneMs) return
    this.stop({ cause: 'agentLost', detail: toldCause('serverUnreachable'), force: false })
  }

  #reportStart(): void {
    if (this.#isStartTold) return
    const starts = this.#parts.flatMap(part => part.startedAt ?? [])
    if (starts.length === 0) return
    this.#isStartTold = true
    this.#outlet.onStarted(Math.min(...starts))
  }

  #interrupt(byForce: boolean): void {
    if (this.#drainTimer !== null) clearTimeout(this.#drainTimer)
    // Before its start there is nothing to lose.
    if (this.#startAt === null || this.#timer === null || this.#elapsedMs() < 0) {
      for (const part of this.#parts) part.process.kill()
      if (this.#timer !== null) clearTimeout(this.#timer)
      return this.#finish()
    }
    for (const part of this.#parts) part.process.stopNow()
    this.#killTimer ??= setTimeout(
      () => {
        for (const part of this.#parts) part.process.kill()
      },
      byForce ? afterInterruptMs / 2 : afterInterruptMs,
    )
  }

  #finish(): void {
    if (this.#isFinished) return
    this.#isFinished = true
    sweep(this.#account)
    for (const timer of [this.#timer, this.#drainTimer, this.#killTimer])
      if (timer !== null) clearTimeout(timer)
    for (const part of this.#parts) part.close()
    this.#reportStart()
    this.#follow(this.#elapsedMs())
    this.#emitBefore(Number.POSITIVE_INFINITY)
    this.#leaveSamples()
    this.#emit({ second: Math.floor(this.#workedUntilMs / 1_000) }, this.#endOf())
    this.#vitals.close()
    this.#journal.close()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #leaveSamples(): void {
    const { plan, samplePath } = this.#command
    if (plan.sampleLog === 'off' || samplePath === undefined) return
    try {
      leaveSamples(
        this.#parts.map(part => part.rowFile),
        samplePath,
        plan.jmeter?.settings.countsSubSamples ?? false,
      )
    } catch (error) {
      this.#note('error', `the sample log could not be kept: ${errorText(error)}`)
    }
  }

  /** The end that JMeter reports takes precedence over "it ended without a command". */
  #endOf(): { cause: WorkerEndCause; detail: string } {
    const faults = this.#parts.map(part => part.faultOf(this.#end !== null)).filter(fault => fault !== null)
    const [first] = faults
    if (first !== undefined && (this.#end === null || this.#end.cause === 'planned')) return first
    return this.#end ?? { cause: 'planned', detail: '' }
  }

  /** At least one batch for each second, so that users are reported where no sample ends. */
  #emitBefore(second: number): void {
    const taken: Partial<ComponentFigures>[] = this.#parts.flatMap(part => part.takeBefore(second))
    const knownSeconds = new Set(taken.map(figures => figures.second))
    for (; this.#nextSecond < second && Number.isFinite(second); this.#nextSecond++) {
      if (!knownSeconds.has(this.#nextSecond)) taken.push({ second: this.#nextSecond })
    }
    for (const figures of taken.toSorted((a, b) => (a.second ?? 0) - (b.second ?? 0)))
      this.#emit(figures, null)
    this.#userCounts.forgetBefore(this.#nextSecond)
  }

  #emit(
    { second = 0, labels = [], errors = [], names = [], requests = 0 }: Partial<ComponentFigures>,
    end: { cause: WorkerEndCause; detail: string } | null,
  ): void {
    this.#counted += requests
    this.#journal.write(this.#counted, second)
    if (labels.length > 0)
      this.#workedUntilMs = Math.max(this.#workedUntilMs, Math.min(this.#elapsedMs(), (second + 1) * 1_000))
    this.#outlet.onBatch({
      runId: this.#command.plan.runId,
      workerId: this.#command.workerId,
      seq: ++this.#seq,
      second,
      labels,
      errors,
      names,
      ...(end === null ? this.#userCounts.at(second) : this.#userCounts.last(second)),
      untilMs: Math.max(0, Math.min((second + 1) * 1_000, Math.round(this.#workedUntilMs))),
      iterations: 0,
      lateStarts: 0,
      droppedStarts: 0,
      sent: this.#counted,
      completed: this.#counted,
      log: this.#log.take(Date.now()),
      health: this.#vitals.read(this.#parts.flatMap(part => part.process.pid() ?? [])),
      end: end === null ? null : { ...end, lost: 0 },
    })
  }

  #follow(elapsedMs: number): void {
    const users = this.#parts.reduce((sum, part) => sum + part.threads, 0)
    const most = this.#parts.reduce((sum, part) => sum + part.takeMostThreads(), 0)
    // What has ended since the last look was at work until about now.
    if (most > 0) this.#workedUntilMs = Math.max(this.#workedUntilMs, elapsedMs)
    this.#userCounts.follow(elapsedMs, {
      users,
      most: Math.max(users, most),
      targetUsers: this.#target(users),
    })
  }

  #target(users: number): number {
    const { plan, share } = this.#command
    if (plan.jmeter?.load === 'plan') return users
    const whole = targetAt(plan.loadModel, Math.max(0, this.#elapsedMs()))
    // Of edges, so that the machines' parts add up.
    return Math.round(whole * share.to01) - Math.round(whole * share.from01)
  }

  #elapsedMs(): number {
    return this.#startAt === null ? 0 : Date.now() - this.#startAt
  }

  #note(level: LogLine['level'], message: string): void {
    this.#log.add({ at: Date.now(), level, source: this.#command.workerId, message })
  }
}
