/** What is known of a run at this moment, merged in memory from every stored batch: the live page, the totals in its record and the SLA all read it. */
import type {
  LogLine,
  RunDetail,
  RunEvent,
  RunLive,
  RunSecond,
  SlaResult,
} from '@pone/contract/entities/run.ts'
import type { LiveMessage } from '@pone/contract/live.ts'
import { isGeneratorLimited, type Overload, OverloadWatch } from '@pone/metrics/overload.ts'
import { runDurationMs } from '@pone/metrics/run-part.ts'
import { graceSecondsOf, judgedTimeOf } from '@pone/plan/load-models/judged-time.ts'
import type { BatchCompany, ErrorSample } from '../batches/batch-company.ts'
import type { StoredBatch } from '../batches/stored-batch.ts'
import { CounterWatch, inRuleOrder } from '../merge/counter-watch.ts'
import { RunMerge } from '../merge/run-merge.ts'
import { SlaWatch } from '../merge/sla-watch.ts'
import { SuspectRanges } from '../merge/suspect-ranges.ts'
import { TimeAxis } from '../merge/time-axis.ts'
import type { RunRecord } from '../run-record.ts'

const maxPoints = 3_600
const maxLabelsPerTick = 200
const maxLogLinesPerTick = 200
/** A worker that is further behind than this does not hold the others' seconds back on the page. */
const patienceSeconds = 6

export type LiveMachines = RunLive['machines']
export type RunTick = Extract<LiveMessage, { kind: 'runTick' }>

export class LiveRun {
  readonly merge: RunMerge
  readonly sla: SlaWatch
  readonly counters: CounterWatch
  readonly suspect: SuspectRanges
  /** Of these, the seconds in which the load machines were at their limit. */
  readonly overloaded = new SuspectRanges()
  /** Called with each batch once, also when it is read again after a restart. */
  onBatch: (batch: StoredBatch) => void = () => undefined
  readonly events: RunEvent[] = []
  /** A batch came for a second that the SLA had been judged on: the last word needs the stored batches. */
  hasLateBatches = false
  peakUsers: number
  readonly #record: RunRecord
  readonly #axis: TimeAxis
  readonly #overload = new OverloadWatch()
  #judged = -1
  #refreshed = -1
  #width = 1
  #newSeconds: RunSecond[] = []
  #newEvents: RunEvent[] = []
  #newLog: LogLine[] = []

  constructor(record: RunRecord) {
    this.#record = record
    this.#axis = new TimeAxis({ maxPoints })
    const judged = judgedTimeOf(record)
    this.merge = new RunMerge(record.labels, this.#axis, runDurationMs(record) ?? undefined)
    this.sla = new SlaWatch({
      rules: record.scenario.sla,
      labels: record.labels,
      firstJudgedSecond: judged.firstSecond,
      graceSeconds: graceSecondsOf(judged),
    })
    this.counters = new CounterWatch({
      rules: record.scenario.sla,
      fromMs: judged.firstSecond * 1_000,
      toMs: record.plannedDurationMs ?? Number.POSITIVE_INFINITY,
      graceMs: graceSecondsOf(judged) * 1_000,
    })
    this.peakUsers = record.peakUsers
    this.suspect = new SuspectRanges(record.suspect)
  }

  /** Takes a batch that was just stored, or is read again after a restart; answers the overload that it shows, or null. */
  add(batch: StoredBatch): Overload | null {
    if (batch.second <= this.#judged) this.hasLateBatches = true
    this.merge.add(batch)
    this.sla.add(batch)
    this.onBatch(batch)
    const overload = this.#overload.add(batch)
    if (overload !== null) {
      this.overloaded.add(overload.fromSecond, overload.toSecond)
      this.markSuspect(overload.fromSecond, overload.toSecond)
    }
    return overload
  }

  /** `machine` wrote the log lines. */
  addCompany({ samples, log }: BatchCompany, machine: string): void {
    for (const sample of samples) this.addSample(sample)
    this.#newLog.push(...log.map(line => ({ ...line, machine })))
    if (this.#newLog.length > maxLogLinesPerTick) this.#newLog = this.#newLog.slice(-maxLogLinesPerTick)
  }

  addSample({ label, code, message, sample }: ErrorSample): void {
    this.merge.errors.setSample(label, code, message, sample)
  }

  addEvent(event: RunEvent): void {
    this.events.push(event)
    this.#newEvents.push(event)
  }

  /** True when some of the seconds were not marked before. */
  markSuspect(fromSecond: number, toSecond: number): boolean {
    const isNew = this.suspect.add(fromSecond, toSecond)
    if (isNew) this.#axis.touch(fromSecond, toSecond)
    return isNew
  }

  /** Last second for which every worker that is waited for has reported: nothing of it is to come. */
  judgedSecond(now: number, isAwaited: (agentId: string) => boolean): number {
    const { startedAt } = this.#record
    if (startedAt === null) return -1
    let slowest = Math.floor((now - startedAt) / 1_000) - 1
    for (const worker of this.merge.workers.all()) {
      if (worker.end === null && isAwaited(worker.agentId)) slowest = Math.min(slowest, worker.second)
    }
    this.#judged = Math.max(this.#judged, slowest)
    return this.#judged
  }

  /** Whether a second is complete that has not been refreshed. */
  hasNews(now: number, isAwaited: (agentId: string) => boolean): boolean {
    return this.judgedSecond(now, isAwaited) > this.#refreshed
  }

  /** Makes the figures of new seconds; one that is still growing is left for later, but not for long. */
  refresh(upToSecond = Number.POSITIVE_INFINITY): void {
    this.#refreshed = upToSecond
    const seconds = this.#axis.takeChanged((from, to) => this.suspect.touches(from, to), upToSecond)
    this.#axis.pack()
    for (const second of seconds) this.peakUsers = Math.max(this.peakUsers, second.users)
    this.#newSeconds.push(...seconds)
  }

  /** Last second that is shown although a slow worker may still add to it. */
  shownSecond(now: number): number {
    const { startedAt } = this.#record
    if (startedAt === null) return -1
    const elapsed = Math.floor((now - startedAt) / 1_000)
    return Math.max(this.#judged, elapsed - patienceSeconds)
  }

  /** Length that rates are taken over: the run's when it has ended, otherwise up to what has been told, ms. */
  windowMs(): number {
    return runDurationMs(this.#record) ?? this.merge.untilMs
  }

  /** Writes the present totals into the record. */
  updateTotals(): void {
    const total = this.merge.total(this.windowMs())
    const record = this.#record
    record.requests = total.count
    record.failed = total.failed
    record.requestsPerSecond = total.perSecond
    record.p95Ms = this.merge.requests.count === 0 ? null : total.p95Ms
    record.suspect = this.suspect.toJSON()
    record.isGeneratorLimit = isGeneratorLimited(this.overloaded.seconds, this.windowMs() / 1_000)
    record.peakUsers = this.peakUsers
    record.usersBasis = this.merge.usersBasis
  }

  /** What is new since the last tick, as of the last refresh. A condensed time axis has all its points anew: send a snapshot. */
  tick(run: RunDetail, machines: LiveMachines): { tick: RunTick; isCondensed: boolean } {
    const isCondensed = this.#axis.secondsPerPoint !== this.#width
    this.#width = this.#axis.secondsPerPoint
    const windowMs = this.windowMs()
    const tick: RunTick = {
      kind: 'runTick',
      runId: run.id,
      run,
      secondsPerPoint: this.#width,
      seconds: this.#newSeconds,
      total: this.merge.total(windowMs),
      labels: this.merge.takeChangedLabels(windowMs, maxLabelsPerTick),
      errors: this.merge.errors.takeChanged(),
      events: this.#newEvents,
      sla: this.slaResults(run.now),
      metrics: this.merge.metrics.table(windowMs),
      machines,
      log: this.#newLog,
    }
    this.#newSeconds = []
    this.#newEvents = []
    this.#newLog = []
    return { tick, isCondensed }
  }

  /** All of it, as of the last refresh. */
  snapshot(run: RunDetail, machines: LiveMachines): RunLive {
    const windowMs = this.windowMs()
    return {
      run,
      secondsPerPoint: this.#axis.secondsPerPoint,
      seconds: this.#axis.rows(),
      total: this.merge.total(windowMs),
      labels: this.merge.labelStatistics(windowMs),
      errors: this.merge.errors.all(),
      events: this.events,
      sla: this.slaResults(run.now),
      metrics: this.merge.metrics.table(windowMs),
      machines,
    }
  }

  /** Where all rules stand at this instant, epoch ms. */
  slaResults(now: number): SlaResult[] {
    // The final word may have been given on stored batches that came late.
    if (this.#record.slaResults.length > 0 && this.#record.endedAt !== null) return this.#record.slaResults
    const startedAt = this.#record.startedAt ?? now
    return this.ruleResults(startedAt, now - startedAt)
  }

  /** Of what was judged so far, in the order of the rules; `endMs`, since the start, is where it ends. */
  ruleResults(startedAt: number, endMs: number): SlaResult[] {
    const counters = this.counters.results(startedAt, endMs)
    return inRuleOrder(this.#record.scenario.sla, [...this.sla.results(startedAt, endMs), ...counters])
  }
}
