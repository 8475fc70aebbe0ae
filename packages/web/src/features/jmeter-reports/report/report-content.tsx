/** The contents of a JMeter report: test data, APDEX, figures, errors, charts. */
import type { JmeterReport, JmeterReportContent } from '@pone/contract/entities/jmeter-report.ts'
import { formatClock, formatDuration, formatNumber } from '@pone/metrics/figures.ts'
import { Alert } from 'antd'
import type { ReactNode } from 'react'
import { type Translate, useT } from '../../../lib/i18n.ts'
import { FactList } from '../../../ui/fact-list.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { ChartGroups } from '../charts/chart-groups.tsx'
import { ApdexTable } from '../tables/apdex-table.tsx'
import { ErrorsTable, TopErrorsTable } from '../tables/error-tables.tsx'
import { RequestsSummary } from '../tables/requests-summary.tsx'
import { StatisticsTable } from '../tables/statistics-table.tsx'
import { faultText } from './fault-text.ts'

export function ReportContentView({
  content,
  report,
  syncKey,
}: {
  readonly content: JmeterReportContent
  readonly report: JmeterReport | null
  readonly syncKey: string
}) {
  const t = useT()
  const problems = problemsOf(content, t)
  return (
    <article className="jr-content">
      {problems.length > 0 && (
        <Alert
          type="warning"
          showIcon
          className="jr-alert"
          title={t('jmeterReport.partly')}
          description={problems.map(problem => <div key={problem}>{problem}</div>)}
        />
      )}
      <Section id="info" title={t('jmeterReport.info')}>
        <Facts content={content} report={report} />
      </Section>
      <div className="jr-head">
        <Section id="apdex" title={t('jmeterReport.apdex')}>
          <ApdexTable lines={content.apdex} />
        </Section>
        <Section id="summary" title={t('jmeterReport.summary')}>
          <RequestsSummary requests={content.requests} />
        </Section>
      </div>
      <Section id="statistics" title={t('jmeterReport.statistics')}>
        {content.hasOtherLabels && (
          <p className="jr-note">
            {t('jmeterReport.otherLabels', { limit: formatNumber(content.statistics.length - 2) })}
          </p>
        )}
        <StatisticsTable lines={content.statistics} isLegacy={content.settings.percentiles === 'legacy'} />
      </Section>
      <Section id="charts" title={t('jmeterReport.charts')}>
        <ChartGroups content={content} syncKey={syncKey} />
      </Section>
      <Section id="errors" title={t('jmeterReport.errors')}>
        <ErrorsTable lines={content.errors} omitted={content.omittedErrors} />
      </Section>
      {content.errors.length > 0 && (
        <Section id="top-errors" title={t('jmeterReport.topErrors')}>
          <TopErrorsTable lines={content.topErrors} />
        </Section>
      )}
    </article>
  )
}

function problemsOf(content: JmeterReportContent, t: Translate): string[] {
  const named = (machine: string) => machine || t('jmeterReport.machine')
  return [
    ...(content.missingLogs > 0 ? [t('jmeterReport.partly.missing', { count: content.missingLogs })] : []),
    ...content.sources.flatMap(({ machine, skipped, isCutOff, fault }) => [
      ...(fault === null
        ? []
        : [t('jmeterReport.partly.fault', { machine: named(machine), fault: faultText(fault, t) })]),
      ...skipped.map(({ count, firstLines }) =>
        t('jmeterReport.partly.skipped', {
          machine: named(machine),
          count,
          lines: `${firstLines.join(', ')}${count > firstLines.length ? ' …' : ''}`,
        }),
      ),
      ...(isCutOff ? [t('jmeterReport.partly.cutOff', { machine: named(machine) })] : []),
    ]),
  ]
}

function Facts({
  content,
  report,
}: {
  readonly content: JmeterReportContent
  readonly report: JmeterReport | null
}) {
  const t = useT()
  const { settings, sources } = content
  const clock = (ms: number | null) => (ms === null ? '…' : formatClock(ms / 1_000))
  const range =
    settings.fromMs === null && settings.toMs === null
      ? ''
      : `${clock(settings.fromMs ?? 0)} – ${clock(settings.toMs)}`
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t('jmeterReport.info.start'), <TimeText key="start" at={content.startMs} withSeconds />],
    [t('jmeterReport.info.end'), <TimeText key="end" at={content.endMs} withSeconds />],
    [
      t('jmeterReport.info.duration'),
      [formatDuration(content.endMs - content.startMs), range].filter(Boolean).join(' · '),
    ],
    [
      t('jmeterReport.info.filter'),
      settings.labelFilter === '' ? (
        t('jmeterReport.info.noFilter')
      ) : (
        <code key="filter">{settings.labelFilter}</code>
      ),
    ],
    [t('jmeterReport.info.granularity'), formatDuration(settings.granularityMs)],
    [t('jmeterReport.info.percentiles'), t(`jmeterReport.percentiles.${settings.percentiles}`)],
    [
      t('jmeterReport.info.sources'),
      <ul key="sources" className="jr-sources">
        {sources.map(({ machine, rows }, index) => (
          // Machines may have the same name.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            {t('jmeterReport.info.rows', {
              machine: machine || t('jmeterReport.machine'),
              count: rows,
            })}
          </li>
        ))}
      </ul>,
    ],
    ...(report === null
      ? []
      : [
          [
            t('jmeterReport.info.made'),
            <span key="made">
              <TimeText at={report.createdAt} /> · {report.createdBy}
            </span>,
          ] as const,
        ]),
  ]
  return <FactList facts={facts} />
}

function Section({
  id,
  title,
  children,
}: {
  readonly id: string
  readonly title: string
  readonly children: ReactNode
}) {
  return (
    <section className="jr-section" aria-labelledby={`jr-${id}`}>
      <h2 id={`jr-${id}`}>{title}</h2>
      {children}
    </section>
  )
}
