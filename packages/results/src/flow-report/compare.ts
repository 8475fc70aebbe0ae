/** Two sessions of a link beside each other, counter by counter. Pure. */
import type { ComparedCounter, FlowContent, FlowStatistics } from '@pone/contract/entities/flow-report.ts'
import type { RunSeries } from '@pone/contract/entities/run-monitoring.ts'

/** In the order of the first session; what only the second one has comes last. */
export function compareFlows(base: FlowContent, other: FlowContent): ComparedCounter[] {
  const [first, second] = [bySeries(base), bySeries(other)]
  return [...new Set([...first.keys(), ...second.keys()])].flatMap((key): ComparedCounter[] => {
    const [from, to] = [first.get(key), second.get(key)]
    const found = from ?? to
    if (found === undefined) return []
    const { monitorId, section, counter, labels, names, unit } = found.series
    const statistics = { base: from?.statistics ?? null, other: to?.statistics ?? null }
    return [{ monitorId, monitorName: found.name, section, counter, labels, names, unit, ...statistics }]
  })
}

interface Found {
  readonly name: string
  readonly series: RunSeries
  readonly statistics: FlowStatistics
}

function bySeries({ monitoring, statistics }: FlowContent): Map<string, Found> {
  const nameOf = new Map(monitoring.monitors.map(({ id, name }) => [id, name]))
  return new Map(
    monitoring.series.flatMap((series, at): [string, Found][] => {
      const own = statistics[at]
      if (own === undefined) return []
      const labels = Object.entries(series.labels).toSorted(([a], [b]) => (a < b ? -1 : 1))
      const key = JSON.stringify([series.monitorId, series.section, series.counter, labels])
      return [[key, { name: nameOf.get(series.monitorId) ?? '', series, statistics: own }]]
    }),
  )
}
