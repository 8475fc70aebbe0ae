/** What the verdict is made of, from the seconds of a run and what monitors collected during it. Pure. */

import type { RunSecond } from '@pone/contract/entities/run.ts'
import type { RunMonitor, RunMonitoring, RunSeries } from '@pone/contract/entities/run-monitoring.ts'
import type { MachinePoint } from '@pone/metrics/machine-health.ts'
import type { GridSeries } from '../verdict/correlation.ts'
import {
  type DatabaseCheck,
  databaseSources,
  type LoadWindow,
  type ObservedResource,
  type PartsMs,
  type Reading,
  type RunObservation,
} from '../verdict/observation.ts'
import { medianOf } from '../verdict/robust.ts'
import { tierOf } from './tiers.ts'

const maxWindows = 150
const maxResources = 60
/** Windows that correlations are computed over, and series that are compared with the load. */
const maxGridSteps = 120
const maxCorrelated = 60

/** A load machine: CPU of its busiest engine process, in points of so many seconds. */
export interface Generator {
  readonly name: string
  readonly secondsPerPoint: number
  readonly points: readonly Pick<MachinePoint, 'second' | 'cpu01'>[]
}

/** Where requests spent their time. */
export interface PhaseTimes {
  /** Means of the requests that ended in these seconds, both included; null where none told its phases. */
  between(fromSecond: number, toSecond: number): Omit<PartsMs, 'database'> | null
}

export interface Observed {
  readonly monitoring: RunMonitoring
  readonly seconds: readonly RunSecond[]
  readonly secondsPerPoint: number
  readonly drive: 'users' | 'arrivals'
  readonly generators: readonly Generator[]
  readonly times: PhaseTimes
  /** Agents that drove the run. */
  readonly loadAgents: readonly string[]
}

export function observationOf(observed: Observed): RunObservation {
  const { monitoring, drive } = observed
  const resources = monitoring.series.flatMap((series, at) =>
    series.nature === null ? [] : [resourceOf(observed, series, at)],
  )
  const { windowMs, windows } = windowsOf(observed)
  return {
    drive: drive === 'arrivals' ? 'rate' : 'users',
    windowMs,
    windows,
    resources: [...observed.generators.map(generatorOf), ...resources.slice(0, maxResources)],
    edges: monitoring.edges,
  }
}

/** Points of the run joined to at most `maxWindows` windows; one of which less than half was run is left out. */
function windowsOf({ seconds, secondsPerPoint, drive, times, monitoring }: Observed) {
  const pointMs = secondsPerPoint * 1_000
  const first = seconds[0]?.second ?? 0
  const last = seconds.at(-1)?.second ?? 0
  const windowSeconds =
    secondsPerPoint * Math.max(1, Math.ceil((last + secondsPerPoint - first) / secondsPerPoint / maxWindows))
  const windowMs = windowSeconds * 1_000
  const groups = Map.groupBy(seconds, ({ second }) => Math.floor((second - first) / windowSeconds))
  const databases = databaseSeries(monitoring)
  const windows = [...groups].flatMap(([at, points]): LoadWindow[] => {
    const lengthMs = points.reduce((sum, point) => sum + (point.lengthMs ?? pointMs), 0)
    if (lengthMs < windowMs / 2) return []
    const requests = sumOf(points, point => point.requests)
    const timed = points.filter(point => point.avgMs !== null)
    const timedCount = sumOf(timed, point => point.requests)
    const from = first + at * windowSeconds
    const spent = times.between(from, from + windowSeconds - 1)
    // By Little's law.
    const partMs = ({ atWork }: AtWork): number => (atWork * lengthMs) / requests
    const workOf = (tellers: readonly RunSeries[]) =>
      requests === 0 ? null : atWorkIn(tellers, from * 1_000, windowMs)
    const told = workOf(databases.time)
    const database = told === null ? null : partMs(told)
    const checks = databaseSources.flatMap((source): DatabaseCheck[] => {
      const found = workOf(databases[source])
      return found === null ? [] : [{ source, ms: partMs(found), readings: found.readings }]
    })
    return [
      {
        atMs: from * 1_000,
        load:
          sumOf(points, point => (drive === 'arrivals' ? point.targetUsers : point.users)) / points.length,
        tps: (requests * 1_000) / lengthMs,
        responseMs:
          timedCount === 0 ? null : sumOf(timed, point => (point.avgMs ?? 0) * point.requests) / timedCount,
        errors01: requests === 0 ? 0 : sumOf(points, point => point.failed) / requests,
        ...(spent === null
          ? {}
          : { partsMs: { ...spent, database, ...(checks.length === 0 ? {} : { checks }) } }),
        isSuspect: points.some(point => point.isSuspect),
      },
    ]
  })
  return { windowMs, windows }
}

/** Units of time per second in which series of kind counter tell it, as statements at work on average. */
const perStatement: Readonly<Record<string, number>> = { 'ms/s': 1_000, 's/s': 1, count: 1 }

/**
 * What tells how long databases work, a group each: the time of statements, or where a database does not tell it those at
 * work at instants; sessions at work of databases that tell their time, too; and sessions that wait for a lock.
 */
function databaseSeries({
  series,
  monitors,
}: RunMonitoring): Readonly<Record<'time' | DatabaseCheck['source'], readonly RunSeries[]>> {
  const told = series.filter(({ timeOf }) => timeOf === 'database')
  // Older versions of a database do not tell it.
  const timed = told.filter(({ unit, values }) => unit !== 'count' && values.some(value => value !== null))
  const hasTime = new Set(timed.map(({ monitorId }) => monitorId))
  const counts = told.filter(({ unit }) => unit === 'count')
  const counted = counts.filter(({ monitorId }) => hasTime.has(monitorId))
  const only = counts.filter(({ monitorId }) => !hasTime.has(monitorId))
  const databases = new Set(told.map(({ monitorId }) => monitorId))
  const waiting = series.filter(
    ({ nature, monitorId }) =>
      nature === 'waiting' &&
      databases.has(monitorId) &&
      monitors.some(({ id, category }) => id === monitorId && category === 'database'),
  )
  // Where only some of several databases can be checked, the sum cannot.
  const isWhole = databases.size === hasTime.size
  return { time: [...timed, ...only], sessions: isWhole ? counted : [], waiting: largestOf(waiting) }
}

/** Locks are counted by several counters of a database; of each monitor that with the most is taken, none twice. */
function largestOf(all: readonly RunSeries[]): RunSeries[] {
  const totalOf = ({ values }: RunSeries): number => sumOf(values, value => value ?? 0)
  return [...Map.groupBy(all, ({ monitorId }) => monitorId).values()].map(some =>
    some.reduce((most, each) => (totalOf(each) > totalOf(most) ? each : most)),
  )
}

interface AtWork {
  /** The mean over the window. */
  readonly atWork: number
  /** Readings of the monitor with the fewest, each by the part of it that lies in the window. */
  readonly readings: number
}

/** Statements that databases worked on at a time; null where one of them was not read, or there is none. */
function atWorkIn(databases: readonly RunSeries[], atMs: number, windowMs: number): AtWork | null {
  // Rows of one counter, such as databases of a server, begin at different times.
  const monitors = Map.groupBy(databases, ({ monitorId }) => monitorId)
  if (monitors.size === 0) return null
  let atWork = 0
  let readings = Number.POSITIVE_INFINITY
  for (const rows of monitors.values()) {
    const known = rows.flatMap(series => {
      const unit = perStatement[series.unit]
      const values = readingsOf(series)
        .filter(({ atMs: end }) => end > atMs && end - series.stepMs < atMs + windowMs)
        .map(({ value }) => value)
      return unit === undefined || values.length === 0
        ? []
        : [sumOf(values, value => value) / values.length / unit]
    })
    if (known.length === 0) return null
    atWork += sumOf(known, value => value)
    readings = Math.min(readings, ...rows.map(({ stepMs }) => windowMs / stepMs))
  }
  return { atWork, readings }
}

const sumOf = <T>(all: readonly T[], valueOf: (one: T) => number): number =>
  all.reduce((sum, one) => sum + valueOf(one), 0)

const generatorOf = ({ name, secondsPerPoint, points }: Generator): ObservedResource => ({
  id: `generator ${name}`,
  names: { zh: `压力机 ${name} 的压测进程 CPU`, en: `engine CPU of load machine ${name}` },
  nature: 'busy',
  tier: 'generator',
  node: `generator ${name}`,
  intervalMs: secondsPerPoint * 1_000,
  used: points.map(({ second, cpu01 }) => ({ atMs: (second + secondsPerPoint) * 1_000, value: cpu01 })),
  capacity: 1,
})

function resourceOf({ monitoring, loadAgents }: Observed, series: RunSeries, at: number): ObservedResource {
  const monitor = monitoring.monitors.find(({ id }) => id === series.monitorId)
  const queue = series.queue === null ? undefined : monitoring.series[series.queue]
  const [only, ...others] = series.capacity
  return {
    id: `series ${at}`,
    names: seriesNames(monitor, series),
    nature: series.nature ?? 'busy',
    tier: series.tier ?? tierOf(monitor, monitoring, loadAgents),
    node: monitor?.nodes[0] ?? monitor?.name ?? '',
    intervalMs: series.stepMs,
    used: readingsOf(series),
    capacity:
      only === undefined
        ? null
        : others.length === 0
          ? only[1]
          : series.capacity.map(([atMs, value]) => ({ atMs, value })),
    ...(queue === undefined ? {} : { queue: readingsOf(queue) }),
  }
}

/** Monitor, counter and labels, such as `Host: Disk use (sda)`. */
export function seriesNames(monitor: RunMonitor | undefined, { names, labels }: RunSeries) {
  const told = Object.values(labels).join(', ')
  const suffix = told === '' ? { zh: '', en: '' } : { zh: `（${told}）`, en: ` (${told})` }
  const name = monitor?.name ?? ''
  return { zh: `${name}：${names.zh}${suffix.zh}`, en: `${name}: ${names.en}${suffix.en}` }
}

/** Each at the end of what it stands for. */
function readingsOf({ fromMs, stepMs, cadenceMs, values }: RunSeries): Reading[] {
  return values.flatMap((value, at) =>
    value === null ? [] : [{ atMs: fromMs + (at + 1) * stepMs - cadenceMs, value }],
  )
}

/** Series of the load and of the counters on one grid of equal steps; null for a run that is too short. */
export function correlationGrid(observed: Observed) {
  const { windowMs, windows } = windowsOf(observed)
  const first = windows[0]?.atMs ?? 0
  const endMs = (windows.at(-1)?.atMs ?? 0) + windowMs
  const chosen = observed.monitoring.series.slice(0, maxCorrelated)
  // A few slow series, such as those of file systems, are left out rather than make all others coarse.
  const usualMs = chosen.length === 0 ? 0 : medianOf(chosen.map(series => series.stepMs))
  const stepMs = Math.max(windowMs, usualMs, Math.ceil((endMs - first) / maxGridSteps))
  const steps = Math.floor((endMs - first) / stepMs)
  const ofWindows = (id: string, valueOf: (window: LoadWindow) => number | null): GridSeries => ({
    id,
    values: meansOf(
      windows.filter(({ isSuspect }) => !isSuspect).map(window => [window.atMs, valueOf(window)]),
      { first, stepMs, steps },
    ),
  })
  return {
    stepMs,
    counters: chosen.map((series, at): GridSeries => {
      const readings = readingsOf(series).map(({ atMs, value }): [number, number] => [atMs - 1, value])
      return { id: String(at), values: meansOf(readings, { first, stepMs, steps }) }
    }),
    targets: [
      ofWindows('load', ({ load }) => load),
      ofWindows('tps', ({ tps }) => tps),
      ofWindows('responseMs', ({ responseMs }) => responseMs),
      ofWindows('errors01', ({ errors01 }) => errors01),
    ],
  }
}

function meansOf(
  pairs: readonly (readonly [number, number | null])[],
  { first, stepMs, steps }: { readonly first: number; readonly stepMs: number; readonly steps: number },
): number[] {
  const sums = new Float64Array(steps)
  const counts = new Uint32Array(steps)
  for (const [atMs, value] of pairs) {
    const at = Math.floor((atMs - first) / stepMs)
    if (value === null || at < 0 || at >= steps) continue
    sums[at] = (sums[at] ?? 0) + value
    counts[at] = (counts[at] ?? 0) + 1
  }
  return Array.from(counts, (count, at) => (count === 0 ? Number.NaN : (sums[at] ?? 0) / count))
}
