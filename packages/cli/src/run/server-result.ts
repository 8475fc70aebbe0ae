/** The result of a run on a server, as JSON, as lines for people and as an exit; pure. */
import type { RunDetail, RunLive } from '@pone/contract/entities/run.ts'
import { causeText } from '@pone/contract/told-cause.ts'
import { slaTextOf } from '@pone/plan/code/sla-text.ts'
import type { ReportContent } from '@pone/results/report/content.ts'
import type { ExitName } from '../exit-codes.ts'
import { type CapacityResult, capacityLines, capacityResult } from './capacity.ts'
import {
  type CounterFigures,
  counterFigures,
  counterTable,
  type Interval,
  namedSeries,
  timelineOf,
} from './server-monitoring.ts'
import { formatCount, formatMs, formatRate } from './tables.ts'

export interface ServerRunResult {
  readonly name: string
  readonly number: number
  readonly runId: string
  readonly state: string
  readonly cause: string
  readonly causeDetail: string
  readonly requests: number
  readonly failed: number
  readonly rps: number
  readonly p95Ms: number | null
  /** Of the report. */
  readonly verdict: ReportContent['verdict']
  readonly sla: readonly { readonly rule: string; readonly state: string; readonly value: number | null }[]
  /** Which resource gave way, as the report says it; null without monitoring. */
  readonly bottleneck:
    | (Pick<NonNullable<ReportContent['bottleneck']>, 'kind' | 'knee'> & { readonly sentence: string })
    | null
  /** What was collected by the monitoring links of the run, as the report says it; null without any. */
  readonly monitoring: {
    readonly links: readonly string[]
    readonly monitors: readonly string[]
    readonly series: number
    readonly notes: readonly string[]
    /** Of the counters that were chosen. */
    readonly counters: readonly CounterFigures[]
    /** The load and the same counters, `counters` of a point in their order; times since the start of the run. */
    readonly timeline: readonly Interval[]
    readonly timelineCounters: readonly string[]
  } | null
  readonly capacity?: CapacityResult
}

/** What a run left on the server. */
interface Figures {
  readonly content: ReportContent
  readonly live: RunLive
}

/** `figures`: null where the run did not begin. */
export function serverResult(
  run: RunDetail,
  figures: Figures | null,
  wanted: readonly string[],
): ServerRunResult {
  const content = figures?.content ?? null
  const { bottleneck = null } = content ?? {}
  return {
    name: run.scenarioName,
    number: run.number,
    runId: run.id,
    state: run.state,
    cause: run.cause ?? '',
    causeDetail: causeText(run.causeDetail, 'en'),
    requests: run.requests,
    failed: run.failed,
    rps: run.requestsPerSecond,
    p95Ms: run.p95Ms,
    verdict: content?.verdict ?? 'invalid',
    sla: (content?.sla ?? []).map(({ rule, state, value }) => ({
      rule: slaTextOf(rule) ?? rule.metric,
      state,
      value,
    })),
    bottleneck: bottleneck && {
      kind: bottleneck.kind,
      sentence: bottleneck.sentence.en,
      knee: bottleneck.knee,
    },
    monitoring: figures && monitoringOf(figures, wanted),
    ...(run.capacity ? { capacity: capacityResult(run.capacity) } : {}),
  }
}

function monitoringOf(
  { content: { monitoring }, live }: Figures,
  wanted: readonly string[],
): ServerRunResult['monitoring'] {
  if (monitoring === null) return null
  const shown = namedSeries(monitoring, wanted)
  return {
    links: monitoring.links.map(({ name }) => name),
    monitors: monitoring.monitors.map(({ name }) => name),
    series: monitoring.series.length,
    notes: monitoring.notes.map(({ name, text }) => `${name}: ${text.en}`),
    counters: counterFigures(shown),
    timeline: timelineOf(live, shown),
    timelineCounters: shown.map(({ name }) => name),
  }
}

/** The result for people. */
export function serverSummary(result: ServerRunResult, widthCells: number): string[] {
  const { name, number, state, cause, requests, failed, rps, p95Ms, verdict } = result
  const { sla, bottleneck, monitoring, capacity } = result
  const p95 = p95Ms === null ? '' : `, P95 ${formatMs(p95Ms)}`
  return [
    '',
    `${name} #${number}: ${state} (${cause})`,
    `${formatCount(requests)} requests, ${formatCount(failed)} failed, ${formatRate(rps)}/s${p95}`,
    `Verdict: ${verdict}`,
    ...sla.map(rule => `  ${rule.rule}: ${rule.state}`),
    ...(bottleneck === null ? [] : [`Bottleneck: ${bottleneck.sentence}`]),
    ...(monitoring === null
      ? []
      : [
          `Monitoring: ${monitoring.links.join(', ')}; ${formatCount(monitoring.monitors.length)} monitors, ${formatCount(monitoring.series)} counters`,
          ...monitoring.notes.map(note => `  ${note}`),
          ...counterTable(monitoring.counters, widthCells),
        ]),
    ...(capacity === undefined ? [] : capacityLines(capacity)),
  ]
}

const endedAsMeant: readonly string[] = ['planned', 'rowsUsedUp']

/** The exit of a run on a server: as of one on this machine. */
export function serverExit({ cause, verdict, requests, failed, capacity, state }: ServerRunResult): ExitName {
  if (state === 'userStopped') return 'stoppedByHand'
  if (!endedAsMeant.includes(cause) && cause !== 'slaStop' && cause !== 'stopTest') return 'runBroken'
  if (capacity?.kind === 'generatorLimit') return 'runBroken'
  if (requests === failed) return 'nothingPassed'
  if (verdict === 'failed' || capacity?.kind === 'none' || capacity?.kind === 'notEnoughData')
    return 'negative'
  if (verdict === 'invalid') return 'runBroken'
  return cause === 'rowsUsedUp' ? 'rowsUsedUp' : 'ok'
}
