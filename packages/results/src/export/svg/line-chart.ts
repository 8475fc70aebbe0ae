/** A time chart as SVG: lines that break where there is no value, marks of events, shaded seconds that are not to be trusted. */

import { formatClock } from '@pone/metrics/figures.ts'
import { html, type Markup } from '../markup.ts'
import type { TakenMark } from '../report-view.ts'
import { clockTicks, linear, pixel, type TickKind, valueTicks } from './scale.ts'
import { valueAxis } from './value-axis.ts'

export interface ChartSeries {
  readonly name: string
  /** Name of a colour variable of the style sheet. */
  readonly color: string
  /** One per point in time; null is a gap. */
  readonly values: readonly (number | null)[]
  readonly isDashed?: boolean
}

export interface LineChart {
  readonly label: string
  /** First second of each point, ascending. */
  readonly seconds: readonly number[]
  readonly secondsPerPoint: number
  /** Where the values of the series lie at other instants than these. */
  readonly points?: { readonly seconds: readonly number[]; readonly secondsPerPoint: number } | undefined
  readonly series: readonly ChartSeries[]
  readonly suspect: readonly boolean[]
  readonly marks: readonly { readonly second: number; readonly text: string }[]
  readonly taken?: readonly TakenMark[] | undefined
  readonly formatValue: (value: number) => string
  readonly tickKind: TickKind
}

const width = 520
const height = 176
const left = 58
const right = 6
const top = 8
const bottom = 24
/** Room for the name of a mark. */
const nameWidth = 22

export function lineChart(chart: LineChart): Markup {
  const { seconds } = chart
  const points = chart.points ?? chart
  const from = seconds[0] ?? 0
  const to = Math.max(from + 1, seconds.at(-1) ?? 0)
  const highest = Math.max(0, ...chart.series.flatMap(({ values }) => values.map(value => value ?? 0)))
  const ticks = valueTicks(highest, 4, chart.tickKind)
  const x = linear([from, to], [left, width - right])
  const y = linear([0, ticks.at(-1) ?? 1], [height - bottom, top])
  return html`<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${chart.label}">
${shadesOf(chart).map(([start, end]) => {
  const at = Math.max(left, x(start) - 1)
  return html`<rect x="${pixel(at)}" y="${top}" width="${pixel(Math.max(2, Math.min(width - right, x(end)) - at))}" height="${height - bottom - top}" fill="var(--suspect)"/>`
})}
${takenBands(chart.taken ?? [], x, { from, to })}
${valueAxis({ ticks, y, left, end: width - right, formatValue: chart.formatValue })}
${clockTicks(from, to, 7).map(tick => html`<text x="${pixel(x(tick))}" y="${height - 6}" text-anchor="${x(tick) > width - 20 ? 'end' : 'middle'}">${formatClock(tick)}</text>`)}
${chart.marks.map(({ second, text }) => html`<line x1="${pixel(x(second))}" x2="${pixel(x(second))}" y1="${top}" y2="${height - bottom}" stroke="var(--mark)" stroke-dasharray="3 3"><title>${formatClock(second)} ${text}</title></line>`)}
${chart.series.map(series => html`<path d="${path(points.seconds, series.values, { x, y, secondsPerPoint: points.secondsPerPoint })}" fill="none" stroke="var(--${series.color})" stroke-width="1.5" stroke-linejoin="round" stroke-linecap="round"${series.isDashed === true ? html` stroke-dasharray="4 3"` : null}/>`)}
</svg>`
}

type Place = (value: number) => number

/** Parts of the axis with their names above; a name that would cover the one before is left out. */
function takenBands(
  taken: readonly TakenMark[],
  x: Place,
  axis: { readonly from: number; readonly to: number },
): Markup[] {
  let free = left
  return taken
    .filter(({ fromSecond, toSecond }) => toSecond >= axis.from && fromSecond <= axis.to)
    .map(({ name, text, fromSecond, toSecond }) => {
      const at = x(Math.max(axis.from, fromSecond))
      const size = Math.max(2, x(Math.min(axis.to, toSecond)) - at)
      const isNamed = at >= free
      if (isNamed) free = at + nameWidth
      const label = isNamed
        ? html`<text x="${pixel(Math.min(at + 2, width - right - nameWidth))}" y="${top + 9}">${name}</text>`
        : null
      return html`<g><title>${name} ${text}</title><rect x="${pixel(at)}" y="${top}" width="${pixel(size)}" height="${height - bottom - top}" fill="var(--taken)"/>${label}</g>`
    })
}

/** A line from value to value; a point that stands alone becomes a dot. */
function path(
  seconds: readonly number[],
  values: readonly (number | null)[],
  { x, y, secondsPerPoint }: { x: Place; y: Place; secondsPerPoint: number },
): string {
  const parts: string[] = []
  let last = Number.NEGATIVE_INFINITY
  for (const [index, second] of seconds.entries()) {
    const value = values[index] ?? null
    if (value === null) continue
    const isJoined = second - last <= secondsPerPoint && values[index - 1] !== null
    parts.push(`${isJoined ? 'L' : 'M'}${pixel(x(second))} ${pixel(y(value))}`)
    const next = seconds[index + 1]
    const isAlone =
      !isJoined && (next === undefined || next - second > secondsPerPoint || values[index + 1] === null)
    if (isAlone) parts.push('h0.01')
    last = second
  }
  return parts.join('')
}

/** Neighbouring suspect points as one range of seconds. */
function shadesOf({ seconds, suspect, secondsPerPoint }: LineChart): [number, number][] {
  const shades: [number, number][] = []
  for (const [index, second] of seconds.entries()) {
    if (suspect[index] !== true) continue
    const previous = shades.at(-1)
    if (previous !== undefined && previous[1] >= second) previous[1] = second + secondsPerPoint
    else shades.push([second, second + secondsPerPoint])
  }
  return shades
}
