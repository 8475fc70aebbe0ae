/** Reports of runs: one by itself at a run's end, more on demand for any part of it; made one after the other, behind the answer. */

import { randomUUID } from 'node:crypto'
import type { Report } from '@pone/contract/entities/report.ts'
import { AppError } from '@pone/contract/errors.ts'
import { isActiveRun } from '@pone/contract/states.ts'
import { runDurationMs } from '@pone/metrics/run-part.ts'
import type { ReportContent } from '@pone/results/report/content.ts'
import { makeReport } from '@pone/results/report/make-report.ts'
import { reportRange } from '@pone/results/report-range.ts'
import { type RunRecord } from '@pone/results/run-record.ts'
import { errorText } from '@pone/schema/error-text.ts'
import type { RunRepository } from '../run/run.repository.ts'
import type { RunBatchRepository } from '../run/run-batch.repository.ts'
import type { ReportRepository, StoredReport } from './report.repository.ts'

export interface ReportServiceDeps {
  readonly reports: ReportRepository
  readonly runs: Pick<RunRepository, 'find' | 'findById' | 'machines' | 'events' | 'addEvent'>
  readonly batches: RunBatchRepository
  /** Prepares what else is read of a run that has ended; told after the report of the whole of it. */
  readonly afterwards?: ((runId: string) => Promise<unknown>) | undefined
  readonly now: () => number
  readonly onFailure: (what: string, cause: unknown) => void
}

export type ReportWithContent = Report & { content: ReportContent | null }
export type ReportService = ReturnType<typeof createReportService>

export function createReportService(deps: ReportServiceDeps) {
  const { reports, runs, now } = deps
  /** One at a time: reports must not take the machine from the runs. */
  let tail: Promise<void> = Promise.resolve()

  /** The run's log says who made which report. */
  const told = (report: StoredReport, state: string): Promise<void> =>
    runs
      .addEvent(report.runId, {
        at: now(),
        kind: 'reportMade',
        params: { state, fromMs: report.fromMs, toMs: report.toMs },
        by: report.createdBy,
      })
      // The run may have been deleted meanwhile.
      .catch((cause: unknown) => deps.onFailure(`telling of report ${report.id}`, cause))

  const make = async (report: StoredReport): Promise<void> => {
    try {
      const record = await runs.findById(report.runId)
      if (record === null) return
      const durationMs = runDurationMs(record) ?? 0
      const isWhole = report.fromMs === 0 && report.toMs >= durationMs
      const asked = isWhole ? { fromMs: null, toMs: null } : { fromMs: report.fromMs, toMs: report.toMs }
      const range = reportRange(durationMs, asked)
      const { includesRampUp } = report
      const content = await makeReport({ record, range, includesRampUp, now: now() }, deps)
      const state = content.missing.length === 0 ? 'successful' : 'partlySuccessful'
      await reports.finish(report.id, { state, failure: null, content })
      await told(report, state)
      if (isWhole) {
        await deps
          .afterwards?.(report.runId)
          .catch((cause: unknown) => deps.onFailure(`after report ${report.id}`, cause))
      }
    } catch (cause) {
      deps.onFailure(`report ${report.id}`, cause)
      const failure = errorText(cause)
      await reports.finish(report.id, { state: 'failed', failure, content: null })
      await told(report, 'failed')
    }
  }

  const enqueue = (report: StoredReport): Promise<void> => {
    // A report that could not even be marked as failed is taken up at the next start.
    tail = tail.then(() => make(report)).catch(cause => deps.onFailure(`report ${report.id}`, cause))
    return tail
  }

  const draft = (
    record: RunRecord,
    range: { fromMs: number; toMs: number; includesRampUp: boolean },
    by: string,
  ): StoredReport => ({
    id: randomUUID(),
    projectId: record.projectId,
    runId: record.id,
    state: 'generating',
    failure: null,
    fromMs: range.fromMs,
    toMs: range.toMs,
    includesRampUp: range.includesRampUp,
    createdAt: now(),
    createdBy: by,
  })

  const runOf = async (projectId: string, runId: string): Promise<RunRecord> => {
    const record = await runs.find(projectId, runId)
    if (record === null) throw new AppError('NotFound', { what: 'run' })
    return record
  }

  return {
    /** Makes the report of the whole run, again when there is one; resolves when it is made. */
    async makeAutomatic(record: RunRecord): Promise<void> {
      const durationMs = runDurationMs(record)
      if (durationMs === null) return
      const range = { fromMs: 0, toMs: durationMs, includesRampUp: false }
      await enqueue(await reports.upsertAutomatic(draft(record, range, record.startedBy)))
    },

    /** Answers at once; the report is being made. @throws AppError NotFound, RunActive, ReportRange */
    async generate(input: {
      projectId: string
      runId: string
      fromMs: number | null
      toMs: number | null
      includesRampUp: boolean
      by: string
    }): Promise<Report> {
      const record = await runOf(input.projectId, input.runId)
      if (isActiveRun(record.state)) throw new AppError('RunActive')
      const durationMs = runDurationMs(record)
      if (durationMs === null) throw new AppError('ReportRange')
      const { includesRampUp, by } = input
      const report = draft(record, { ...reportRange(durationMs, input), includesRampUp }, by)
      await reports.insert(report)
      void enqueue(report) // Its faults are kept in the report.
      return withoutProject(report)
    },

    /** Newest first. @throws AppError NotFound */
    async list(projectId: string, runId: string): Promise<Report[]> {
      await runOf(projectId, runId)
      return (await reports.list(projectId, runId)).map(withoutProject)
    },

    /** @throws AppError NotFound */
    async get(projectId: string, id: string): Promise<ReportWithContent> {
      const found = await reports.find(projectId, id)
      if (found === null) throw new AppError('NotFound', { what: 'report' })
      return { ...withoutProject(found), content: found.content }
    },

    /** Makes the reports that a server that died left half made; call at the start. */
    async resume(): Promise<void> {
      for (const report of await reports.unfinished()) void enqueue(report) // Its faults are kept in the report.
    },

    /** Resolves when no report is being made. */
    idle: (): Promise<void> => tail,
  }
}

const withoutProject = ({
  id,
  runId,
  state,
  failure,
  fromMs,
  toMs,
  includesRampUp,
  createdAt,
  createdBy,
}: StoredReport): Report => ({
  id,
  runId,
  state,
  failure,
  fromMs,
  toMs,
  includesRampUp,
  createdAt,
  createdBy,
})
