/** Response times and throughput against the number of users: a dot per interval of the run, so that the load from which times rise can be seen. */
import { pointsByUsers } from '@pone/metrics/by-users.ts'
import { formatNumber } from '@pone/metrics/figures.ts'
import { useMemo } from 'react'
import { useT } from '../../../../lib/i18n.ts'
import { TimeChart } from '../../../../ui/chart/time-chart.tsx'
import { PartFrame, type SectionPart } from './section-part.tsx'

export const ByUsersPart: SectionPart = ({ content }) => {
  const t = useT()
  const { seconds, secondsPerPoint, run } = content
  const points = useMemo(() => pointsByUsers(seconds, secondsPerPoint), [seconds, secondsPerPoint])
  const axis = useMemo(() => ({ label: t('report.byUsers.users'), format: formatNumber }), [t])
  if (points.length === 0) return null
  const common = {
    seconds: points.map(point => point.users),
    syncKey: `report-users-${run.id}`,
    line: 'dots',
    axis,
    height: 220,
  } as const
  const hasTransactions = points.some(point => point.transactionsPerSecond > 0)
  return (
    <PartFrame id="byUsers" title={t('report.section.byUsers')}>
      <div className="run-charts report-by-users">
        <TimeChart
          {...common}
          title={t('report.byUsers.time')}
          unit="ms"
          series={[
            {
              key: 'avg',
              label: t('run.series.avg'),
              color: 'avg',
              values: points.map(point => point.avgMs),
            },
            { key: 'p95', label: 'P95', color: 'p95', values: points.map(point => point.p95Ms) },
          ]}
        />
        <TimeChart
          {...common}
          title={t('report.byUsers.rate')}
          unit="perSecond"
          series={[
            {
              key: 'rate',
              label: t('run.series.requests'),
              color: 'rate',
              values: points.map(point => point.requestsPerSecond),
            },
            ...(hasTransactions
              ? [
                  {
                    key: 'transactions',
                    label: t('run.series.transactions'),
                    color: 'transactions' as const,
                    values: points.map(point => point.transactionsPerSecond),
                  },
                ]
              : []),
          ]}
        />
      </div>
      <p className="report-hint">{t('report.byUsers.note', { seconds: secondsPerPoint })}</p>
    </PartFrame>
  )
}
