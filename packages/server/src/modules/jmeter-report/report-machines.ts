/** What the reports of JMeter runs are made of, and the names of the machines whose sample logs they read. */
import type { RunRepository } from '../run/run.repository.ts'
import type { SampleLogService } from '../sample-log/sample-log.service.ts'
import type { JmeterReportRepository } from './jmeter-report.repository.ts'

export interface JmeterReportServiceDeps {
  readonly reports: JmeterReportRepository
  readonly runs: Pick<RunRepository, 'find' | 'findById' | 'machines'>
  readonly samples: Pick<SampleLogService, 'parts' | 'open'>
  readonly now: () => number
  readonly onFailure: (what: string, cause: unknown) => void
}

/** Name of each machine of the run by its agent; '' for one that is not the run's. */
export async function machineNames(
  runs: Pick<RunRepository, 'machines'>,
  runId: string,
): Promise<(agentId: string) => string> {
  const names = new Map((await runs.machines(runId)).map(({ agentId, name }) => [agentId, name]))
  return agentId => names.get(agentId) ?? ''
}
