/** The result of a run as one JSON object, the source of the summary, and the exit code that follows from it. */

import type { ErrorGroup, LabelStatistics, SlaResult } from '@pone/contract/entities/run.ts'
import { isActiveRun } from '@pone/contract/states.ts'
import { causeText } from '@pone/contract/told-cause.ts'
import type { MachineSummary } from '@pone/metrics/machine-health.ts'
import { runDurationMs } from '@pone/metrics/run-part.ts'
import { slaTextOf } from '@pone/plan/code/sla-text.ts'
import type { JudgedPart } from '@pone/results/sections/sla/data.ts'
import { judgedPartOf } from '@pone/results/sections/sla/judged-part.ts'
import type { ExitName } from '../exit-codes.ts'
import type { CapacityResult } from './capacity.ts'
import type { LocalRun } from './local-run.ts'
import { type MetricResult, metricResults } from './metric-results.ts'

/** Times in ms, rates per second, percentages 0 to 100; a time or a percentage is null where no request ended. */
export interface RunFigures {
  readonly requests: number
  readonly failed: number
  readonly errorPercent: number | null
  readonly rps: number
  readonly minMs: number | null
  readonly avgMs: number | null
  readonly p50Ms: number | null
  readonly p90Ms: number | null
  readonly p95Ms: number | null
  readonly p99Ms: number | null
  readonly p999Ms: number | null
  readonly maxMs: number | null
  readonly sentBytesPerSecond: number
  readonly receivedBytesPerSecond: number
}

export interface RunResult extends RunFigures {
  readonly name: string
  readonly runId: string
  readonly state: string
  readonly cause: string
  readonly causeDetail: string
  readonly startedAt: number | null
  readonly durationMs: number
  /** Requests sent, by the workers' own journals; hops of redirects and repeated ones included. */
  readonly sent: number
  /** Of those, how many were lost with their worker. */
  readonly lost: number
  /** Of those sent, repetitions of requests that a dropped kept-alive connection took with it. */
  readonly repeated: number
  /** Every request that was sent has an outcome or is lost, in every worker. */
  readonly reconciled: boolean
  readonly workers: number
  /** The maximum of concurrent users: exact for one worker process, to 0.1 s where several are added up. */
  readonly peakUsers: number
  readonly iterations: number
  readonly lateStarts: number
  readonly droppedStarts: number
  readonly sentBytes: number
  readonly receivedBytes: number
  readonly labels: readonly (RunFigures & { readonly label: string; readonly kind: string })[]
  /** Metrics that protocols count besides their samples; empty where they count nothing. */
  readonly metrics: readonly MetricResult[]
  readonly errors: readonly ErrorGroup[]
  readonly sla: readonly {
    readonly rule: string
    readonly state: SlaResult['state']
    /** Why it is not evaluated; null when it is. */
    readonly reason: SlaResult['reason']
    readonly value: number | null
    readonly violatedSeconds: number
  }[]
  /** The part that the rules are judged on, ms since the start; null without rules. */
  readonly judged: JudgedPart | null
  /** Load of this machine; shares of CPU from 0 to 1. */
  readonly machine: MachineSummary
  /** Times at which the load generator itself was the bottleneck. */
  readonly overload: readonly Readonly<Record<string, string | number>>[]
  /** Of the load model "concurrency": rounds that users began, and release times that passed while no user was free. */
  readonly rounds?: Readonly<Record<string, string | number>>
  /** It was for so long that the figures are not those of the target. */
  readonly generatorLimit: boolean
  /** Worker processes that died. */
  readonly workersLost: number
  /** Of a run that searched for it. */
  readonly capacity?: CapacityResult
  readonly sampleLog?: string
  /** Lines of the sample log; fewer or more than samples only where a worker process died. */
  readonly sampleLines?: number
}

/** Result of a run that has ended; `log` is the sample log that was written of it. */
export function resultOf(
  { record, live, totals }: LocalRun,
  log: { readonly path: string; readonly lines: number } | null,
): RunResult {
  const { startedAt } = record
  const windowMs = runDurationMs(record) ?? 0
  const { sent, lost, repeated, isReconciled } = totals.sum()
  const events = (kind: string) => live.events.filter(event => event.kind === kind)
  return {
    name: record.scenarioName,
    runId: record.id,
    state: record.state,
    cause: record.cause ?? '',
    causeDetail: causeText(record.causeDetail, 'en'),
    startedAt,
    durationMs: windowMs,
    ...figuresOf(live.merge.total(windowMs)),
    sent,
    lost,
    repeated,
    reconciled: isReconciled,
    workers: totals.workers.size,
    peakUsers: live.peakUsers,
    iterations: totals.iterations,
    lateStarts: totals.lateStarts,
    droppedStarts: totals.droppedStarts,
    sentBytes: totals.sentBytes,
    receivedBytes: totals.receivedBytes,
    labels: live.merge
      .labelStatistics(windowMs)
      .map(({ label, ...statistics }) => ({ label: label.name, kind: label.kind, ...figuresOf(statistics) })),
    metrics: metricResults(live.merge.metrics.table(windowMs).rows),
    errors: live.merge.errors.all().map(inEnglish),
    judged:
      record.slaResults.length === 0
        ? null
        : judgedPartOf(record, {
            events: live.events,
            toMs: windowMs,
            firstSecond: 0,
            includesRampUp: false,
          }),
    machine: totals.health.summary(),
    sla: record.slaResults.map(({ rule, state, reason, value, violatedSeconds }) => ({
      rule: slaTextOf(rule) ?? `${rule.label}: ${rule.metric} ${rule.operator} ${rule.threshold}`,
      state,
      reason,
      value,
      violatedSeconds,
    })),
    overload: events('generatorOverloaded').map(({ params }) => params),
    generatorLimit: record.isGeneratorLimit,
    workersLost: events('workerLost').length,
    ...events('roundsEnded').reduce((_, { params }) => ({ rounds: params }), {}),
    ...(log === null ? {} : { sampleLog: log.path, sampleLines: log.lines }),
  }
}

/** The terminal and the result file are in English. */
const inEnglish = (group: ErrorGroup): ErrorGroup => ({
  ...group,
  message: causeText(group.message, 'en'),
  sample: group.sample && {
    ...group.sample,
    error: group.sample.error && {
      ...group.sample.error,
      message: causeText(group.sample.error.message, 'en'),
    },
    checkpoints: group.sample.checkpoints.map(checkpoint => ({
      ...checkpoint,
      summary: causeText(checkpoint.summary, 'en'),
    })),
  },
})

type Statistics = Omit<LabelStatistics, 'label' | 'phases'>

function figuresOf({ count, failed, errorPercent, perSecond, ...figures }: Statistics): RunFigures {
  const measured = (value: number) => (count === 0 ? null : value)
  return {
    requests: count,
    failed,
    errorPercent: measured(errorPercent),
    rps: perSecond,
    minMs: measured(figures.minMs),
    avgMs: measured(figures.avgMs),
    p50Ms: measured(figures.p50Ms),
    p90Ms: measured(figures.p90Ms),
    p95Ms: measured(figures.p95Ms),
    p99Ms: measured(figures.p99Ms),
    p999Ms: measured(figures.p999Ms),
    maxMs: measured(figures.maxMs),
    sentBytesPerSecond: figures.sentBytesPerSecond,
    receivedBytesPerSecond: figures.receivedBytesPerSecond,
  }
}

const brokenCauses: readonly string[] = [
  'agentLost',
  'workerLost',
  'diskFull',
  'startFailed',
  'timeout',
  'scriptFault',
]

/** The most severe exit that applies to the run. */
export function exitOf(result: RunResult): ExitName {
  const { cause, state, requests, failed, reconciled, sla, capacity, generatorLimit } = result
  if (brokenCauses.includes(cause) || capacity?.kind === 'generatorLimit' || generatorLimit)
    return 'runBroken'
  if (!reconciled) return 'negative'
  if (requests === failed)
    return cause === 'stoppedByUser' && requests === 0 ? 'stoppedByHand' : 'nothingPassed'
  if (cause === 'slaStop' || cause === 'stopTest' || sla.some(({ state: rule }) => rule === 'broken'))
    return 'negative'
  if (capacity?.kind === 'none' || capacity?.kind === 'notEnoughData') return 'negative'
  if (cause === 'rowsUsedUp') return 'rowsUsedUp'
  if (state === 'userStopped' || isActiveRun(state as 'running')) return 'stoppedByHand'
  return 'ok'
}
