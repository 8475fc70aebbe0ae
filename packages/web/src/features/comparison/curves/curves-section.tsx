/** The runs over elapsed time, one chart per metric, with a shared cursor. */
import type { ComparedPart, ComparisonCurve } from '@pone/contract/entities/comparison.ts'
import { formatClockRange } from '@pone/metrics/figures.ts'
import { pointRate } from '@pone/metrics/statistics.ts'
import { type ReactNode, useMemo, useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { TimeChart } from '../../../ui/chart/time-chart.tsx'
import type { ChartEvent, ChartUnit } from '../../../ui/chart/time-series.ts'
import { ErrorState, LoadingState } from '../../../ui/page/page-states.tsx'
import { useCurves } from '../comparison-queries.ts'
import type { ShownRun } from '../shown-run.ts'
import { commonSeconds, curveSeries, isSparse, suspectSpans } from './curve-series.ts'

type Point = ComparisonCurve['points'][number]

export interface CurvesSectionProps {
  readonly parts: readonly ComparedPart[]
  readonly runs: readonly ShownRun[]
  readonly label: string | null
  readonly isWaiting: boolean
  readonly isFollowed: boolean
  /** All requests or one label. */
  readonly subject: ReactNode
}

export function CurvesSection({ parts, runs, label, isWaiting, isFollowed, subject }: CurvesSectionProps) {
  const t = useT()
  const answer = useCurves(parts, label, { isEnabled: !isWaiting, isFollowed })
  return (
    <section className="cmp-section" aria-labelledby="cmp-curves">
      <div className="cmp-head">
        <h2 id="cmp-curves">{t('comparison.curves')}</h2>
        {subject}
      </div>
      <p className="secondary">{t('comparison.curves.text')}</p>
      {answer.error && !answer.data ? (
        <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
      ) : answer.data ? (
        <div className={answer.isPlaceholderData ? 'cmp-stale' : undefined}>
          <Charts {...answer.data} runs={runs} />
        </div>
      ) : (
        <LoadingState rows={8} />
      )}
    </section>
  )
}

function Charts({
  curves,
  secondsPerPoint,
  runs,
}: {
  readonly curves: readonly ComparisonCurve[]
  readonly secondsPerPoint: number
  readonly runs: readonly ShownRun[]
}) {
  const t = useT()
  const [range, setRange] = useState<readonly [number, number] | null>(null)
  const seconds = useMemo(() => commonSeconds(curves), [curves])
  const spans = useMemo(() => suspectSpans(curves, runs, secondsPerPoint), [curves, runs, secondsPerPoint])
  const events = useMemo(
    () =>
      spans.flatMap(({ number, from, to }): ChartEvent[] =>
        [from, to].map(second => ({
          second,
          label: t('comparison.curves.suspectMark', { number }),
          tone: 'warning',
        })),
      ),
    [spans, t],
  )
  const charts = useMemo(() => {
    const drawn: readonly (readonly [string, ChartUnit, (point: Point) => number | null])[] = [
      [t('comparison.metric.p95Ms'), 'ms', point => point.p95Ms],
      [
        t('comparison.curves.perSecond'),
        'perSecond',
        point => pointRate(point.requests, point.lengthMs, secondsPerPoint * 1_000),
      ],
      [
        t('comparison.curves.errors'),
        'percent',
        point => (point.requests === 0 ? null : (point.failed / point.requests) * 100),
      ],
      [t('comparison.metric.p50Ms'), 'ms', point => point.p50Ms],
      [t('comparison.metric.p99Ms'), 'ms', point => point.p99Ms],
      [t('comparison.curves.users'), 'count', point => point.users],
    ]
    return drawn.map(([title, unit, value]) => {
      const series = curveSeries(curves, runs, seconds, value)
      return { title, unit, series, ...(isSparse(series) ? { line: 'dots' as const } : {}) }
    })
  }, [curves, runs, seconds, secondsPerPoint, t])
  if (seconds.length === 0) return <p className="secondary">{t('comparison.curves.none')}</p>
  return (
    <>
      <div className="cmp-charts">
        {charts.map(chart => (
          <TimeChart
            key={chart.title}
            {...chart}
            seconds={seconds}
            step={secondsPerPoint}
            events={events}
            syncKey="comparison"
            range={range}
            onRange={setRange}
          />
        ))}
      </div>
      {spans.length > 0 && (
        <p className="cmp-suspect">
          {t('comparison.curves.suspect', {
            spans: spans
              .map(({ number, from, to }) => `#${number} ${formatClockRange(from * 1_000, to * 1_000)}`)
              .join(t('comparison.labels.runSeparator')),
          })}
        </p>
      )}
    </>
  )
}
