/** The latest runs of a scenario as points that link to their reports; compared runs in their colours, the tolerance band behind. */
import type { ComparisonMetric } from '@pone/contract/entities/comparison.ts'
import { useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useT } from '../../../lib/i18n.ts'
import { links } from '../../../lib/navigation/links.ts'
import { formatInstant } from '../../../ui/format.ts'
import { metricColors } from '../../../ui/theme/palette.ts'
import { useScheme } from '../../../ui/theme/use-scheme.ts'
import { metricValue } from '../metric-text.ts'
import type { ShownRun } from '../shown-run.ts'
import {
  isEarlyEnd,
  type TrendPlace,
  type TrendScale,
  toleratedBand,
  trendHeight,
  trendLines,
  trendScale,
} from './trend-scale.ts'

export interface TrendDrawingProps {
  readonly places: readonly TrendPlace[]
  readonly metric: ComparisonMetric
  readonly runs: readonly ShownRun[]
  /** The baseline's value of the metric; null: the baseline does not have the label. */
  readonly baseline: number | null
  readonly tolerancePercent: number
}

export function TrendDrawing({ places, metric, runs, baseline, tolerancePercent }: TrendDrawingProps) {
  const t = useT()
  const host = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(800)
  useLayoutEffect(() => {
    const element = host.current
    if (!element) return
    const watch = new ResizeObserver(() => setWidth(element.clientWidth))
    watch.observe(element)
    setWidth(element.clientWidth)
    return () => watch.disconnect()
  }, [])
  const scale = trendScale(places, baseline, width)
  return (
    <div ref={host} className="cmp-trend">
      <svg
        width={width}
        height={trendHeight}
        viewBox={`0 0 ${width} ${trendHeight}`}
        role="group"
        aria-label={t('comparison.trend')}
      >
        <Ticks scale={scale} metric={metric} />
        {baseline !== null && (
          <rect
            className="cmp-trend-band"
            aria-hidden
            x={scale.left}
            width={scale.innerWidth}
            {...toleratedBand(scale, baseline, tolerancePercent)}
          />
        )}
        {trendLines(places).map(([from, to]) => (
          <line
            key={from.point.runId}
            className="cmp-trend-line"
            x1={scale.xOf(from)}
            y1={scale.yOf(from.value)}
            x2={scale.xOf(to)}
            y2={scale.yOf(to.value)}
          />
        ))}
        {places.map((place, at) => (
          <Point
            key={place.point.runId}
            place={place}
            scale={scale}
            metric={metric}
            compared={runs.find(({ id }) => id === place.point.runId)}
            hasNumber={at % scale.numberEvery === 0}
          />
        ))}
      </svg>
    </div>
  )
}

/** Horizontal grid lines with their values. */
function Ticks({ scale, metric }: { readonly scale: TrendScale; readonly metric: ComparisonMetric }) {
  return scale.ticks.map(tick => {
    const y = scale.yOf(tick)
    return (
      <g key={tick} className="cmp-trend-tick" aria-hidden>
        <line x1={scale.left} x2={scale.left + scale.innerWidth} y1={y} y2={y} />
        <text x={scale.left - 8} y={y + 4} textAnchor="end">
          {metricValue(metric, tick)}
        </text>
      </g>
    )
  })
}

/** A run: its number below the axis, and a point that links to its report; hollow when the run ended early. */
function Point(props: {
  readonly place: TrendPlace
  readonly scale: TrendScale
  readonly metric: ComparisonMetric
  /** Set only for compared runs. */
  readonly compared: ShownRun | undefined
  /** Whether its number fits; the number of a compared run is always shown. */
  readonly hasNumber: boolean
}) {
  const t = useT()
  const colors = metricColors[useScheme()]
  const { place, scale, metric, compared, hasNumber } = props
  const { point, value } = place
  const color = colors[compared?.color ?? 'users']
  const x = scale.xOf(place)
  const text = t('comparison.trend.point', {
    number: point.number,
    at: formatInstant(point.startedAt),
    metric: t(`comparison.metric.${metric}`),
    value: value === null ? t('comparison.trend.noFigure') : metricValue(metric, value),
  })
  return (
    <g>
      {(hasNumber || compared) && (
        <text
          className={compared ? 'cmp-trend-number cmp-trend-compared' : 'cmp-trend-number'}
          x={x}
          y={trendHeight - 8}
          textAnchor="middle"
          aria-hidden
        >
          #{point.number}
        </text>
      )}
      {value !== null && (
        <Link to={links.report(point.runId)} aria-label={text}>
          <title>{text}</title>
          <circle cx={x} cy={scale.yOf(value)} r={12} fill="transparent" />
          <circle
            cx={x}
            cy={scale.yOf(value)}
            r={compared ? 6 : 4}
            fill={isEarlyEnd(point) ? 'var(--container)' : color}
            stroke={color}
            strokeWidth={2}
          />
        </Link>
      )}
    </g>
  )
}
