/** The latest runs of one scenario: P95, throughput and error rate as small lines over the same runs; a run opens its report. */
import type { HomeRun, Trend } from '@pone/contract/entities/home.ts'
import { formatMs, formatNumber, formatPercent } from '@pone/metrics/figures.ts'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useT } from '../../lib/i18n.ts'
import { links } from '../../lib/navigation/links.ts'
import { formatInstant } from '../../ui/format.ts'
import { RunStateTag } from '../../ui/run/run-state.tsx'
import { metricColors } from '../../ui/theme/palette.ts'
import { useScheme } from '../../ui/theme/use-scheme.ts'
import { TimeText } from '../../ui/time-text.tsx'
import {
  largestOf,
  pointsOf,
  segmentsOf,
  type TrendMetric,
  type TrendPoint,
  trendMetrics,
  valueOf,
} from './trend-lines.ts'

const formats: Record<TrendMetric, (value: number | null) => string> = {
  p95: formatMs,
  rate: formatNumber,
  errors: formatPercent,
}

export function TrendCard({ trend }: { readonly trend: Trend }) {
  const t = useT()
  const last = trend.points.length - 1
  // Of the run whose figures are shown; the latest one until another is pointed at.
  const [pointed, setPointed] = useState<number | null>(null)
  const shown = Math.min(pointed ?? last, last)
  const run = trend.points[shown]
  if (run === undefined) return null
  return (
    <article className="trend">
      <h3 className="trend-title">
        <Link className="home-name" to={links.scenario(trend.scenarioId)} title={trend.scenarioName}>
          {trend.scenarioName}
        </Link>
        <span className="faint">{t('home.trendRuns', { count: trend.points.length })}</span>
      </h3>
      <div className="trend-lines">
        {trendMetrics.map(metric => (
          <TrendLine key={metric} metric={metric} runs={trend.points} shown={shown} />
        ))}
        <RunColumns trend={trend} shown={shown} onPoint={setPointed} />
      </div>
      <p className="trend-run">
        <span className="tabular">#{run.number}</span> <TimeText at={run.startedAt ?? run.createdAt} />{' '}
        <RunStateTag state={run.state} />{' '}
        <span className="secondary">{t('home.trendUsers', { users: formatNumber(run.peakUsers) })}</span>
      </p>
    </article>
  )
}

/** Width of the band that marks the shown run, of the plot's: a column, which for few runs would be an area of its own. */
const bandPercent = (runs: number) => Math.min(100 / runs, 8)

function TrendLine(props: {
  readonly metric: TrendMetric
  readonly runs: readonly HomeRun[]
  readonly shown: number
}) {
  const { metric, runs, shown } = props
  const t = useT()
  const color = metricColors[useScheme()][metric]
  const points = pointsOf(runs, metric)
  const run = runs[shown]
  const format = formats[metric]
  return (
    <div className="trend-line">
      <span className="trend-metric">{t(`home.trend.${metric}`)}</span>
      <svg
        className="trend-plot"
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        aria-hidden
        style={{ color }}
      >
        <rect
          className="trend-shown"
          x={(100 * (shown + 0.5)) / runs.length - bandPercent(runs.length) / 2}
          width={bandPercent(runs.length)}
          height={100}
        />
        {segmentsOf(points).map(([from, to]) => (
          <line key={from.x01} x1={from.x01 * 100} y1={from.y01 * 100} x2={to.x01 * 100} y2={to.y01 * 100} />
        ))}
        {points.map((point, index) => point && <PointMark key={runs[index]?.id} point={point} />)}
      </svg>
      <span className="trend-value tabular">
        <b>{format(run ? valueOf(run, metric) : null)}</b>
        <span className="faint">{t('home.trendMost', { value: format(largestOf(runs, metric)) })}</span>
      </span>
    </div>
  )
}

/** A dot, hollow for a run that did not end as planned; lines without length keep their width however the plot is stretched. */
function PointMark({ point: { x01, y01, isWhole } }: { readonly point: TrendPoint }) {
  const place = `M${x01 * 100} ${y01 * 100}h0`
  return (
    <>
      <path className="trend-point" d={place} />
      {!isWhole && <path className="trend-point trend-point-hole" d={place} />}
    </>
  )
}

/** A link per run over all lines; one stop of the Tab key, arrow keys go from run to run. */
function RunColumns(props: {
  readonly trend: Trend
  readonly shown: number
  readonly onPoint: (index: number | null) => void
}) {
  const { trend, shown, onPoint } = props
  const t = useT()
  const list = useRef<HTMLUListElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowLeft: shown - 1, ArrowRight: shown + 1, Home: 0, End: trend.points.length - 1 }[
      event.key
    ]
    if (to === undefined) return
    event.preventDefault()
    list.current?.querySelectorAll('a')[to]?.focus()
  }
  return (
    <ul className="trend-columns" ref={list} aria-label={t('home.trendOf', { name: trend.scenarioName })}>
      {trend.points.map((run, index) => (
        <li key={run.id}>
          <Link
            to={links.report(run.id)}
            tabIndex={index === shown ? 0 : -1}
            onMouseEnter={() => onPoint(index)}
            onMouseLeave={() => onPoint(null)}
            onFocus={() => onPoint(index)}
            onKeyDown={onKeyDown}
            aria-label={t('home.trendRun', {
              number: run.number,
              at: formatInstant(run.startedAt ?? run.createdAt),
              state: t(`runState.${run.state}`),
              p95: formatMs(valueOf(run, 'p95')),
              rate: formatNumber(valueOf(run, 'rate')),
              errors: formatPercent(valueOf(run, 'errors')),
            })}
          />
        </li>
      ))}
    </ul>
  )
}
