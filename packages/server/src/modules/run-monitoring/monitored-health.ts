/** States of monitors over the time of a run or a session, from what was collected in it. */
import type { FlowHealth } from '@pone/contract/entities/flow-report.ts'
import type { RunMonitoring } from '@pone/contract/entities/run-monitoring.ts'
import { type AskedSections, healthOf } from '@pone/results/flow-report/health.ts'
import type { MonitoredRunDeps } from './monitored-run.ts'

type Deps = Pick<MonitoredRunDeps, 'monitors' | 'types'>

/** Of each monitor, from the start to `lengthMs`. */
export async function monitoredHealth(
  deps: Deps,
  monitoring: RunMonitoring,
  { projectId, lengthMs }: { readonly projectId: string; readonly lengthMs: number },
): Promise<FlowHealth[]> {
  const ids = monitoring.monitors.map(({ id }) => id)
  return healthOf(monitoring, await askedSections(deps, projectId, ids), lengthMs)
}

/** Answers undefined for a monitor that does not exist, or whose type is gone. */
async function askedSections(
  { monitors, types }: Deps,
  projectId: string,
  ids: readonly string[],
): Promise<(monitorId: string) => AskedSections | undefined> {
  const rows = await monitors.findAll(projectId, ids)
  const typeOf = await types.of(rows)
  const sections = new Map(
    rows.flatMap(row => {
      const own = typeOf(row)?.sections
      if (own === undefined) return []
      const answering = own.filter(section => section.answersAvailability).map(({ key }) => key)
      return [[row.id, { all: own.map(({ key }) => key), answering }] as const]
    }),
  )
  return id => sections.get(id)
}
