/** Which sections the types of monitors ask, for their states over time. */
import type { AskedSections } from '@pone/results/flow-report/health.ts'
import type { MonitoredRunDeps } from './monitored-run.ts'

/** Answers undefined for a monitor that does not exist, or whose type is gone. */
export async function askedSections(
  { monitors, types }: Pick<MonitoredRunDeps, 'monitors' | 'types'>,
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
