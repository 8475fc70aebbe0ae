/** Reports of runs: one automatically at a run's end, more on request for any time range; generated after the response. */

import { randomUUID } from 'node:crypto'
import type { Report } from '@pone/contract/entities/report.ts'
import { AppError } from '@pone/contract/errors.ts'
import { isActiveRun } from '@pone/contract/states.ts'
import { runDurationMs } from '@pone/metrics/run-part.ts'
import type { ReportContent } from '@pone/results/report/content.ts'
import { reportRange } from '@pone/results/report-range.ts'
import { type RunRecord } from '@pone/results/run-record.ts'
import type { RunRepository } from '../run/run.repository.ts'
import { runName } from '../run/run-name.ts'
import type { StoredReport } from './report.repository.ts'
import { batchesOfReport } from './report-batches.ts'
import { ReportMaking, type ReportMakingDeps } from './report-making.ts'

export type ReportServiceDeps = ReportMakingDeps & { readonly runs: Pick<RunRepository, 'find'> }

export type ReportWithContent = Report & { content: ReportContent | null }
export type ReportService = ReturnType<typeof createReportService>

export function createReportService(deps: ReportServiceDeps) {
  const { reports, runs, now } = deps
  const making = new ReportMaking(deps)

  const runOf = async (projectId: string, runId: string): Promise<RunRecord> => {
    const record = await runs.find(projectId, runId)
    if (record === null) throw new AppError('NotFound', { what: 'run' })
    return record
  }

  return {
    /** Generates the report of the whole run, and replaces an existing one; resolves when it is done. */
    async makeAutomatic(record: RunRecord): Promise<void> {
      const durationMs = runDurationMs(record)
      if (durationMs === null) return
      const range = { fromMs: 0, toMs: durationMs, includesRampUp: false }
      await making.enqueue(
        await reports.upsertAutomatic(
          newReport(record, range, { createdAt: now(), createdBy: record.startedBy }),
        ),
      )
    },

    /** As operation records name the run. @throws AppError NotFound */
    async runName(projectId: string, runId: string): Promise<string> {
      return runName(await runOf(projectId, runId))
    },

    /** Returns at once, while the report is being generated. @throws AppError NotFound, RunActive, ReportRange */
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
      const report = newReport(
        record,
        { ...reportRange(durationMs, input), includesRampUp },
        { createdAt: now(), createdBy: by },
      )
      await reports.insert(report)
      void making.enqueue(report) // Its faults are kept in the report.
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

    /** Batches of the report's part of its run, ascending by second; until the signal fires. */
    batchesOf: (content: ReportContent, gone: AbortSignal) => batchesOfReport(deps.batches, content, gone),

    /** Generates unfinished reports of failed servers; call at the start. */
    async resume(): Promise<void> {
      for (const report of await reports.unfinished()) void making.enqueue(report) // Its faults are kept in the report.
    },

    /** Resolves when no report is being generated. */
    idle: (): Promise<void> => making.idle(),
  }
}

const newReport = (
  { id: runId, projectId }: RunRecord,
  range: Pick<StoredReport, 'fromMs' | 'toMs' | 'includesRampUp'>,
  created: Pick<StoredReport, 'createdAt' | 'createdBy'>,
): StoredReport => ({
  id: randomUUID(),
  projectId,
  runId,
  state: 'generating',
  failure: null,
  ...range,
  ...created,
})

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
