/** Generates reports one after the other, so that they do not take CPU from active runs. */
import { runDurationMs } from '@pone/metrics/run-part.ts'
import { makeReport, type ReportStore } from '@pone/results/report/make-report.ts'
import { reportRange } from '@pone/results/report-range.ts'
import { errorText } from '@pone/schema/error-text.ts'
import type { RunRepository } from '../run/run.repository.ts'
import type { RunBatchRepository } from '../run/run-batch.repository.ts'
import { judgeInThread } from './judge-thread.ts'
import type { ReportRepository, StoredReport } from './report.repository.ts'

export interface ReportMakingDeps {
  readonly reports: ReportRepository
  readonly runs: Pick<RunRepository, 'findById' | 'machines' | 'events' | 'addEvent'>
  readonly batches: RunBatchRepository
  readonly monitoring?: ReportStore['monitoring']
  readonly mixOf?: ReportStore['mixOf']
  /** Prepares other derived data of an ended run; called after the report of the whole run. */
  readonly afterwards?: ((runId: string) => Promise<unknown>) | undefined
  readonly now: () => number
  readonly onFailure: (what: string, cause: unknown) => void
}

export class ReportMaking {
  readonly #deps: ReportMakingDeps
  #tail: Promise<void> = Promise.resolve()

  constructor(deps: ReportMakingDeps) {
    this.#deps = deps
  }

  /** Resolves when the report is generated, or has failed; the failure is stored in the report. */
  enqueue(report: StoredReport): Promise<void> {
    // A report that could not even be marked as failed is generated at the next start.
    this.#tail = this.#tail
      .then(() => this.#make(report))
      .catch(cause => this.#deps.onFailure(`report ${report.id}`, cause))
    return this.#tail
  }

  /** Resolves when no report is being generated. */
  idle(): Promise<void> {
    return this.#tail
  }

  async #make(report: StoredReport): Promise<void> {
    const { reports, runs, now, afterwards, onFailure } = this.#deps
    try {
      const record = await runs.findById(report.runId)
      if (record === null) return
      const durationMs = runDurationMs(record) ?? 0
      const isWhole = report.fromMs === 0 && report.toMs >= durationMs
      const asked = isWhole ? { fromMs: null, toMs: null } : { fromMs: report.fromMs, toMs: report.toMs }
      const range = reportRange(durationMs, asked)
      const { includesRampUp } = report
      const content = await makeReport(
        { record, range, includesRampUp, now: now() },
        { ...this.#deps, judge: judgeInThread },
      )
      const state = content.missing.length === 0 ? 'successful' : 'partlySuccessful'
      await reports.finish(report.id, { state, failure: null, content })
      await this.#publish(report, state)
      if (!isWhole) return
      await afterwards?.(report.runId).catch((cause: unknown) =>
        onFailure(`after report ${report.id}`, cause),
      )
    } catch (cause) {
      onFailure(`report ${report.id}`, cause)
      await reports.finish(report.id, { state: 'failed', failure: errorText(cause), content: null })
      await this.#publish(report, 'failed')
    }
  }

  /** Adds an event to the run's log. */
  #publish({ id, runId, fromMs, toMs, createdBy }: StoredReport, state: string): Promise<void> {
    const { runs, now, onFailure } = this.#deps
    return (
      runs
        .addEvent(runId, { at: now(), kind: 'reportMade', params: { state, fromMs, toMs }, by: createdBy })
        // The run may have been deleted meanwhile.
        .catch((cause: unknown) => onFailure(`telling of report ${id}`, cause))
    )
  }
}
