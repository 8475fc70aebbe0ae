/** The key figures of a report, each with its definition. */
import { formatMs, formatNumber, formatPercent } from '@pone/metrics/figures.ts'
import type { ReportContent } from '@pone/results/report/content.ts'
import type { ReactNode } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { missedStarts } from '../live-model.ts'
import { peakOf } from './first-screen.ts'

export function KeyFigures({ content }: { readonly content: ReportContent }) {
  const t = useT()
  const { run, total } = content
  const isArrivals = run.scenario.drive === 'arrivals'
  const starts = missedStarts(content.seconds)
  return (
    <dl className="report-figures">
      <Figure label={t('report.requests')} help={t('report.help.requests')}>
        {formatNumber(total.count)}
      </Figure>
      <Figure label={t('run.rps')} help={t('report.help.rps')}>
        {formatNumber(total.perSecond)}
      </Figure>
      <Figure label={t('run.series.avg')} help={t('report.help.avg')}>
        {formatMs(total.avgMs)}
      </Figure>
      <Figure label="P95" help={t('report.help.percentile', { percent: 95 })}>
        {formatMs(total.p95Ms)}
      </Figure>
      <Figure label="P99" help={t('report.help.percentile', { percent: 99 })}>
        {formatMs(total.p99Ms)}
      </Figure>
      <Figure label={t('run.errorRate')} help={t('report.help.errors')} isBad={total.failed > 0}>
        {formatPercent(total.errorPercent)}
      </Figure>
      {isArrivals && (
        <Figure
          label={`${t('run.lateStarts')} / ${t('run.droppedStarts')}`}
          help={t('run.startsHelp')}
          isBad={starts.dropped > 0}
        >
          {formatNumber(starts.late)} / {formatNumber(starts.dropped)}
        </Figure>
      )}
      <Figure
        label={t('report.peakUsers')}
        help={t(content.usersBasis === 'maximum' ? 'report.help.peakUsers' : 'report.help.peakUsersSampled')}
      >
        {peakOf(content)}
      </Figure>
    </dl>
  )
}

function Figure({
  label,
  help,
  isBad,
  children,
}: {
  readonly label: string
  readonly help: string
  readonly isBad?: boolean
  readonly children: ReactNode
}) {
  return (
    <div className={isBad ? 'run-figure run-figure-bad' : 'run-figure'} title={help}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
