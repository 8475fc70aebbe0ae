/** Parts of what monitors collected during a run, and two of them as one; pure. */
import type { RunMonitoring } from '@pone/contract/entities/run-monitoring.ts'

/** What belongs to these monitors; links and calls stay. */
export function onlyMonitors(whole: RunMonitoring, ids: ReadonlySet<string>): RunMonitoring {
  const kept = [...whole.series.entries()].filter(([, { monitorId }]) => ids.has(monitorId))
  const places = new Map(kept.map(([before], now) => [before, now]))
  return {
    ...whole,
    monitors: whole.monitors.filter(({ id }) => ids.has(id)),
    series: kept.map(([, series]) => ({
      ...series,
      queue: series.queue === null ? null : (places.get(series.queue) ?? null),
    })),
    charts: whole.charts
      .filter(({ monitorId }) => ids.has(monitorId))
      .map(chart => ({ ...chart, series: chart.series.flatMap(index => places.get(index) ?? []) })),
    gaps: whole.gaps.filter(({ monitorId }) => ids.has(monitorId)),
  }
}

/** Of different monitors. */
export function joinedMonitoring(one: RunMonitoring, other: RunMonitoring): RunMonitoring {
  const shift = one.series.length
  return {
    links: [...one.links, ...other.links],
    monitors: [...one.monitors, ...other.monitors],
    series: [
      ...one.series,
      ...other.series.map(series => ({
        ...series,
        queue: series.queue === null ? null : series.queue + shift,
      })),
    ],
    charts: [
      ...one.charts,
      ...other.charts.map(chart => ({ ...chart, series: chart.series.map(index => index + shift) })),
    ],
    gaps: [...one.gaps, ...other.gaps],
    omitted: one.omitted + other.omitted,
    edges: [...one.edges, ...other.edges],
  }
}

export const noMonitoring: RunMonitoring = {
  links: [],
  monitors: [],
  series: [],
  charts: [],
  gaps: [],
  omitted: 0,
  edges: [],
}
