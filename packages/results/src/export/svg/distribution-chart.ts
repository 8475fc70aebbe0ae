/** The distribution of response times as SVG columns on a logarithmic axis. */
import { formatMs, formatNumber } from '@pone/metrics/figures.ts'
import { html, type Markup } from '../markup.ts'
import { linear, pixel, valueTicks } from './scale.ts'

const width = 880
const height = 190
const left = 52
const right = 8
const top = 22
const bottom = 24

/** `marks` are percentiles, drawn as lines where they lie. */
export function distributionChart(
  buckets: readonly { readonly fromMs: number; readonly toMs: number; readonly count: number }[],
  options: { label: string; marks: readonly { readonly name: string; readonly ms: number }[] },
): Markup | null {
  const first = buckets[0]
  const last = buckets.at(-1)
  if (first === undefined || last === undefined) return null
  const lowest = Math.max(first.fromMs, first.toMs / 10, 0.001)
  const place = linear(
    [Math.log10(lowest), Math.log10(Math.max(last.toMs, lowest * 1.001))],
    [left, width - right],
  )
  const x = (ms: number) => place(Math.log10(Math.max(ms, lowest)))
  const ticks = valueTicks(Math.max(...buckets.map(bucket => bucket.count)), 4, 'whole')
  const y = linear([0, ticks.at(-1) ?? 1], [height - bottom, top])
  return html`<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${options.label}">
${ticks.map(tick => html`<line x1="${left}" x2="${width - right}" y1="${pixel(y(tick))}" y2="${pixel(y(tick))}" stroke="var(--soft)"/><text x="${left - 6}" y="${pixel(y(tick) + 4)}" text-anchor="end">${formatNumber(tick)}</text>`)}
${buckets.map(({ fromMs, toMs, count }) => {
  if (count === 0) return null
  // A column of a few requests among thousands is still to be seen.
  const at = Math.min(y(count), height - bottom - 1.5)
  return html`<rect x="${pixel(x(fromMs) + 0.5)}" y="${pixel(at)}" width="${pixel(Math.max(1, x(toMs) - x(fromMs) - 1))}" height="${pixel(height - bottom - at)}" fill="var(--rate)" opacity="0.8"><title>${formatMs(fromMs)} – ${formatMs(toMs)}: ${formatNumber(count)}</title></rect>`
})}
${timeTicks(lowest, last.toMs).map(tick => html`<text x="${pixel(x(tick))}" y="${height - 6}" text-anchor="middle">${formatMs(tick)}</text>`)}
${spread(options.marks.map(mark => ({ ...mark, at: x(mark.ms) }))).map(
  ({ name, at, textAt }) =>
    html`<line x1="${pixel(at)}" x2="${pixel(at)}" y1="${top - 4}" y2="${height - bottom}" stroke="var(--p95)" stroke-dasharray="3 3"/><text x="${pixel(textAt)}" y="${top - 9}" text-anchor="middle">${name}</text>`,
)}
</svg>`
}

/** Round times of a logarithmic axis: 1, 2, 5, 10 …, thinned where they would touch. */
function timeTicks(lowest: number, highest: number): number[] {
  const decades = Math.log10(highest / lowest)
  const digits = decades > 4 ? [1] : decades > 1.2 ? [1, 2, 5] : [1, 1.5, 2, 3, 4, 5, 6, 7, 8, 9]
  const ticks: number[] = []
  for (let power = Math.floor(Math.log10(lowest)); power <= Math.ceil(Math.log10(highest)); power++) {
    for (const digit of digits) {
      const tick = Number((digit * 10 ** power).toPrecision(3))
      if (tick >= lowest && tick <= highest) ticks.push(tick)
    }
  }
  return ticks
}

const nameWidth = 38
/** Moves names apart that would cover one another. */
function spread<T extends { at: number }>(marks: readonly T[]): (T & { textAt: number })[] {
  let previous = Number.NEGATIVE_INFINITY
  return [...marks]
    .sort((a, b) => a.at - b.at)
    .map(mark => {
      previous = Math.max(mark.at, previous + nameWidth)
      return { ...mark, textAt: Math.min(previous, width - nameWidth / 2) }
    })
}
