/** The data of a time chart, and its conversion to columns, table and downloaded file; pure. */
import { spreadsheetField } from '@pone/schema/csv-field.ts'
import type { MetricColor } from '../theme/palette.ts'

export interface ChartSeries {
  readonly key: string
  readonly label: string
  readonly color: MetricColor
  /** One value per instant; null is a gap and is kept as one. */
  readonly values: readonly (number | null)[]
}

/** An event, drawn as a vertical mark. */
export interface ChartEvent {
  /** Seconds since the start. */
  readonly second: number
  readonly label: string
  readonly tone: 'warning' | 'failed' | 'running' | 'off'
}

/** An x axis that is not elapsed time. */
export interface ChartAxis {
  /** Title of the axis, for tables and files. */
  readonly label: string
  readonly format: (x: number) => string
  /** Set for an axis of instants, whose values are epoch seconds: the text of a mark, with the time between two marks. */
  readonly tick?: (x: number, stepSeconds: number) => string
}

/** An interval of the x axis, drawn as an area behind the lines, e.g. one without values. */
export interface ChartBand {
  readonly from: number
  readonly to: number
  /** Why; shown while the cursor is inside. */
  readonly label: string
  /** `running`: a load test. */
  readonly tone: 'warning' | 'failed' | 'running' | 'off'
}

/** `area`: parts of a whole on top of each other, in the order of the legend; `bar`: a bar per value. */
export type ChartShape = 'line' | 'area' | 'bar'

/** `joined`: lines across missing values; `steps`: each value is held until the next; `dots`: no line. */
export type ChartLine = 'joined' | 'steps' | 'dots'

export type ChartUnit = 'count' | 'perSecond' | 'ms' | 'bytes' | 'bytesPerSecond' | 'percent'

/** The line is interrupted between points more than two steps apart: missing seconds are gaps, never connected. */
export function withGaps(
  seconds: readonly number[],
  series: readonly ChartSeries[],
  step: number,
): { seconds: number[]; columns: (number | null)[][] } {
  const x: number[] = []
  const columns: (number | null)[][] = series.map(() => [])
  seconds.forEach((second, i) => {
    const last = seconds[i - 1]
    if (last !== undefined && second - last > step * 1.5) {
      x.push(last + step)
      for (const column of columns) column.push(null)
    }
    x.push(second)
    series.forEach((entry, at) => columns[at]?.push(entry.values[i] ?? null))
  })
  return { seconds: x, columns }
}

/** The upper edges of areas on top of each other: each value with those of the columns after it. A missing value stays missing and adds nothing to the others. */
export function stacked(columns: readonly (readonly (number | null)[])[]): (number | null)[][] {
  const below: number[] = []
  return columns
    .toReversed()
    .map(column =>
      column.map((value, at) => {
        if (value === null) return null
        const edge = (below[at] ?? 0) + value
        below[at] = edge
        return edge
      }),
    )
    .toReversed()
}

/** The chart's figures as CSV with a byte-order mark, so that spreadsheets detect UTF-8. */
export function toCsv(timeLabel: string, seconds: readonly number[], series: readonly ChartSeries[]): string {
  const head = [timeLabel, ...series.map(entry => entry.label)].map(spreadsheetField).join(',')
  const rows = seconds.map((second, i) => [second, ...series.map(entry => entry.values[i] ?? '')].join(','))
  return `\ufeff${[head, ...rows].join('\r\n')}\r\n`
}

export interface SeriesSummary {
  readonly label: string
  readonly min: number | null
  readonly max: number | null
  readonly last: number | null
}
/** Minimum, maximum and latest value of each series, for users who cannot see the chart. */
export function summarize(series: readonly ChartSeries[]): SeriesSummary[] {
  return series.map(entry => {
    const known = entry.values.filter(value => value !== null)
    return {
      label: entry.label,
      min: known.length ? known.reduce((a, b) => Math.min(a, b)) : null,
      max: known.length ? known.reduce((a, b) => Math.max(a, b)) : null,
      last: known.at(-1) ?? null,
    }
  })
}

/** Keys of the series hidden after a click on a legend entry: all others, or none if it is the only one shown. */
export function isolated(
  series: readonly ChartSeries[],
  hidden: ReadonlySet<string>,
  key: string,
): ReadonlySet<string> {
  const others = series.map(entry => entry.key).filter(other => other !== key)
  const isAlone = !hidden.has(key) && hidden.size === others.length
  return new Set(isAlone ? [] : others)
}
