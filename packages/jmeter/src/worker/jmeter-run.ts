/**
 * One run within one worker by JMeter: starts it with this machine's share, reads its rows and its log while it runs,
 * and creates a batch per second.
 */

import { mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { LogLine } from '@pone/contract/entities/run.ts'
import { toldCause } from '@pone/contract/told-cause.ts'
import { CappedLog } from '@pone/engine/recording/capped-log.ts'
import { Lease } from '@pone/engine/worker/lease.ts'
import type { WorkerEndCause } from '@pone/engine/worker/protocol.ts'
import type { PrepareCommand, RunOutlet, StopOrder, WorkerRun } from '@pone/engine/worker/serve.ts'
import type { LoadOrder } from '@pone/plan/load-models/load-order.ts'
import { plannedDurationMs } from '@pone/plan/load-models/registry.ts'
import { errorStack, errorText } from '@pone/schema/error-text.ts'
import { accountOf, type JavaAccount, javaAccount, openWay, sweep } from '../process/java-account.ts'
import { type ComponentRun, openComponent } from './component-run.ts'
import { jmeterFolderOf } from './left-behind.ts'
import { RunBatches } from './run-batches.ts'
import { leaveSamples } from './sample-file.ts'

/** Time limit of running samples after a stop. */
const drainMs = 30_000
/** Then JMeter gets the command to interrupt its threads, and this time to execute it. */
const afterInterruptMs = 4_000
/** A row is written when its sample has been judged, a little after its end. */
const graceMs = 250
const tickMs = 100
/** JMeter may take this much longer than planned before it gets the command to end. */
const overtimeMs = 1_000
/** Time limit of tear-down groups after the load, however that ended. */
const tearDownMs = 60_000
/** The share of an offline machine is not moved, as with PR; but after this time the server has ended the run for it, ms. */
const aloneMs = 25_000

export class JmeterRun implements WorkerRun {
  readonly #command: PrepareCommand
  readonly #outlet: RunOutlet
  readonly #log = new CappedLog()
  readonly #batches: RunBatches
  readonly #lease = new Lease()
  readonly #plannedMs: number | null
  readonly #folder: string
  readonly #account: JavaAccount | null
  readonly #ready: Promise<void>
  #parts: ComponentRun[] = []
  #startAt: number | null = null
  #isStartTold = false
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
    this.#batches = new RunBatches({ command, outlet, log: this.#log })
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

  changeLoad(order: LoadOrder | null): void {
    if (order !== null) this.#note('warn', 'the load of a JMeter run cannot be changed while it runs')
  }

  release(): void {
    // Users of JMeter meet only within JMeter.
  }

  beginRound(): void {
    // Its rounds are controlled by JMeter itself.
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
    this.#batches.follow(this.#parts, elapsedMs)
    this.#batches.emitBefore(Math.floor((elapsedMs - graceMs) / 1_000), this.#parts, elapsedMs)
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

  /** Remaining time of tear-down groups; 0 as long as none run. */
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
    // Before its start nothing can be lost.
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
    const elapsedMs = this.#elapsedMs()
    this.#batches.follow(this.#parts, elapsedMs)
    this.#batches.emitBefore(Number.POSITIVE_INFINITY, this.#parts, elapsedMs)
    this.#leaveSamples()
    this.#batches.emitLast(this.#endOf(), this.#parts, elapsedMs)
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

  #elapsedMs(): number {
    return this.#startAt === null ? 0 : Date.now() - this.#startAt
  }

  #note(level: LogLine['level'], message: string): void {
    this.#log.add({ at: Date.now(), level, source: this.#command.workerId, message })
  }
}
