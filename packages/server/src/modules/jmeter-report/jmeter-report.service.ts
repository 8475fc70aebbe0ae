/** Reports of JMeter runs: made by themselves once all sample logs are there, and again with other settings; one after the other, behind the answer. */

import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import {
  type JmeterReport,
  type JmeterReportContent,
  type JmeterReportSettings,
  type JmeterSampleLog,
  jmeterReportSettingsSchema,
} from '@pone/contract/entities/jmeter-report.ts'
import { AppError } from '@pone/contract/errors.ts'
import { isActiveRun } from '@pone/contract/states.ts'
import { runDurationMs } from '@pone/metrics/run-part.ts'
import { engines } from '@pone/plan/engines/registry.ts'
import { granularityFor } from '@pone/results/jmeter/granularity.ts'
import type { RunRecord } from '@pone/results/run-record.ts'
import { errorText } from '@pone/schema/error-text.ts'
import type { RunRepository } from '../run/run.repository.ts'
import type { SampleLogService } from '../sample-log/sample-log.service.ts'
import { computeDashboard, type DashboardResult } from './compute-dashboard.ts'
import type { JmeterReportOutcome, JmeterReportRepository, WantedReport } from './jmeter-report.repository.ts'

const timeoutMs = 20 * 60_000

export interface JmeterReportServiceDeps {
  readonly reports: JmeterReportRepository
  readonly runs: Pick<RunRepository, 'find' | 'findById' | 'machines'>
  readonly samples: Pick<SampleLogService, 'parts' | 'open'>
  readonly now: () => number
  readonly onFailure: (what: string, cause: unknown) => void
}

export type DateReading = Pick<JmeterReportSettings, 'utcOffsetMinutes' | 'dateOrder'>

export interface JmeterReportView {
  readonly report: JmeterReport | null
  readonly content: JmeterReportContent | null
  readonly logs: JmeterSampleLog[]
  readonly isWhole: boolean
}

export type JmeterReportService = ReturnType<typeof createJmeterReportService>

export function createJmeterReportService(deps: JmeterReportServiceDeps) {
  const { reports, runs, samples, now } = deps
  const closing = new AbortController()
  /** One at a time: reports must not take the machine from the runs. */
  let tail: Promise<void> = Promise.resolve()

  const compute = async (wanted: WantedReport, record: RunRecord): Promise<DashboardResult> => {
    const { parts, workers } = await samples.parts(record.id)
    if (parts.length === 0) return { content: null, failure: { code: 'logMissing', detail: '' } }
    const nameOf = await machineNames(record.id)
    return computeDashboard({
      settings: wanted.settings,
      startedAt: record.startedAt ?? record.createdAt,
      granularityMs: granularityFor(runDurationMs(record) ?? 0),
      missingLogs: Math.max(0, workers - parts.length),
      logs: parts.map(({ agentId, open }) => ({ machine: nameOf(agentId), open })),
      timeoutMs,
      signal: closing.signal,
    })
  }

  const make = async (wanted: WantedReport): Promise<void> => {
    const record = await runs.findById(wanted.runId)
    if (record === null || closing.signal.aborted) return
    const result = await compute(wanted, record).catch((cause: unknown): DashboardResult => {
      deps.onFailure(`JMeter report of run ${record.id}`, cause)
      const detail = errorText(cause)
      return { content: null, failure: { code: 'fault', detail } }
    })
    // What is stopped by the server's end is made at its next start.
    if (closing.signal.aborted) return
    await reports.finish(wanted.attempt, outcomeOf(result))
  }

  const enqueue = (wanted: WantedReport): void => {
    // A report that could not even be marked as failed is taken up at the next start.
    tail = tail
      .then(() => make(wanted))
      .catch(cause => deps.onFailure(`JMeter report of run ${wanted.runId}`, cause))
  }

  const want = async (runId: string, settings: JmeterReportSettings, by: string): Promise<JmeterReport> => {
    const wanted: WantedReport = {
      runId,
      attempt: randomUUID(),
      state: 'generating',
      failure: null,
      settings,
      createdAt: now(),
      createdBy: by,
    }
    await reports.want(wanted)
    enqueue(wanted)
    return withoutAttempt(wanted)
  }

  const machineNames = async (runId: string): Promise<(agentId: string) => string> => {
    const names = new Map((await runs.machines(runId)).map(({ agentId, name }) => [agentId, name]))
    return agentId => names.get(agentId) ?? ''
  }

  const runOf = async (projectId: string, runId: string): Promise<RunRecord> => {
    const record = await runs.find(projectId, runId)
    if (record === null) throw new AppError('NotFound', { what: 'run' })
    return record
  }

  return {
    /** A sample log of the run has come; with the last one the report is made. `dates` says how its dates are to be read. */
    async samplesCame(runId: string, dates: Partial<DateReading> = {}): Promise<void> {
      const record = await runs.findById(runId)
      if (record === null || !engines[record.scenario.engine].hasOwnReport || isActiveRun(record.state))
        return
      const { parts, workers } = await samples.parts(runId)
      if (parts.length < workers) return
      const before = await reports.find(runId)
      const settings = before?.report.settings ?? jmeterReportSettingsSchema.parse({})
      await want(runId, { ...settings, ...dates }, before?.report.createdBy ?? record.startedBy)
    },

    /** Answers at once; the report is being made. @throws AppError NotFound, RunActive, SampleLogMissing */
    async generate(input: {
      projectId: string
      runId: string
      settings: JmeterReportSettings
      by: string
    }): Promise<JmeterReport> {
      const record = await runOf(input.projectId, input.runId)
      if (isActiveRun(record.state)) throw new AppError('RunActive')
      if ((await samples.parts(record.id)).parts.length === 0) throw new AppError('SampleLogMissing')
      return want(record.id, input.settings, input.by)
    },

    /** @throws AppError NotFound */
    async get(projectId: string, runId: string): Promise<JmeterReportView> {
      const record = await runOf(projectId, runId)
      const found = await reports.find(record.id)
      const { parts, workers } = await samples.parts(record.id)
      const nameOf = await machineNames(record.id)
      return {
        report: found === null ? null : withoutAttempt(found.report),
        content: found?.content ?? null,
        logs: parts.map(({ agentId, worker, sizeBytes }) => ({
          agentId,
          worker,
          sizeBytes,
          machine: nameOf(agentId),
        })),
        isWhole: !isActiveRun(record.state) && parts.length > 0 && parts.length >= workers,
      }
    },

    /** The JTL of all machines, or of one worker. @throws AppError NotFound, SampleLogMissing */
    samples: (
      projectId: string,
      runId: string,
      of: { agentId: string; worker: string } | null,
    ): Promise<{ name: string; body: Readable }> => samples.open(projectId, runId, of),

    /** Makes what a server that died left half made; call at the start. */
    async resume(): Promise<void> {
      for (const wanted of await reports.unfinished()) enqueue(wanted)
    },

    /** Resolves when no report is being made. */
    idle: (): Promise<void> => tail,

    /** Stops what is being made; the next start makes it. */
    async close(): Promise<void> {
      closing.abort()
      await tail
    },
  }
}

function outcomeOf({ content, failure }: DashboardResult): JmeterReportOutcome {
  if (content === null) return { state: 'failed', failure, content }
  const isPart =
    content.missingLogs > 0 ||
    content.sources.some(({ skipped, isCutOff, fault }) => skipped.length > 0 || isCutOff || fault !== null)
  return { state: isPart ? 'partlySuccessful' : 'successful', failure: null, content }
}

const withoutAttempt = ({
  runId,
  state,
  failure,
  settings,
  createdAt,
  createdBy,
}: WantedReport): JmeterReport => ({ runId, state, failure, settings, createdAt, createdBy })
