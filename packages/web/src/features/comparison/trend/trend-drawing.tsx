/** The last runs of a scenario as points that open their reports; the compared ones in their colours, the tolerated band behind. */
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
import { type TrendPlace, ticksUpTo, trendLines } from './trend-scale.ts'

const height = 240
const margin = { top: 12, right: 12, bottom: 26, left: 72 }
/** px that a run's number needs below the axis. */
const numberWidth = 46

export interface TrendDrawingProps {
  readonly places: readonly TrendPlace[]
  readonly metric: ComparisonMetric
  readonly runs: readonly ShownRun[]
  /** What the baseline has of the metric; null = it lacks the label. */
  readonly baseline: number | null
  readonly tolerancePercent: number
}

export function TrendDrawing({ places, metric, runs, baseline, tolerancePercent }: TrendDrawingProps) {
  const t = useT()
  const scheme = useScheme()
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
  const innerWidth = Math.max(1, width - margin.left - margin.right)
  const innerHeight = height - margin.top - margin.bottom
  const most = places.reduce((top, { value }) => Math.max(top, value ?? 0), baseline ?? 0)
  const ticks = ticksUpTo(most)
  const top = ticks.at(-1) ?? 1
  const xOf = ({ x }: TrendPlace) => margin.left + x * innerWidth
  const yOf = (value: number) => margin.top + innerHeight * (1 - Math.min(value, top) / top)
  const every = Math.max(1, Math.ceil((places.length * numberWidth) / innerWidth))
  const colors = metricColors[scheme]
  return (
    <div ref={host} className="cmp-trend">
      <svg width={width} height={height} role="group" aria-label={t('comparison.trend')}>
        {ticks.map(tick => (
          <g key={tick} className="cmp-trend-tick" aria-hidden>
            <line x1={margin.left} x2={width - margin.right} y1={yOf(tick)} y2={yOf(tick)} />
            <text x={margin.left - 8} y={yOf(tick) + 4} textAnchor="end">
              {metricValue(metric, tick)}
            </text>
          </g>
        ))}
        {baseline !== null && (
          <rect
            className="cmp-trend-band"
            aria-hidden
            x={margin.left}
            width={innerWidth}
            y={yOf(baseline * (1 + tolerancePercent / 100))}
            height={Math.max(
              1,
              yOf(baseline * (1 - tolerancePercent / 100)) - yOf(baseline * (1 + tolerancePercent / 100)),
            )}
          />
        )}
        {trendLines(places).map(([from, to]) => (
          <line
            key={from.point.runId}
            className="cmp-trend-line"
            x1={xOf(from)}
            y1={yOf(from.value ?? 0)}
            x2={xOf(to)}
            y2={yOf(to.value ?? 0)}
          />
        ))}
        {places.map((place, at) => {
          const { point, value } = place
          const compared = runs.find(({ id }) => id === point.runId)
          const color = compared ? colors[compared.color] : colors.users
          const text = t('comparison.trend.point', {
            number: point.number,
            at: formatInstant(point.startedAt),
            metric: t(`comparison.metric.${metric}`),
            value: value === null ? t('comparison.trend.noFigure') : metricValue(metric, value),
          })
          const isEarly = point.state === 'failed' || point.state === 'userStopped'
          return (
            <g key={point.runId}>
              {(at % every === 0 || compared) && (
                <text
                  className={compared ? 'cmp-trend-number cmp-trend-compared' : 'cmp-trend-number'}
                  x={xOf(place)}
                  y={height - 8}
                  textAnchor="middle"
                  aria-hidden
                >
                  #{point.number}
                </text>
              )}
              {value !== null && (
                <Link to={links.report(point.runId)} aria-label={text}>
                  <title>{text}</title>
                  <circle cx={xOf(place)} cy={yOf(value)} r={12} fill="transparent" />
                  <circle
                    cx={xOf(place)}
                    cy={yOf(value)}
                    r={compared ? 6 : 4}
                    fill={isEarly ? 'var(--container)' : color}
                    stroke={color}
                    strokeWidth={2}
                  />
                </Link>
              )}
            </g>
          )
        })}
      </svg>
    </div>
  )
}
