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
import { engines } from '@pone/plan/engines/registry.ts'
import type { RunRecord } from '@pone/results/run-record.ts'
import type { RunRepository } from '../run/run.repository.ts'
import { runName } from '../run/run-name.ts'
import type { WantedReport } from './jmeter-report.repository.ts'
import { type JmeterReportServiceDeps, machineNames } from './report-machines.ts'
import { createReportQueue, type ReportQueue } from './report-queue.ts'

export type DateReading = Pick<JmeterReportSettings, 'utcOffsetMinutes' | 'dateOrder'>

export interface JmeterReportView {
  readonly report: JmeterReport | null
  readonly content: JmeterReportContent | null
  readonly logs: JmeterSampleLog[]
  readonly isWhole: boolean
}

export type JmeterReportService = ReturnType<typeof createJmeterReportService>

export function createJmeterReportService(deps: JmeterReportServiceDeps) {
  const queue = createReportQueue(deps)
  return {
    ...reportOrders(deps, queue),
    ...reportViews(deps),

    /** Makes what a server that died left half made; call at the start. */
    async resume(): Promise<void> {
      for (const wanted of await deps.reports.unfinished()) queue.enqueue(wanted)
    },

    /** Resolves when no report is being made. */
    idle: (): Promise<void> => queue.idle(),

    /** Stops what is being made; the next start makes it. */
    close: (): Promise<void> => queue.close(),
  }
}

/** Reports that are wanted: by themselves, or because a user asks. */
function reportOrders(deps: JmeterReportServiceDeps, queue: Pick<ReportQueue, 'enqueue'>) {
  const { reports, runs, samples, now } = deps
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
    queue.enqueue(wanted)
    return withoutAttempt(wanted)
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

    /** As operation records name the run. @throws AppError NotFound */
    async runName(projectId: string, runId: string): Promise<string> {
      return runName(await runOf(runs, projectId, runId))
    },

    /** Answers at once; the report is being made. @throws AppError NotFound, RunActive, SampleLogMissing */
    async generate(input: {
      projectId: string
      runId: string
      settings: JmeterReportSettings
      by: string
    }): Promise<JmeterReport> {
      const record = await runOf(runs, input.projectId, input.runId)
      if (isActiveRun(record.state)) throw new AppError('RunActive')
      if ((await samples.parts(record.id)).parts.length === 0) throw new AppError('SampleLogMissing')
      return want(record.id, input.settings, input.by)
    },
  }
}

/** Reports and sample logs as a page shows them. */
function reportViews({ reports, runs, samples }: JmeterReportServiceDeps) {
  return {
    /** @throws AppError NotFound */
    async get(projectId: string, runId: string): Promise<JmeterReportView> {
      const record = await runOf(runs, projectId, runId)
      const found = await reports.find(record.id)
      const { parts, workers } = await samples.parts(record.id)
      const nameOf = await machineNames(runs, record.id)
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
  }
}

async function runOf(
  runs: Pick<RunRepository, 'find'>,
  projectId: string,
  runId: string,
): Promise<RunRecord> {
  const record = await runs.find(projectId, runId)
  if (record === null) throw new AppError('NotFound', { what: 'run' })
  return record
}

const withoutAttempt = ({
  runId,
  state,
  failure,
  settings,
  createdAt,
  createdBy,
}: WantedReport): JmeterReport => ({ runId, state, failure, settings, createdAt, createdBy })
