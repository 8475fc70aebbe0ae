/** Tests of connections to targets, before a monitor is saved: each step is told as soon as it is known. */
import type { MonitorProblem, MonitorTestStep } from '@pone/contract/entities/monitor.ts'
import type { TrialRound } from '@pone/contract/entities/monitor-type.ts'
import type { FamilyCommand, ReportOf } from '@pone/contract/link/messages.ts'
import type { Transports } from '@pone/monitors/collection/connections.ts'
import { type CollectedRound, collectRounds } from '@pone/monitors/collection/rounds.ts'
import { type TrialResult, type TrialStep, tryTarget } from '@pone/monitors/collection/trial.ts'
import type { MissingRight, SectionCause } from '@pone/monitors/transports/transport.ts'
import { monitorTypeSchema } from '@pone/monitors/type.ts'
import { errorText } from '@pone/schema/error-text.ts'

type TestCommand = Omit<Extract<FamilyCommand<'monitors'>, { kind: 'monitorTest' }>, 'id'>

const maxAtOnce = 20

export class TargetTests {
  readonly #send: (message: ReportOf<'monitorTestSteps'>) => boolean
  readonly #transports: Transports
  readonly #running = new Map<string, AbortController>()

  constructor(transports: Transports, send: (message: ReportOf<'monitorTestSteps'>) => boolean) {
    this.#transports = transports
    this.#send = send
  }

  /** Ends by itself after 5 s, and a little more than a second per round. */
  async start({ testId, type: file, params, rounds }: TestCommand): Promise<void> {
    const begunAt = performance.now()
    const tell = (steps: MonitorTestStep[], isEnded: boolean, found: TrialRound[] = []) =>
      void this.#send({ kind: 'monitorTestSteps', testId, steps, rounds: found, isEnded })
    const tookMs = () => Math.round(performance.now() - begunAt)
    if (this.#running.size >= maxAtOnce)
      return tell([failedStep('reached', { cause: 'overrun', params: {}, detail: '' }, tookMs())], true)
    const aborter = new AbortController()
    this.#running.set(testId, aborter)
    try {
      const type = monitorTypeSchema.parse(file)
      const result = await tryTarget({
        type,
        params,
        transports: this.#transports,
        signal: aborter.signal,
        onStep: step => tell(stepsOf(step, tookMs()), false),
      })
      if (result.isReached && rounds > 0)
        await collectRounds({
          type,
          params,
          transports: this.#transports,
          rounds,
          signal: aborter.signal,
          onRound: round => tell([], false, [roundOf(round)]),
        })
      tell(endOf(result), true)
    } catch (cause) {
      const problem = { cause: 'stopped', params: {}, detail: errorText(cause).slice(0, 2_000) } as const
      tell([failedStep('cancelled', problem, tookMs())], true)
    } finally {
      this.#running.delete(testId)
    }
  }

  cancel(testId: string): void {
    this.#running.get(testId)?.abort()
  }

  close(): void {
    for (const aborter of this.#running.values()) aborter.abort()
  }
}

const problemOf = ({ code, params, details }: SectionCause): MonitorProblem => ({
  cause: code,
  params,
  detail: details.slice(0, 2_000),
})

const okStep = (key: string, tookMs: number, detail = ''): MonitorTestStep => ({
  key,
  isOk: true,
  tookMs,
  detail: detail.slice(0, 2_000),
  counters: [],
  problem: null,
})

const failedStep = (key: string, problem: MonitorProblem, tookMs: number): MonitorTestStep => ({
  ...okStep(key, tookMs),
  isOk: false,
  problem,
})

const rightStep = ({ right, grant }: MissingRight, tookMs: number): MonitorTestStep =>
  failedStep('right', { cause: 'missingRight', params: { right, grant }, detail: right }, tookMs)

function stepsOf(step: TrialStep, tookMs: number): MonitorTestStep[] {
  if (step.step === 'reached') return [okStep('reached', tookMs)]
  if (step.step === 'version') return [okStep('version', tookMs, `${step.product} ${step.version}`.trim())]
  if (step.step === 'rights') return step.missingRights.slice(0, 20).map(right => rightStep(right, tookMs))
  const { section, cause, counters, rowCount } = step.section
  // Above the limit of label sets a section has values.
  const isOk = cause === undefined || cause.code === 'tooManyLabels'
  const base = isOk ? okStep(section, tookMs) : failedStep(section, problemOf(cause), tookMs)
  return [{ ...base, detail: String(rowCount), counters: counters.slice(0, 500) }]
}

/** What no step has told. */
const endOf = ({ isReached, cause, durationMs }: TrialResult): MonitorTestStep[] =>
  isReached || cause === undefined ? [] : [failedStep('reached', problemOf(cause), Math.round(durationMs))]

/** Values of one round that the link carries. */
const maxRoundValues = 500

const roundOf = ({ atMs, values }: CollectedRound): TrialRound => ({
  atMs,
  values: values.slice(0, maxRoundValues).map(({ section, counter, labels, value }) => ({
    section,
    counter: counter.slice(0, 200),
    labels: Object.fromEntries(
      Object.entries(labels).map(([name, text]) => [name.slice(0, 80), text.slice(0, 500)]),
    ),
    value: typeof value === 'number' && Number.isNaN(value) ? null : value,
  })),
})
