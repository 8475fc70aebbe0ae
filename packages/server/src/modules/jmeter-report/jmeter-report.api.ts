/** Calls of reports and logs of JMeter runs. */
import type { Calls } from '@pone/contract/calls/registry.ts'
import type { Handlers } from '../../calls/handler.ts'
import type { JmeterReportService } from './jmeter-report.service.ts'
import type { RunLogService } from './run-log.service.ts'

export function jmeterReportApi(service: JmeterReportService): Handlers<Calls['jmeterReport']> {
  return {
    get: ({ projectId, runId }) => service.get(projectId, runId),
    async generate({ projectId, runId, settings }, { user, audit }) {
      audit.target(await service.runName(projectId, runId))
      audit.after(settings)
      return service.generate({ projectId, runId, settings, by: user.account })
    },
    async samples({ projectId, runId, agentId, worker }) {
      const of = agentId === null || worker === null ? null : { agentId, worker }
      const { name, body } = await service.samples(projectId, runId, of)
      return { name, contentType: 'text/csv; charset=utf-8', body }
    },
  }
}

export const jmeterLogApi = (service: RunLogService): Handlers<Calls['jmeterLog']> => ({
  lines: input => service.lines(input),
  download: input => service.open(input),
})
