/** The latest runs of a scenario as a table, newest first. */
import type { ComparisonMetric } from '@pone/contract/entities/comparison.ts'
import { formatPeak, noValue } from '@pone/metrics/figures.ts'
import { Link } from 'react-router'
import { useT } from '../../../lib/i18n.ts'
import { links } from '../../../lib/navigation/links.ts'
import { RunStateTag, SlaTag } from '../../../ui/run/run-state.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { metricValue, percentDelta } from '../metric-text.ts'
import { RunName } from '../run-name.tsx'
import type { ShownRun } from '../shown-run.ts'
import type { TrendPlace } from './trend-scale.ts'

export interface TrendTableProps {
  readonly places: readonly TrendPlace[]
  readonly metric: ComparisonMetric
  readonly runs: readonly ShownRun[]
  readonly baseline: number | null
}

export function TrendTable({ places, metric, runs, baseline }: TrendTableProps) {
  const t = useT()
  return (
    <div className="cmp-scroll">
      <table className="cmp-table">
        <thead>
          <tr>
            <th scope="col">{t('comparison.trend.run')}</th>
            <th scope="col">{t('comparison.trend.started')}</th>
            <th scope="col">{t('comparison.trend.state')}</th>
            <th scope="col">{t('comparison.trend.sla')}</th>
            <th scope="col" className="cmp-number">
              {t('comparison.trend.peak')}
            </th>
            <th scope="col" className="cmp-number">
              {t(`comparison.metric.${metric}`)}
            </th>
            <th scope="col" className="cmp-number">
              {t('comparison.trend.against')}
            </th>
          </tr>
        </thead>
        <tbody>
          {places.toReversed().map(({ point, value }) => {
            const compared = runs.find(({ id }) => id === point.runId)
            const percent = value === null || !baseline ? null : ((value - baseline) / baseline) * 100
            return (
              <tr key={point.runId} className={compared ? 'cmp-chosen' : undefined}>
                <th scope="row">
                  <Link to={links.report(point.runId)}>
                    {compared ? (
                      <RunName color={compared.color} number={point.number} />
                    ) : (
                      <span className="tabular">#{point.number}</span>
                    )}
                  </Link>
                </th>
                <td>
                  <TimeText at={point.startedAt} withSeconds />
                </td>
                <td>
                  <RunStateTag state={point.state} />
                </td>
                <td>{point.sla === 'none' ? noValue : <SlaTag state={point.sla} />}</td>
                <td className="cmp-number">{formatPeak(point.peakUsers, point.usersBasis)}</td>
                <td className="cmp-number">{value === null ? noValue : metricValue(metric, value)}</td>
                <td className="cmp-number">{percentDelta({ deltaPercent: percent })}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
