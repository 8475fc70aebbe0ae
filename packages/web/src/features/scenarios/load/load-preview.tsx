/** A chart of V(t): the planned number of users, or arrivals per second, over time. */

import { formatNumber } from '@pone/metrics/figures.ts'
import { inRateUnit } from '@pone/plan/load-models/rates.ts'
import { peak, plannedDurationMs, previewPoints, rampUpEndMs } from '@pone/plan/load-models/registry.ts'
import type { RateUnit } from '@pone/plan/scenario/rate-units.ts'
import type { LoadModel } from '@pone/plan/scenario/scenario.ts'
import { useT } from '../../../lib/i18n.ts'
import { useWidth } from '../../../ui/use-width.ts'
import { formatAxisSeconds, niceStep } from './preview-scale.ts'

/** Sizes in px: drawn in the width of its place, so that texts are as large as others. */
const usualWidth = 360
const height = 180
const margin = { left: 48, right: 12, top: 12, bottom: 24 }
const innerHeight = height - margin.top - margin.bottom
const tickWidth = 90

export function LoadPreview({
  model,
  rateUnit,
}: {
  readonly model: LoadModel
  /** In which rates are shown; null: the load is of users. */
  readonly rateUnit: RateUnit | null
}) {
  const t = useT()
  const [host, width] = useWidth<HTMLElement>(usualWidth)
  const innerWidth = width - margin.left - margin.right
  const shown = (load: number) => (rateUnit === null ? load : inRateUnit(load, rateUnit))
  const points = previewPoints(model, 300).map(({ elapsedMs, target }) => ({
    elapsedMs,
    target: shown(target),
  }))
  const endMs = points.at(-1)?.elapsedMs ?? 0
  const top = rateUnit === null ? Math.max(1, peak(model)) : shown(peak(model))
  if (endMs <= 0) return <figure ref={host} className="load-preview" hidden />
  const stepY = niceStep(top / 4)
  const topTick = Math.ceil(top / stepY) * stepY
  const x = (elapsedMs: number) => margin.left + (elapsedMs / endMs) * innerWidth
  const y = (target: number) => margin.top + innerHeight - (target / topTick) * innerHeight
  const line = points
    .map((point, i) => `${i === 0 ? 'M' : 'L'}${x(point.elapsedMs).toFixed(1)} ${y(point.target).toFixed(1)}`)
    .join('')
  const area = `${line}L${x(endMs).toFixed(1)} ${y(0)}L${x(0)} ${y(0)}Z`
  const planned = plannedDurationMs(model)
  const summary = t('scenario.load.previewText', {
    peak: formatNumber(rateUnit === null ? Math.round(top) : top),
    unit: t(rateUnit === null ? 'scenario.load.user' : `scenario.rate.${rateUnit}`),
    duration: planned === null ? t('scenario.load.openEnded') : formatAxisSeconds(planned / 1_000),
  })
  const parts = innerWidth < 4 * tickWidth ? 2 : 4
  const ticksX = Array.from({ length: parts + 1 }, (_, i) => (i / parts) * endMs)
  const ticksY = Array.from({ length: Math.round(topTick / stepY) + 1 }, (_, i) => i * stepY)
  const rampEnd = rampUpEndMs(model)
  return (
    <figure ref={host} className="load-preview">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`${t('scenario.load.preview')}: ${summary}`}
      >
        {ticksY.map(tick => (
          <g key={tick}>
            <line
              x1={margin.left}
              x2={width - margin.right}
              y1={y(tick)}
              y2={y(tick)}
              className="load-preview-grid"
            />
            <text x={margin.left - 6} y={y(tick) + 4} textAnchor="end">
              {formatNumber(tick)}
            </text>
          </g>
        ))}
        {ticksX.map((tick, i) => (
          <text
            key={tick}
            x={x(tick)}
            y={height - 6}
            textAnchor={i === 0 ? 'start' : i === ticksX.length - 1 ? 'end' : 'middle'}
          >
            {formatAxisSeconds(tick / 1_000)}
          </text>
        ))}
        {rampEnd > 0 && rampEnd < endMs && (
          <line x1={x(rampEnd)} x2={x(rampEnd)} y1={margin.top} y2={y(0)} className="load-preview-ramp" />
        )}
        <path d={area} className="load-preview-area" />
        <path d={line} className="load-preview-line" />
      </svg>
      <figcaption>{summary}</figcaption>
    </figure>
  )
}
