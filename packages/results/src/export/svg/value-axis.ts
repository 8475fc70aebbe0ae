/** The axis of values of a chart as SVG: a horizontal line per tick with its value at the left. */
import { html, type Markup } from '../markup.ts'
import { pixel } from './scale.ts'

export interface ValueAxis {
  readonly ticks: readonly number[]
  readonly y: (value: number) => number
  /** Where the lines begin and end, in the drawing's units. */
  readonly left: number
  readonly end: number
  readonly formatValue: (value: number) => string
}

export const valueAxis = ({ ticks, y, left, end, formatValue }: ValueAxis): readonly Markup[] =>
  ticks.map(tick => {
    const at = pixel(y(tick))
    return html`<line x1="${left}" x2="${end}" y1="${at}" y2="${at}" stroke="var(--soft)"/><text x="${left - 6}" y="${pixel(y(tick) + 4)}" text-anchor="end">${formatValue(tick)}</text>`
  })
