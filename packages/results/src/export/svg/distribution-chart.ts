/** The distribution of response times as SVG columns on a logarithmic axis. */
import { formatMs, formatNumber } from '@pone/metrics/figures.ts'
import { logAxisOf, logPlace01, logTicks, spreadNames } from '@pone/metrics/log-axis.ts'
import { html, type Markup } from '../markup.ts'
import { linear, pixel, valueTicks } from './scale.ts'

const width = 880
const height = 190
const left = 52
const right = 8
const top = 22
const bottom = 24
const nameWidth = 84

/** `marks` are percentiles, drawn as lines where they lie. */
export function distributionChart(
  buckets: readonly { readonly fromMs: number; readonly toMs: number; readonly count: number }[],
  options: { label: string; marks: readonly { readonly name: string; readonly ms: number }[] },
): Markup | null {
  const axis = logAxisOf(buckets)
  if (axis === null) return null
  const x = (ms: number) => left + logPlace01(axis, ms) * (width - right - left)
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
${logTicks(axis).map(tick => html`<text x="${pixel(x(tick))}" y="${height - 6}" text-anchor="middle">${formatMs(tick)}</text>`)}
${spreadNames(
  options.marks.map(mark => ({ ...mark, at: x(mark.ms) })),
  { nameWidth, end: width },
).map(
  ({ name, ms, at, textAt }) =>
    html`<line x1="${pixel(at)}" x2="${pixel(at)}" y1="${top - 4}" y2="${height - bottom}" stroke="var(--p95)" stroke-dasharray="3 3"/><text x="${pixel(textAt)}" y="${top - 9}" text-anchor="middle">${name} ${formatMs(ms)}</text>`,
)}
</svg>`
}
