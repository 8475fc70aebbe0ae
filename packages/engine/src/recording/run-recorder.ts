/** Counts the events of a load worker's users, second by second; its figures become batches (worker/batches.ts). */

import type { Exchange, LogLine } from '@pone/contract/entities/run.ts'
import type { Batch } from '@pone/contract/link/batch.ts'
import { toldCause } from '@pone/contract/told-cause.ts'
import { Counters } from '@pone/metrics/counters.ts'
import { UserGauge } from '@pone/metrics/users.ts'
import type { Outcome } from '@pone/protocols/protocol.ts'
import type { MetricDefinition } from '@pone/schema/protocol.ts'
import type { RunClock } from '../environment.ts'
import type { Failure, LabelledRequest, LabelledStep, ObservedUser, Observer } from '../observer.ts'
import { CappedLog } from './capped-log.ts'
import { ErrorGroups } from './error-groups.ts'
import { MetricRecorder } from './metric-recorder.ts'
import { SlowTraces } from './slow-traces.ts'

/** Counts of one second of the run. */
export type SecondFigures = Pick<
  Batch,
  | 'second'
  | 'untilMs'
  | 'userPeaks'
  | 'iterations'
  | 'labels'
  | 'metrics'
  | 'errors'
  | 'traces'
  | 'log'
  | 'completed'
  | 'repeated'
>

export class RunRecorder implements Observer {
  readonly wantsEveryExchange = false
  readonly #clock: RunClock
  readonly #onSecond: (figures: SecondFigures) => void
  readonly #counters: (Counters | undefined)[] = []
  readonly #metrics = new MetricRecorder()
  readonly #errors = new ErrorGroups()
  readonly #log = new CappedLog()
  readonly #traces = new SlowTraces()
  readonly #users = new UserGauge()
  #second = 0
  #iterations = 0
  #completed = 0
  #repeated = 0

  /**
   * `onSecond` is called with each second's figures as soon as the second is over, before anything later is counted.
   */
  constructor(clock: RunClock, onSecond: (figures: SecondFigures) => void) {
    this.#clock = clock
    this.#onSecond = onSecond
  }

  request(
    user: ObservedUser,
    step: LabelledRequest,
    outcome: Outcome,
    failure: Failure | null,
    makeExchange: (() => Exchange) | null,
  ): void {
    this.rollOver()
    const counters = this.#of(step.label)
    counters.record(outcome.durationUs, failure === null, outcome.sentBytes, outcome.receivedBytes)
    counters.recordPhases(outcome.phasesUs, step.phaseKeys)
    if (outcome.metrics !== undefined) this.#recordMetrics(step, outcome.metrics)
    this.#completed += outcome.wireRequests
    if (outcome.repeatedRequests !== undefined) this.#repeated += outcome.repeatedRequests
    if (failure !== null) this.#errors.add(step.label, failure, this.#clock.epochMs(), makeExchange)
    const { traceId } = outcome
    if (traceId !== undefined && step.label >= 0)
      this.#traces.add(step.label, outcome.durationUs, () => ({
        traceId,
        at: Math.round(this.#clock.epochMs()),
        passed: failure === null,
      }))
    this.#logRequest(user, step, outcome, failure)
  }

  metric({ label }: LabelledStep, metric: MetricDefinition, value: number): void {
    this.rollOver()
    this.#metrics.record(label, metric, value, this.#clock.elapsedMs())
  }

  transaction(_user: ObservedUser, step: LabelledStep, durationUs: number, passed: boolean): void {
    this.rollOver()
    this.#of(step.label).record(durationUs, passed, 0, 0)
  }

  fault(user: ObservedUser, step: LabelledStep, failure: Failure): void {
    this.rollOver()
    this.#errors.add(step.label, failure, this.#clock.epochMs(), null)
    if (user.component.document.settings.log !== 'off') this.log('error', step.name, failure.message)
  }

  iterationEnded(): void {
    this.rollOver()
    this.#iterations++
  }

  /** One active user more, or one less. */
  usersChanged(by: 1 | -1): void {
    this.rollOver()
    this.#users.change(by, this.#clock.elapsedMs() - this.#second * 1_000)
  }

  log(level: LogLine['level'], source: string, message: string): void {
    this.#log.add({ at: this.#clock.epochMs(), level, source, message })
  }

  /** Passes on the figures of a second that is over. */
  rollOver(): void {
    const now = this.#clock.elapsedMs()
    if (now < (this.#second + 1) * 1_000) return
    this.#onSecond(this.take())
    this.#second = Math.floor(now / 1_000)
  }

  /** Sets the first second of a worker that joins later. */
  beginAt(second: number): void {
    this.#second = second
  }

  /** Returns the figures counted so far; used for the last ones at the worker's end. */
  take(): SecondFigures {
    const labels: Batch['labels'] = []
    for (const [label, counters] of this.#counters.entries()) {
      if (counters === undefined || counters.count === 0) continue
      labels.push({ label, ...counters.toWire() })
      counters.reset()
    }
    const endMs = (this.#second + 1) * 1_000
    const metrics = this.#metrics.take()
    const traces = this.#traces.take()
    const figures: SecondFigures = {
      second: this.#second,
      untilMs: Math.min(endMs, Math.max(this.#second * 1_000, Math.round(this.#clock.elapsedMs()))),
      userPeaks: [...this.#users.take()],
      iterations: this.#iterations,
      labels,
      ...(metrics && { metrics }),
      errors: this.#errors.take(),
      ...(traces && { traces }),
      log: this.#log.take(this.#clock.epochMs()),
      completed: this.#completed,
      repeated: this.#repeated,
    }
    this.#iterations = 0
    return figures
  }

  #recordMetrics(step: LabelledRequest, values: NonNullable<Outcome['metrics']>): void {
    const atMs = this.#clock.elapsedMs()
    for (const [index, value] of values) {
      const metric = step.protocol.metrics[index]
      if (metric !== undefined) this.#metrics.record(step.label, metric, value, atMs)
    }
  }

  #of(label: number): Counters {
    return (this.#counters[label] ??= new Counters())
  }

  #logRequest(user: ObservedUser, step: LabelledStep, outcome: Outcome, failure: Failure | null): void {
    const { log } = user.component.document.settings
    if (log === 'off' || (failure === null && log !== 'full')) return
    if (!this.#log.hasRoom) return this.#log.leaveOut()
    const params = {
      user: user.index + 1,
      iteration: user.iteration,
      url: outcome.url,
      status: answerText(outcome),
      ms: (outcome.durationUs / 1_000).toFixed(1),
    }
    if (failure === null) {
      const hasStatus = outcome.status !== 0 || outcome.errorCode !== null
      return this.log('info', step.name, toldCause(hasStatus ? 'requestLogged' : 'operationLogged', params))
    }
    const { code, message: reason } = failure
    this.log('error', step.name, toldCause('failureLogged', { ...params, code, reason }))
  }
}

/** The outcome of a request; many protocols have no status. */
function answerText({ status, errorCode }: Outcome): string {
  if (status !== 0) return toldCause('statusCame', { status })
  return toldCause(errorCode === null ? 'answerCame' : 'noAnswerCame')
}
