/** Joins what reports and logs of JMeter runs need. */
import type { Clock } from '../adapters/clock.ts'
import type { Database } from '../adapters/database/database.ts'
import { jmeterLogApi, jmeterReportApi } from '../modules/jmeter-report/jmeter-report.api.ts'
import { createJmeterReportRepository } from '../modules/jmeter-report/jmeter-report.repository.ts'
import {
  createJmeterReportService,
  type DateReading,
} from '../modules/jmeter-report/jmeter-report.service.ts'
import { createRunLogRepository } from '../modules/jmeter-report/run-log.repository.ts'
import { createRunLogService } from '../modules/jmeter-report/run-log.service.ts'
import { createRunRepository } from '../modules/run/run.repository.ts'
import type { SampleLogService } from '../modules/sample-log/sample-log.service.ts'

export function composeJmeterReports(options: {
  readonly database: Database
  readonly clock: Clock
  readonly samples: SampleLogService
  readonly onFailure: (what: string, cause: unknown) => void
}) {
  const { database, clock, samples, onFailure } = options
  const runs = createRunRepository(database)
  const jmeterReports = createJmeterReportService({
    reports: createJmeterReportRepository(database),
    runs,
    samples,
    now: clock,
    onFailure,
  })
  const log = createRunLogService({ runs, log: createRunLogRepository(database) })
  /** The log is safe; a report that cannot be begun can be asked for on the page. */
  const samplesCame = (runId: string, dates?: DateReading): Promise<void> =>
    jmeterReports.samplesCame(runId, dates).catch(cause => onFailure(`JMeter report of run ${runId}`, cause))
  return {
    jmeterReports,
    handlers: { jmeterReport: jmeterReportApi(jmeterReports), jmeterLog: jmeterLogApi(log) },
    samplesCame,
    /** Takes a sample log over, and makes the report when it was the last one. */
    takeSampleLog: async (upload: Parameters<SampleLogService['take']>[0]): Promise<boolean> => {
      const isTaken = await samples.take(upload)
      if (isTaken) await samplesCame(upload.runId)
      return isTaken
    },
  }
}
