/** `--scenario`: a scenario of a server is run there, by its own load machines; the result is that of its report. */
import { setTimeout as wait } from 'node:timers/promises'
import { calls } from '@pone/contract/calls/registry.ts'
import type { RunDetail, RunLive } from '@pone/contract/entities/run.ts'
import { isActiveRun } from '@pone/contract/states.ts'
import { capacityTextOf } from '@pone/plan/code/capacity-text.ts'
import { peak } from '@pone/plan/load-models/registry.ts'
import { type ReportContent, reportContentSchema } from '@pone/results/report/content.ts'
import { errorText } from '@pone/schema/error-text.ts'
import type { ApiClient } from '../demo/api-client.ts'
import { CommandError } from '../exit-codes.ts'
import { capacityOrder, levelLine } from './capacity.ts'
import type { RunOptions } from './options.ts'
import { intervalLine, intervalsFrom, type NamedSeries, namedSeries } from './server-monitoring.ts'
import { type ServerRunResult, serverResult } from './server-result.ts'
import { findInCatalogue } from './server-source.ts'
import { watchStops } from './stops.ts'

const lookMs = 1_000
/** How often the load and the monitors are asked for. */
const figuresMs = 5_000
/** Highest load of a search, where none is given, as a multiple of the scenario's. */
const timesPlanned = 10
/** A report is made within seconds; one of a long run may take longer. */
const reportPatienceMs = 120_000

/** Where the progress of a run goes. */
export interface Progress {
  /** Messages. */
  say(line: string): void
  /** The load and the counters of a part of the run. */
  show(line: string): void
}

/** @throws CommandError when the server refuses, or the report is not made */
export async function runOnServer(options: RunOptions, progress: Progress): Promise<ServerRunResult> {
  const say = (line: string) => progress.say(line)
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
    const wanted = options.counters
    const { run, shownMs } = await followed({ api, order, wanted }, progress)
    if (run.startedAt === null) return serverResult(run, null, wanted)
    const content = await reportOf(api, order)
    const live = await api.send(calls.run.live, order)
    const shown = content.monitoring === null ? [] : namedSeries(content.monitoring, wanted)
    showFrom(shownMs, live, { shown, nowMs: Number.POSITIVE_INFINITY }, progress)
    return serverResult(run, { content, live }, wanted)
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

interface Followed {
  readonly api: ApiClient
  readonly order: { readonly projectId: string; readonly id: string }
  readonly wanted: readonly string[]
}

/** The run when it has ended, and up to where its load was shown; each level of a search is told meanwhile. */
async function followed(
  { api, order, wanted }: Followed,
  progress: Progress,
): Promise<{ run: RunDetail; shownMs: number }> {
  let shownMs = 0
  let askedAt = 0
  for (let told = 0; ; await wait(lookMs)) {
    const run = await api.send(calls.run.get, order)
    const { capacity } = run
    if (capacity) {
      for (const level of capacity.levels.slice(told)) progress.say(levelLine(level, capacity))
      told = capacity.levels.length
    }
    if (!isActiveRun(run.state)) return { run, shownMs }
    if (run.startedAt === null || run.now - askedAt < figuresMs) continue
    askedAt = run.now
    const monitoring = await api.send(calls.runMonitoring.get, order)
    const shown = monitoring === null ? [] : namedSeries(monitoring, wanted)
    const live = await api.send(calls.run.live, order)
    shownMs = showFrom(shownMs, live, { shown, nowMs: run.now - run.startedAt }, progress)
  }
}

/** Shows what can be shown from `fromMs` on; returns up to where. */
function showFrom(
  fromMs: number,
  live: RunLive,
  known: { readonly shown: readonly NamedSeries[]; readonly nowMs: number },
  progress: Progress,
): number {
  const intervals = intervalsFrom(fromMs, live, known)
  for (const interval of intervals) progress.show(intervalLine(interval, known.shown))
  return intervals.at(-1)?.toMs ?? fromMs
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
