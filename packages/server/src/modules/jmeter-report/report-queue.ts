/** Makes the reports of JMeter runs that are wanted, one after the other, behind the answer. */
import { runDurationMs } from '@pone/metrics/run-part.ts'
import { granularityFor } from '@pone/results/jmeter/granularity.ts'
import type { RunRecord } from '@pone/results/run-record.ts'
import { errorText } from '@pone/schema/error-text.ts'
import { computeDashboard, type DashboardResult } from './compute-dashboard.ts'
import type { JmeterReportOutcome, WantedReport } from './jmeter-report.repository.ts'
import { type JmeterReportServiceDeps, machineNames } from './report-machines.ts'

const timeoutMs = 20 * 60_000

export interface ReportQueue {
  /** Returns at once; a report that could not even be marked as failed is taken up at the next start. */
  enqueue(wanted: WantedReport): void
  /** Resolves when no report is being made. */
  idle(): Promise<void>
  /** Stops what is being made; the next start makes it. */
  close(): Promise<void>
}

export function createReportQueue(deps: JmeterReportServiceDeps): ReportQueue {
  const closing = new AbortController()
  /** One at a time: reports must not take the machine from the runs. */
  let tail: Promise<void> = Promise.resolve()
  return {
    enqueue: wanted => {
      tail = tail
        .then(() => make(deps, wanted, closing.signal))
        .catch(cause => deps.onFailure(`JMeter report of run ${wanted.runId}`, cause))
    },
    idle: () => tail,
    close: async () => {
      closing.abort()
      await tail
    },
  }
}

async function make(deps: JmeterReportServiceDeps, wanted: WantedReport, signal: AbortSignal): Promise<void> {
  const record = await deps.runs.findById(wanted.runId)
  if (record === null || signal.aborted) return
  const result = await compute(deps, { wanted, record, signal }).catch((cause: unknown): DashboardResult => {
    deps.onFailure(`JMeter report of run ${record.id}`, cause)
    return { content: null, failure: { code: 'fault', detail: errorText(cause) } }
  })
  // What is stopped by the server's end is made at its next start.
  if (signal.aborted) return
  await deps.reports.finish(wanted.attempt, outcomeOf(result))
}

async function compute(
  { samples, runs }: Pick<JmeterReportServiceDeps, 'samples' | 'runs'>,
  { wanted, record, signal }: { wanted: WantedReport; record: RunRecord; signal: AbortSignal },
): Promise<DashboardResult> {
  const { parts, workers } = await samples.parts(record.id)
  if (parts.length === 0) return { content: null, failure: { code: 'logMissing', detail: '' } }
  const nameOf = await machineNames(runs, record.id)
  return computeDashboard({
    settings: wanted.settings,
    startedAt: record.startedAt ?? record.createdAt,
    granularityMs: granularityFor(runDurationMs(record) ?? 0),
    missingLogs: Math.max(0, workers - parts.length),
    logs: parts.map(({ agentId, open }) => ({ machine: nameOf(agentId), open })),
    timeoutMs,
    signal,
  })
}

function outcomeOf({ content, failure }: DashboardResult): JmeterReportOutcome {
  if (content === null) return { state: 'failed', failure, content }
  const isPart =
    content.missingLogs > 0 ||
    content.sources.some(({ skipped, isCutOff, fault }) => skipped.length > 0 || isCutOff || fault !== null)
  return { state: isPart ? 'partlySuccessful' : 'successful', failure: null, content }
}
