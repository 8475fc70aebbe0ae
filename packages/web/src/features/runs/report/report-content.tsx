/** A report as it is read: the answer first, then the figures behind it. */
import { CheckCircleFilled, CloseCircleFilled, InfoCircleFilled, WarningFilled } from '@ant-design/icons'
import type { Report, ReportContent } from '@pone/contract/entities/report.ts'
import {
  formatClock,
  formatDuration,
  formatMs,
  formatNumber,
  formatPeak,
  formatPercent,
} from '@pone/metrics/figures.ts'
import { runDurationMs } from '@pone/metrics/run-part.ts'
import { Alert } from 'antd'
import type { ReactNode } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { FactList } from '../../../ui/fact-list.tsx'
import { RunStateTag } from '../../../ui/run/run-state.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { ToldCause } from '../../../ui/told-cause.tsx'
import { ErrorsTable } from '../figures/errors-table.tsx'
import { EventsList } from '../figures/events-list.tsx'
import { PhasesTable } from '../figures/phases-table.tsx'
import { RunCharts } from '../figures/run-charts.tsx'
import { missedStarts } from '../live/live-model.ts'
import { DistributionChart } from './distribution-chart.tsx'
import { JudgedText } from './judged-text.tsx'
import { MachineReport } from './machine-report.tsx'
import { ReconciliationTable } from './reconciliation-table.tsx'
import '../run.css'
import { StatisticsTable } from '../figures/statistics-table.tsx'
import { SlaResults } from '../sla/sla-results.tsx'

const looks = {
  passed: { icon: <CheckCircleFilled />, tone: 'passed' },
  failed: { icon: <CloseCircleFilled />, tone: 'failed' },
  noSla: { icon: <InfoCircleFilled />, tone: 'off' },
  notJudged: { icon: <InfoCircleFilled />, tone: 'warning' },
  invalid: { icon: <WarningFilled />, tone: 'warning' },
} as const

export function ReportContentView({
  content,
  state,
}: {
  readonly content: ReportContent
  readonly state: Report['state']
}) {
  const t = useT()
  const { run, total } = content
  const isArrivals = run.scenario.drive === 'arrivals'
  // It tells neither open connections nor what response times are made of.
  const isJmeter = run.scenario.engine === 'jmeter'
  const starts = missedStarts(content.seconds)
  return (
    <article className="report-content">
      <Verdict content={content} />
      {state === 'partlySuccessful' && (
        <Alert
          type="warning"
          showIcon
          title={t('report.partly')}
          description={content.missing.map(part => `${part.section}: ${part.reason}`).join('; ')}
          className="run-alert"
        />
      )}
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
          help={t(
            content.usersBasis === 'maximum' ? 'report.help.peakUsers' : 'report.help.peakUsersSampled',
          )}
        >
          {peakOf(content)}
        </Figure>
      </dl>
      <Facts content={content} />
      <Section id="sla" title={t('run.tab.sla')}>
        <SlaResults results={content.sla} />
      </Section>
      <Section id="charts" title={t('report.section.charts')}>
        <RunCharts
          seconds={content.seconds}
          secondsPerPoint={content.secondsPerPoint}
          events={content.events}
          startedAt={run.startedAt}
          usersBasis={content.usersBasis}
          isArrivals={isArrivals}
          hasConnections={!isJmeter}
          syncKey={`report-${run.id}`}
        />
      </Section>
      <Section id="transactions" title={t('run.tab.transactions')}>
        <StatisticsTable labels={content.labels} total={total} isFull />
      </Section>
      {(!isJmeter || content.labels.some(({ phases }) => phases !== null)) && (
        <Section id="phases" title={t('run.tab.phases')}>
          <PhasesTable labels={content.labels} isJmeter={isJmeter} />
        </Section>
      )}
      <Section id="errors" title={t('run.tab.errors')}>
        <ErrorsTable errors={content.errors} />
      </Section>
      <Section id="distribution" title={t('report.section.distribution')}>
        <DistributionChart buckets={content.distribution} />
      </Section>
      <Section id="machines" title={t('run.tab.machines')}>
        <MachineReport machines={content.machines} syncKey={`report-${run.id}`} />
      </Section>
      <Section id="reconciliation" title={t('report.section.reconciliation')}>
        <ReconciliationTable reconciliation={content.reconciliation} />
      </Section>
      <Section id="events" title={t('run.tab.events')}>
        <EventsList events={content.events} />
      </Section>
    </article>
  )
}

/** Did it pass, under what load, and what broke first. */
function Verdict({ content }: { readonly content: ReportContent }) {
  const t = useT()
  const { icon, tone } = looks[content.verdict]
  const firstBroken = content.sla
    .filter(result => result.firstBrokenAt !== null)
    .toSorted((a, b) => (a.firstBrokenAt ?? 0) - (b.firstBrokenAt ?? 0))[0]
  const firstError = content.errors.toSorted((a, b) => a.firstAt - b.firstAt)[0]
  const after = (at: number) => formatClock((at - (content.run.startedAt ?? at)) / 1_000)
  return (
    <div className="report-verdict" style={{ borderColor: `var(--${tone})` }}>
      <strong style={{ color: `var(--${tone})` }}>
        <span aria-hidden>{icon}</span> {t(`report.verdict.${content.verdict}`)}
      </strong>
      <p>
        {t('report.sentence', {
          users: peakOf(content),
          duration: formatDuration(content.toMs - content.fromMs),
          requests: formatNumber(content.total.count),
          rate: formatNumber(content.total.perSecond),
          p95: formatMs(content.total.p95Ms),
          errors: formatPercent(content.total.errorPercent),
        })}
      </p>
      <JudgedText content={content} />
      {firstBroken?.firstBrokenAt && (
        <p>
          {t('report.firstBroken', {
            at: after(firstBroken.firstBrokenAt),
            rule: t(`scenario.metric.${firstBroken.rule.metric}`),
          })}
        </p>
      )}
      {firstError && (
        <p>
          {t('report.firstError', {
            at: after(firstError.firstAt),
            label: firstError.label,
            code: firstError.code,
          })}
        </p>
      )}
    </div>
  )
}

const peakOf = ({ peakUsers, usersBasis, run }: ReportContent): string =>
  formatPeak(peakUsers ?? run.peakUsers, usersBasis)

const isPart = ({ run, fromMs, toMs }: ReportContent): boolean =>
  fromMs > 0 || toMs < (runDurationMs(run) ?? 0)

function Facts({ content }: { readonly content: ReportContent }) {
  const t = useT()
  const { run } = content
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t('run.record.state'), <RunStateTag key="state" state={run.state} />],
    [t('report.cause'), run.cause === null ? '' : t(`runCause.${run.cause}`)],
    ...(run.causeDetail === ''
      ? []
      : [[t('report.causeDetail'), <ToldCause key="detail" detail={run.causeDetail} />] as const]),
    [t('run.record.started'), <TimeText key="at" at={run.startedAt} withSeconds />],
    [t('report.ended'), <TimeText key="at" at={run.endedAt} withSeconds />],
    [
      t('report.covers'),
      t('report.coversText', {
        from: formatClock(content.fromMs / 1_000),
        to: formatClock(content.toMs / 1_000),
        duration: formatDuration(content.toMs - content.fromMs),
      }),
    ],
    ...(isPart(content) && run.startedAt !== null
      ? [
          [
            t('report.coversAt'),
            <span key="part">
              <TimeText at={run.startedAt + content.fromMs} withSeconds /> –{' '}
              <TimeText at={run.startedAt + content.toMs} withSeconds />
            </span>,
          ] as const,
        ]
      : []),
    [t('report.cluster'), run.clusterName],
    [t('report.model'), t(`report.model.${run.scenario.loadModel.kind}`)],
    [t('run.record.by'), run.startedBy],
  ]
  return <FactList facts={facts} />
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
    <section className="report-section" aria-labelledby={`report-${id}`}>
      <h2 id={`report-${id}`}>{title}</h2>
      {children}
    </section>
  )
}
