/** Values against the number of users as SVG: a dot per interval of the run. */
import { formatNumber } from '@pone/metrics/figures.ts'
import { html, type Markup } from '../markup.ts'
import { linear, pixel, type TickKind, valueTicks } from './scale.ts'
import { valueAxis } from './value-axis.ts'

export interface ScatterChart {
  readonly label: string
  readonly users: readonly number[]
  /** Of each series one value per place of `users`; null draws nothing. */
  readonly series: readonly { readonly color: string; readonly values: readonly (number | null)[] }[]
  readonly formatValue: (value: number) => string
  readonly tickKind: TickKind
}

const width = 520
const height = 190
const left = 58
const right = 12
const top = 8
const bottom = 24

export function scatterChart({ label, users, series, formatValue, tickKind }: ScatterChart): Markup {
  const usersTicks = valueTicks(Math.max(0, ...users), 6, 'whole')
  const ticks = valueTicks(
    Math.max(0, ...series.flatMap(({ values }) => values.map(value => value ?? 0))),
    4,
    tickKind,
  )
  const x = linear([0, usersTicks.at(-1) ?? 1], [left, width - right])
  const y = linear([0, ticks.at(-1) ?? 1], [height - bottom, top])
  return html`<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">
${valueAxis({ ticks, y, left, end: width - right, formatValue })}
${usersTicks.map(tick => html`<text x="${pixel(x(tick))}" y="${height - 6}" text-anchor="middle">${formatNumber(tick)}</text>`)}
${series.map(({ color, values }) => html`<g fill="var(--${color})" fill-opacity="0.7">${values.map((value, index) => (value === null ? null : html`<circle cx="${pixel(x(users[index] ?? 0))}" cy="${pixel(y(value))}" r="2.2"/>`))}</g>`)}
</svg>`
}
