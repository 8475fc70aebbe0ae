/** Counters of monitors beside the load of a run on a server: intervals on the run's time axis, and figures of the whole run. Pure. */
import type { RunLive, RunSecond } from '@pone/contract/entities/run.ts'
import type { RunMonitoring, RunSeries } from '@pone/contract/entities/run-monitoring.ts'
import { formatClock, formatCounter, noValue } from '@pone/metrics/figures.ts'
import { seriesNames } from '@pone/results/monitoring/observation.ts'
import { formatCount, formatMs, formatRate, formatTable } from './tables.ts'

/** Length of an interval of the live view, and the most that the result has. */
const usualStepMs = 5_000
const maxTimelinePoints = 240
/** How long an interval is held back for values of monitors that have not arrived. */
const patienceMs = 20_000
/** How long the load of an interval is awaited. */
const settleMs = 2_000
/** Counters beside the load in a line of the live view where none was chosen. */
const maxShownUnchosen = 6

/** A counter that is printed. */
export interface NamedSeries {
  /** Monitor, counter and labels, e.g. `Host: Disk use (sda)`. */
  readonly name: string
  readonly series: RunSeries
}

type Loaded = Pick<RunLive, 'seconds' | 'secondsPerPoint'>

/** Load and counters of the same part of the run. */
export interface Interval {
  /** ms since the start of the run. */
  readonly fromMs: number
  readonly toMs: number
  /** The most at a time. */
  readonly users: number
  readonly requests: number
  readonly failed: number
  readonly rps: number
  /** null: no request ended. */
  readonly avgMs: number | null
  /** Mean of the values that were collected within it, in the order of the counters; null: none was. */
  readonly counters: readonly (number | null)[]
}

/** A counter over the whole run. */
export interface CounterFigures {
  readonly counter: string
  readonly unit: string
  readonly min: number
  readonly avg: number
  readonly max: number
  /** Number of values; each is one collection, or the mean of those within `meanOverMs`. */
  readonly values: number
  readonly meanOverMs: number | null
}

/**
 * Those whose names contain one of the wanted texts; without any those that were chosen on the nodes and connections of the
 * links, and where none was, the first of those that can be the limit of the system.
 */
export function namedSeries(
  { series: all, monitors }: Pick<RunMonitoring, 'series' | 'monitors'>,
  wanted: readonly string[],
): NamedSeries[] {
  const named = all.map(series => {
    const monitor = monitors.find(({ id }) => id === series.monitorId)
    return { name: seriesNames(monitor, series).en, series }
  })
  if (wanted.length > 0) {
    const texts = wanted.map(each => each.toLowerCase())
    return named.filter(({ name }) => texts.some(each => name.toLowerCase().includes(each)))
  }
  const chosen = named.filter(({ series }) => series.isChosen === true)
  if (chosen.length > 0) return chosen
  return named.filter(({ series }) => series.nature !== null).slice(0, maxShownUnchosen)
}

/** Long enough that every interval holds whole points of the load, and whole means of the counters. */
export function stepOf(
  { secondsPerPoint }: Loaded,
  shown: readonly NamedSeries[],
  atLeastMs: number,
): number {
  const means = shown.map(({ series }) => (isCondensed(series) ? 2 * series.stepMs : 0))
  const pointMs = secondsPerPoint * 1_000
  return Math.ceil(Math.max(usualStepMs, atLeastMs, ...means) / pointMs) * pointMs
}

const isCondensed = ({ stepMs, cadenceMs }: RunSeries): boolean => stepMs > cadenceMs

/** Whole intervals from `fromMs` on that have ended, and whose values have arrived or are no longer awaited. */
export function intervalsFrom(
  fromMs: number,
  live: Loaded,
  { shown, nowMs }: { readonly shown: readonly NamedSeries[]; readonly nowMs: number },
): Interval[] {
  const stepMs = stepOf(live, shown, 0)
  const lastMs = endOf(live)
  const intervals: Interval[] = []
  for (let at = Math.ceil(fromMs / stepMs) * stepMs; at + stepMs <= lastMs; at += stepMs) {
    const end = at + stepMs
    const hasAll = shown.every(({ series }) => hasArrived(series, end))
    if (nowMs < end + (hasAll ? settleMs : patienceMs)) break
    intervals.push(intervalOf(live, shown, { fromMs: at, toMs: end }))
  }
  return intervals
}

/** The whole run in equal intervals; what is left at its end is a shorter one. */
export function timelineOf(live: Loaded, shown: readonly NamedSeries[]): Interval[] {
  const endMs = endOf(live)
  const stepMs = stepOf(live, shown, endMs / maxTimelinePoints)
  const starts = Array.from({ length: Math.ceil(endMs / stepMs) }, (_, index) => index * stepMs)
  return starts.map(fromMs => intervalOf(live, shown, { fromMs, toMs: Math.min(endMs, fromMs + stepMs) }))
}

const pointEnd = ({ second, lengthMs }: RunSecond, pointMs: number): number =>
  second * 1_000 + (lengthMs ?? pointMs)

function endOf({ seconds, secondsPerPoint }: Loaded): number {
  const last = seconds.at(-1)
  return last === undefined ? 0 : pointEnd(last, secondsPerPoint * 1_000)
}

/** Whether a value of this instant or a later one is known. */
const hasArrived = ({ fromMs, stepMs, values }: RunSeries, endMs: number): boolean =>
  fromMs + values.findLastIndex(value => value !== null) * stepMs > endMs - stepMs

function intervalOf(
  { seconds, secondsPerPoint }: Loaded,
  shown: readonly NamedSeries[],
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): Interval {
  const points = seconds.filter(({ second }) => second * 1_000 >= fromMs && second * 1_000 < toMs)
  const requests = points.reduce((sum, point) => sum + point.requests, 0)
  const lastedMs = points.reduce((sum, point) => sum + (point.lengthMs ?? secondsPerPoint * 1_000), 0)
  const answeredMs = points.reduce((sum, point) => sum + (point.avgMs ?? 0) * point.requests, 0)
  return {
    fromMs,
    toMs,
    users: Math.max(0, ...points.map(point => point.users)),
    requests,
    failed: points.reduce((sum, point) => sum + point.failed, 0),
    rps: lastedMs === 0 ? 0 : (requests * 1_000) / lastedMs,
    avgMs: requests === 0 ? null : answeredMs / requests,
    counters: shown.map(({ series }) => meanWithin(series, fromMs, toMs)),
  }
}

/** Of values collected after `fromMs` and not after `toMs`. A mean of several belongs where all of them do. */
function meanWithin(series: RunSeries, fromMs: number, toMs: number): number | null {
  const lastsMs = isCondensed(series) ? series.stepMs : 0
  const known = series.values.filter((value, index): value is number => {
    const at = series.fromMs + index * series.stepMs
    return value !== null && at > fromMs && at + lastsMs <= toMs
  })
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length
}

/** E.g. `0:05  users 20  240/s  failed 0  avg 12.3 ms  | Shop: In use (pool) 12  | Host: CPU 43 %`; the time is the end of the interval. */
export function intervalLine(interval: Interval, shown: readonly NamedSeries[]): string {
  const { toMs, users, rps, failed, avgMs } = interval
  const load = [
    formatClock(toMs / 1_000),
    `users ${formatCount(users)}`,
    `${formatRate(rps)}/s`,
    `failed ${formatCount(failed)}`,
    `avg ${avgMs === null ? noValue : formatMs(avgMs)}`,
  ]
  const counters = shown.map(({ name, series }, index) => {
    const value = interval.counters[index] ?? null
    return `| ${name} ${value === null ? noValue : formatCounter(value, series.unit)}`
  })
  return [...load, ...counters].join('  ')
}

/** Of those that have values. */
export const counterFigures = (shown: readonly NamedSeries[]): CounterFigures[] =>
  shown.flatMap(({ name, series }) => {
    const known = series.values.filter(value => value !== null)
    if (known.length === 0) return []
    return {
      counter: name,
      unit: series.unit,
      min: Math.min(...known),
      avg: known.reduce((sum, value) => sum + value, 0) / known.length,
      max: Math.max(...known),
      values: known.length,
      meanOverMs: isCondensed(series) ? series.stepMs : null,
    }
  })

/** The table of the summary; a counter whose values are means says over how long. */
export function counterTable(figures: readonly CounterFigures[], widthCells: number): string[] {
  if (figures.length === 0) return []
  const rows = figures.map(({ counter, unit, min, avg, max, values, meanOverMs }) => [
    counter,
    formatCounter(min, unit),
    formatCounter(avg, unit),
    formatCounter(max, unit),
    `${formatCount(values)}${meanOverMs === null ? '' : ` means of ${formatMs(meanOverMs)}`}`,
  ])
  return formatTable(['counter', 'min', 'avg', 'max', 'values'], rows, widthCells)
}
