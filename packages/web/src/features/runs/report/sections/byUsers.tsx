/** Response times and throughput against the number of users: a dot per interval of the run, so that the load from which times rise can be seen. */
import { pointsByUsers } from '@pone/metrics/by-users.ts'
import { formatNumber } from '@pone/metrics/figures.ts'
import { useMemo } from 'react'
import { type Translate, useT } from '../../../../lib/i18n.ts'
import { TimeChart, type TimeChartProps } from '../../../../ui/chart/time-chart.tsx'
import type { ChartSeries } from '../../../../ui/chart/time-series.ts'
import { PartFrame, type SectionPart } from './section-part.tsx'

export const ByUsersPart: SectionPart = ({ content }) => {
  const t = useT()
  const { seconds, secondsPerPoint, run } = content
  const points = useMemo(() => pointsByUsers(seconds, secondsPerPoint), [seconds, secondsPerPoint])
  const axis = useMemo(() => ({ label: t('report.byUsers.users'), format: formatNumber }), [t])
  if (points.length === 0) return null
  return (
    <PartFrame id="byUsers" title={t('report.section.byUsers')}>
      <div className="run-charts report-by-users">
        {chartsOf(points, t).map(chart => (
          <TimeChart
            key={chart.title}
            {...chart}
            seconds={points.map(point => point.users)}
            syncKey={`report-users-${run.id}`}
            line="dots"
            axis={axis}
            height={220}
          />
        ))}
      </div>
      <p className="report-hint">{t('report.byUsers.note', { seconds: secondsPerPoint })}</p>
    </PartFrame>
  )
}

type UsersPoint = ReturnType<typeof pointsByUsers>[number]

/** Response times, and throughput with its transactions where there are any. */
function chartsOf(
  points: readonly UsersPoint[],
  t: Translate,
): readonly Pick<TimeChartProps, 'title' | 'unit' | 'series'>[] {
  const series = (
    key: ChartSeries['color'],
    label: string,
    valueOf: (point: UsersPoint) => number | null,
  ): ChartSeries => ({ key, label, color: key, values: points.map(valueOf) })
  const transactions = series(
    'transactions',
    t('run.series.transactions'),
    point => point.transactionsPerSecond,
  )
  return [
    {
      title: t('report.byUsers.time'),
      unit: 'ms',
      series: [
        series('avg', t('run.series.avg'), point => point.avgMs),
        series('p95', 'P95', point => point.p95Ms),
      ],
    },
    {
      title: t('report.byUsers.rate'),
      unit: 'perSecond',
      series: [
        series('rate', t('run.series.requests'), point => point.requestsPerSecond),
        ...(transactions.values.some(value => (value ?? 0) > 0) ? [transactions] : []),
      ],
    },
  ]
}
