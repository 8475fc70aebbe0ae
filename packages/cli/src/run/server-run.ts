/** `--scenario`: a scenario of a server is run there, by its own load machines; the result is that of its report. */
import { setTimeout as wait } from 'node:timers/promises'
import { calls } from '@pone/contract/calls/registry.ts'
import type { RunDetail } from '@pone/contract/entities/run.ts'
import { isActiveRun } from '@pone/contract/states.ts'
import { causeText } from '@pone/contract/told-cause.ts'
import { capacityTextOf } from '@pone/plan/code/capacity-text.ts'
import { slaTextOf } from '@pone/plan/code/sla-text.ts'
import { peak } from '@pone/plan/load-models/registry.ts'
import { type ReportContent, reportContentSchema } from '@pone/results/report/content.ts'
import { errorText } from '@pone/schema/error-text.ts'
import type { ApiClient } from '../demo/api-client.ts'
import { CommandError, type ExitName } from '../exit-codes.ts'
import { type CapacityResult, capacityLines, capacityOrder, capacityResult, levelLine } from './capacity.ts'
import type { RunOptions } from './options.ts'
import { findInCatalogue } from './server-source.ts'
import { watchStops } from './stops.ts'
import { formatCount, formatMs, formatRate } from './tables.ts'

const lookMs = 1_000
/** Highest load of a search, where none is given, as a multiple of the scenario's. */
const timesPlanned = 10
/** A report is made within seconds; one of a long run may take longer. */
const reportPatienceMs = 120_000

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
  } | null
  readonly capacity?: CapacityResult
}

/** @throws CommandError when the server refuses, or the report is not made */
export async function runOnServer(
  options: RunOptions,
  say: (line: string) => void,
): Promise<ServerRunResult> {
  const { api, projectId, id } = await findInCatalogue(options, 'scenario')
  const started = await startRun(api, { projectId, scenarioId: id }, options)
  say(`run #${started.number} of ${started.scenarioName} started on the server`)
  const order = { projectId, id: started.id }
  const failed = (cause: unknown) => say(errorText(cause))
  const stops = watchStops({
    stop: () => void api.send(calls.run.stop, order).catch(failed),
    force: () => void api.send(calls.run.forceStop, order).catch(failed),
  })
  try {
    const ended = await followed(api, order, say)
    return resultOf(ended, ended.startedAt === null ? null : await reportOf(api, order))
  } finally {
    stops.release()
  }
}

async function startRun(
  api: ApiClient,
  target: { readonly projectId: string; readonly scenarioId: string },
  { capacity, load, levelTimeMs }: RunOptions,
): Promise<RunDetail> {
  if (capacity === null) return api.send(calls.run.start, target)
  const drive = load.ratePerSecond === null ? 'users' : 'arrivals'
  const maxUsers = load.maxUsers ?? (drive === 'users' ? await usersFor(api, target) : null)
  const order = capacityOrder({ rules: capacity, drive, load: { ...load, maxUsers }, levelTimeMs })
  return api.send(calls.run.findCapacity, { ...target, ...order, rules: capacityTextOf(capacity) })
}

/** The server reserves the highest load: ten times the scenario's own, where its cluster has as many users left. */
async function usersFor(
  api: ApiClient,
  { projectId, scenarioId }: { readonly projectId: string; readonly scenarioId: string },
): Promise<number> {
  const { document } = await api.send(calls.scenario.get, { projectId, id: scenarioId })
  const clusters = await api.send(calls.scenario.clusters, { projectId })
  const free = clusters.find(({ id }) => id === document.clusterId)?.remainingUsers ?? 0
  return Math.max(1, Math.min(timesPlanned * Math.max(1, Math.ceil(peak(document.loadModel))), free))
}

/** The run when it has ended; each level of a search is said meanwhile. */
async function followed(
  api: ApiClient,
  order: { readonly projectId: string; readonly id: string },
  say: (line: string) => void,
): Promise<RunDetail> {
  for (let told = 0; ; await wait(lookMs)) {
    const run = await api.send(calls.run.get, order)
    const { capacity } = run
    if (capacity) {
      for (const level of capacity.levels.slice(told)) say(levelLine(level, capacity))
      told = capacity.levels.length
    }
    if (!isActiveRun(run.state)) return run
  }
}

async function reportOf(
  api: ApiClient,
  { projectId, id: runId }: { readonly projectId: string; readonly id: string },
): Promise<ReportContent> {
  for (const until = Date.now() + reportPatienceMs; Date.now() < until; await wait(lookMs)) {
    const [report] = await api.send(calls.report.list, { projectId, runId })
    if (report === undefined || report.state === 'generating') continue
    const { content } = await api.send(calls.report.get, { projectId, id: report.id })
    if (content !== null) return reportContentSchema.parse(content)
    throw new CommandError('serverFailed', `The report of the run could not be made: ${report.failure ?? ''}`)
  }
  throw new CommandError('serverFailed', 'The report of the run was not made in time.')
}

function resultOf(run: RunDetail, content: ReportContent | null): ServerRunResult {
  const { bottleneck = null, monitoring = null } = content ?? {}
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
    monitoring: monitoring && {
      links: monitoring.links.map(({ name }) => name),
      monitors: monitoring.monitors.map(({ name }) => name),
      series: monitoring.series.length,
      notes: monitoring.notes.map(({ name, text }) => `${name}: ${text.en}`),
    },
    ...(run.capacity ? { capacity: capacityResult(run.capacity) } : {}),
  }
}

/** The result for people. */
export function serverSummary(result: ServerRunResult): string[] {
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
