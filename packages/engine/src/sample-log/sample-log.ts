/** The sample log of a load worker: stands before the recorder and writes a line for every request and transaction that it counts. */
import { causeText, toldCause } from '@pone/contract/told-cause.ts'
import type { RunLabel } from '@pone/plan/scenario/run-label.ts'
import type { SampleLogFormat } from '@pone/plan/scenario/scenario.ts'
import type { RunClock } from '../environment.ts'
import { memoized } from '../memoized.ts'
import type { Observer } from '../observer.ts'
import { sampleFormats } from './formats.ts'
import { SampleFile } from './sample-file.ts'

const sayEveryMs = 1_000

export interface SampleLogOptions {
  readonly path: string
  readonly format: Exclude<SampleLogFormat, 'off'>
  /** Of the run, by index. */
  readonly labels: readonly RunLabel[]
  readonly clock: RunClock
  /** Counts what is logged. */
  readonly recorder: Observer
  /** Users at work in this worker. */
  readonly users: () => number
  readonly onFault: (error: Error) => void
  readonly maxPendingBytes?: number
}

/** A sample log that observes in the recorder's place. */
export interface SampleLog extends Observer {
  /** Writes all that is left; returns when it is written. */
  close(): void
}

/** Opens the file. @throws the system's error */
export function openSampleLog(options: SampleLogOptions): SampleLog {
  const { clock, recorder, users, path } = options
  const format = sampleFormats[options.format]
  // The file is for other programs, which know no languages.
  const inEnglish = memoized(message => causeText(message, 'en'))
  const transactionFailed = causeText(toldCause('transactionFailed'), 'en')
  let waitedMs = 0
  let saidAtMs = Number.NEGATIVE_INFINITY
  const file = new SampleFile({
    path,
    ...(options.maxPendingBytes === undefined ? {} : { maxPendingBytes: options.maxPendingBytes }),
    onWait: lastedMs => {
      waitedMs += lastedMs
      if (clock.elapsedMs() - saidAtMs < sayEveryMs) return
      saidAtMs = clock.elapsedMs()
      const shown = waitedMs.toFixed(1)
      recorder.log('warn', 'sample log', toldCause('sampleLogWaited', { ms: shown }))
      waitedMs = 0
    },
    onFault: options.onFault,
  })
  file.append(format.header)
  let second = -1
  const flushEachSecond = () => {
    const now = Math.floor(clock.elapsedMs() / 1_000)
    if (now === second) return
    second = now
    file.flush()
  }

  return {
    wantsEveryExchange: recorder.wantsEveryExchange,
    request: (user, step, outcome, failure, makeExchange) => {
      recorder.request(user, step, outcome, failure, makeExchange)
      const { redactor } = user.component
      file.append(
        format.line({
          at: clock.epochMs() - Math.round(outcome.durationUs / 1_000),
          durationUs: outcome.durationUs,
          label: step.name,
          kind: 'request',
          failure: failure && {
            code: failure.code,
            message: redactor.text(inEnglish(failure.message) ?? ''),
          },
          status: outcome.status,
          component: user.component.name,
          user: user.index + 1,
          iteration: user.iteration,
          users: users(),
          sentBytes: outcome.sentBytes,
          receivedBytes: outcome.receivedBytes,
          phases: step.protocol.phases,
          phasesUs: outcome.phasesUs,
          url: redactor.text(outcome.url),
        }),
      )
      flushEachSecond()
    },
    transaction: (user, step, durationUs, passed) => {
      recorder.transaction(user, step, durationUs, passed)
      file.append(
        format.line({
          at: clock.epochMs() - Math.round(durationUs / 1_000),
          durationUs,
          label: step.name,
          kind: options.labels[step.label]?.kind ?? 'transaction',
          failure: passed ? null : { code: 'failed', message: transactionFailed },
          status: 0,
          component: user.component.name,
          user: user.index + 1,
          iteration: user.iteration,
          users: users(),
          sentBytes: 0,
          receivedBytes: 0,
          phases: [],
          phasesUs: [],
          url: '',
        }),
      )
      flushEachSecond()
    },
    metric: (step, metric, value) => recorder.metric(step, metric, value),
    fault: (user, step, failure) => recorder.fault(user, step, failure),
    iterationEnded: user => recorder.iterationEnded(user),
    log: (level, source, message) => recorder.log(level, source, message),
    close: () => file.settle(),
  }
}
