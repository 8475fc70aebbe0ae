/** Reports and logs of JMeter runs. */
import type { ModuleBase } from '../module.ts'
import { createRunRepository } from '../run/run.repository.ts'
import type { SampleLogService } from '../sample-log/sample-log.service.ts'
import { jmeterLogApi, jmeterReportApi } from './jmeter-report.api.ts'
import { createJmeterReportRepository } from './jmeter-report.repository.ts'
import { createJmeterReportService, type DateReading } from './jmeter-report.service.ts'
import { createRunLogRepository } from './run-log.repository.ts'
import { createRunLogService } from './run-log.service.ts'

export interface JmeterReportModuleDeps extends ModuleBase {
  readonly sampleLogs: SampleLogService
}

export function jmeterReportModule({ database, clock, sampleLogs, onFailure }: JmeterReportModuleDeps) {
  const runs = createRunRepository(database)
  const jmeterReports = createJmeterReportService({
    reports: createJmeterReportRepository(database),
    runs,
    samples: sampleLogs,
    now: clock,
    onFailure,
  })
  const log = createRunLogService({ runs, log: createRunLogRepository(database) })
  /** The log is safe; a report that cannot be begun can be asked for on the page. */
  const samplesCame = (runId: string, dates?: DateReading): Promise<void> =>
    jmeterReports.samplesCame(runId, dates).catch(cause => onFailure(`JMeter report of run ${runId}`, cause))
  return {
    handlers: { jmeterReport: jmeterReportApi(jmeterReports), jmeterLog: jmeterLogApi(log) },
    services: {
      jmeterReports,
      samplesCame,
      /** Takes a sample log over, and makes the report when it was the last one. */
      takeSampleLog: async (upload: Parameters<SampleLogService['take']>[0]): Promise<boolean> => {
        const isTaken = await sampleLogs.take(upload)
        if (isTaken) await samplesCame(upload.runId)
        return isTaken
      },
    },
    start: () => jmeterReports.resume(),
    close: () => jmeterReports.close(),
  }
}
