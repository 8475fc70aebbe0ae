/** The latest runs of the baseline's scenario, which show the random variation between runs of the same build. */
import { LineChartOutlined, TableOutlined } from '@ant-design/icons'
import { Segmented } from 'antd'
import { type ReactNode, useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { ErrorState, LoadingState } from '../../../ui/page/page-states.tsx'
import { useTrend } from '../comparison-queries.ts'
import { metricOf } from '../labels/label-rows.ts'
import { MetricChoice } from '../metric-choice.tsx'
import type { ShownRun } from '../shown-run.ts'
import { type ChangeView, trendLengths, type View } from '../use-comparison-state.ts'
import { TrendDrawing } from './trend-drawing.tsx'
import { isEarlyEnd, placeTrend } from './trend-scale.ts'
import { TrendTable } from './trend-table.tsx'

export interface TrendSectionProps {
  readonly runs: readonly ShownRun[]
  readonly label: string | null
  readonly view: View
  readonly onView: ChangeView
  readonly subject: ReactNode
}

export function TrendSection({ runs, label, view, onView, subject }: TrendSectionProps) {
  const t = useT()
  const [isTable, setTable] = useState(false)
  const [first] = runs
  const length = trendLengths.find(count => count === view.trend) ?? 20
  const trend = useTrend(first?.id ?? '', label, length)
  const metric = metricOf(view.metric)
  if (!first) return null
  const places = placeTrend(trend.data ?? [], metric)
  // The whole run, as for the other points; the compared time ranges are shown above.
  const baseline = places.find(({ point }) => point.runId === first.id)?.value ?? null
  const shown = { places, metric, runs, baseline }
  return (
    <section className="cmp-section" aria-labelledby="cmp-trend">
      <div className="cmp-head">
        <h2 id="cmp-trend">
          {t('comparison.trend')}
          <span className="cmp-print-only"> · {t(`comparison.metric.${metric}`)}</span>
        </h2>
        {subject}
        <MetricChoice metric={metric} onChange={value => onView({ metric: value })} />
        <Segmented
          className="no-print"
          aria-label={t('comparison.trend.last')}
          value={length}
          options={trendLengths.map(value => ({
            value,
            label: t('comparison.trend.runs', { count: value }),
          }))}
          onChange={value => onView({ trend: value })}
        />
        <button
          type="button"
          className="icon-button no-print"
          aria-pressed={isTable}
          aria-label={t(isTable ? 'chart.showDrawing' : 'chart.showTable')}
          title={t(isTable ? 'chart.showDrawing' : 'chart.showTable')}
          onClick={() => setTable(!isTable)}
        >
          {isTable ? <LineChartOutlined /> : <TableOutlined />}
        </button>
      </div>
      <p className="secondary">{t('comparison.trend.text', { scenario: first.run.scenarioName })}</p>
      {trend.error && !trend.data ? (
        <ErrorState error={trend.error} onRetry={() => void trend.refetch()} />
      ) : !trend.data ? (
        <LoadingState rows={4} />
      ) : places.length < 2 ? (
        <p className="secondary">{t('comparison.trend.none')}</p>
      ) : isTable ? (
        <TrendTable {...shown} />
      ) : (
        <>
          <TrendDrawing {...shown} tolerancePercent={view.tolerance} />
          {places.some(({ point }) => isEarlyEnd(point)) && (
            <p className="cmp-note">{t('comparison.trend.early')}</p>
          )}
        </>
      )}
    </section>
  )
}
