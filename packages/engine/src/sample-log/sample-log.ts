/**
 * The sample log of a load worker: an observer before the recorder that writes a line for every request and transaction
 * it counts.
 */
import type { Exchange, LogLine } from '@pone/contract/entities/run.ts'
import { causeText, toldCause } from '@pone/contract/told-cause.ts'
import type { RunLabel } from '@pone/plan/scenario/run-label.ts'
import type { SampleLogFormat } from '@pone/plan/scenario/scenario.ts'
import type { Outcome } from '@pone/protocols/protocol.ts'
import type { MetricDefinition } from '@pone/schema/protocol.ts'
import type { RunClock } from '../environment.ts'
import { memoized } from '../memoized.ts'
import type { Failure, LabelledRequest, LabelledStep, ObservedUser, Observer } from '../observer.ts'
import { type Sample, type SampleFormat, sampleFormatOf } from './formats.ts'
import { SampleFile } from './sample-file.ts'

/** The content of a line besides its user and time. */
type SampleFacts = Omit<Sample, 'at' | 'durationUs' | 'component' | 'user' | 'iteration' | 'users'>

const sayEveryMs = 1_000

export interface SampleLogOptions {
  readonly path: string
  readonly format: Exclude<SampleLogFormat, 'off'>
  /** Requests carry traces. */
  readonly hasTraces?: boolean
  /** Labels of the run, by index. */
  readonly labels: readonly RunLabel[]
  readonly clock: RunClock
  /** Counts what is logged. */
  readonly recorder: Observer
  /** Active users of this worker. */
  readonly users: () => number
  readonly onFault: (error: Error) => void
  readonly maxPendingBytes?: number
}

/** A sample log that observes in place of the recorder. */
export interface SampleLog extends Observer {
  /** Writes all that is left; returns when it is written. */
  close(): void
}

/** Opens the file. @throws the system's error */
export function openSampleLog(options: SampleLogOptions): SampleLog {
  return new SampleLogFile(options)
}

class SampleLogFile implements SampleLog {
  readonly wantsEveryExchange: boolean
  readonly #options: SampleLogOptions
  readonly #format: SampleFormat
  readonly #file: SampleFile
  /** The file is for other programs, so its texts are in English. */
  readonly #inEnglish = memoized(message => causeText(message, 'en'))
  readonly #transactionFailed = causeText(toldCause('transactionFailed'), 'en')
  /** Time that users waited for the disk and that was not reported yet, ms. */
  #waitedMs = 0
  #saidAtMs = Number.NEGATIVE_INFINITY
  /** Second of the run that was written last. */
  #second = -1

  constructor(options: SampleLogOptions) {
    this.#options = options
    this.wantsEveryExchange = options.recorder.wantsEveryExchange
    this.#format = sampleFormatOf(options.format, options.hasTraces ?? false)
    this.#file = new SampleFile({
      path: options.path,
      ...(options.maxPendingBytes === undefined ? {} : { maxPendingBytes: options.maxPendingBytes }),
      onWait: lastedMs => this.#sayWaited(lastedMs),
      onFault: options.onFault,
    })
    this.#file.append(this.#format.header)
  }

  request(
    user: ObservedUser,
    step: LabelledRequest,
    outcome: Outcome,
    failure: Failure | null,
    makeExchange: (() => Exchange) | null,
  ): void {
    const { recorder } = this.#options
    recorder.request(user, step, outcome, failure, makeExchange)
    const { redactor } = user.component
    this.#append(user, outcome.durationUs, {
      label: step.name,
      kind: 'request',
      failure: failure && {
        code: failure.code,
        message: redactor.text(this.#inEnglish(failure.message) ?? ''),
      },
      status: outcome.status,
      sentBytes: outcome.sentBytes,
      receivedBytes: outcome.receivedBytes,
      phases: step.protocol.phases,
      phasesUs: outcome.phasesUs,
      url: redactor.text(outcome.url),
      traceId: outcome.traceId ?? '',
    })
  }

  transaction(user: ObservedUser, step: LabelledStep, durationUs: number, passed: boolean): void {
    const { recorder, labels } = this.#options
    recorder.transaction(user, step, durationUs, passed)
    this.#append(user, durationUs, {
      label: step.name,
      kind: labels[step.label]?.kind ?? 'transaction',
      failure: passed ? null : { code: 'failed', message: this.#transactionFailed },
      status: 0,
      sentBytes: 0,
      receivedBytes: 0,
      phases: [],
      phasesUs: [],
      url: '',
      traceId: '',
    })
  }

  metric(step: LabelledStep, metric: MetricDefinition, value: number): void {
    this.#options.recorder.metric(step, metric, value)
  }

  fault(user: ObservedUser, step: LabelledStep, failure: Failure): void {
    this.#options.recorder.fault(user, step, failure)
  }

  iterationEnded(user: ObservedUser): void {
    this.#options.recorder.iterationEnded(user)
  }

  log(level: LogLine['level'], source: string, message: string): void {
    this.#options.recorder.log(level, source, message)
  }

  close(): void {
    this.#file.settle()
  }

  /** Writes a line of what has just ended; the file is flushed once per second. */
  #append(user: ObservedUser, durationUs: number, of: SampleFacts): void {
    const { clock, users } = this.#options
    this.#file.append(
      this.#format.line({
        ...of,
        at: clock.epochMs() - Math.round(durationUs / 1_000),
        durationUs,
        component: user.component.name,
        user: user.index + 1,
        iteration: user.iteration,
        users: users(),
      }),
    )
    const second = Math.floor(clock.elapsedMs() / 1_000)
    if (second === this.#second) return
    this.#second = second
    this.#file.flush()
  }

  #sayWaited(lastedMs: number): void {
    const { clock, recorder } = this.#options
    this.#waitedMs += lastedMs
    if (clock.elapsedMs() - this.#saidAtMs < sayEveryMs) return
    this.#saidAtMs = clock.elapsedMs()
    recorder.log('warn', 'sample log', toldCause('sampleLogWaited', { ms: this.#waitedMs.toFixed(1) }))
    this.#waitedMs = 0
  }
}
