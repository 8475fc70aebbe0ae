/** The content of a report: first the verdict, then the figures behind it. */
import { CheckCircleFilled, CloseCircleFilled, InfoCircleFilled, WarningFilled } from '@ant-design/icons'
import type { Report } from '@pone/contract/entities/report.ts'
import {
  formatClock,
  formatDuration,
  formatMs,
  formatNumber,
  formatPeak,
  formatPercent,
} from '@pone/metrics/figures.ts'
import { runDurationMs } from '@pone/metrics/run-part.ts'
import type { ReportContent } from '@pone/results/report/content.ts'
import { partOfName, runFileName } from '@pone/schema/file-name.ts'
import { Alert } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { type ChartFileName, ChartFileNames } from '../../../ui/chart/chart-files.ts'
import { type ChartRange, ChartRangeProvider } from '../../../ui/chart/chart-range.tsx'
import { FactList } from '../../../ui/fact-list.tsx'
import { RunStateTag } from '../../../ui/run/run-state.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { ToldCause } from '../../../ui/told-cause.tsx'
import { missedStarts } from '../live-model.ts'
import { JudgedText } from './judged-text.tsx'
import { chosenPart } from './part/chosen-part.ts'
import { type PartActions, PartBar } from './part/part-bar.tsx'
import { sectionParts } from './sections/registry.ts'
import '../run.css'

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
  partActions,
}: {
  readonly content: ReportContent
  readonly state: Report['state']
  /** Null where the user may not make reports of parts. */
  readonly partActions: PartActions | null
}) {
  const t = useT()
  const [range, onRange] = useState<ChartRange>(null)
  const shared = useMemo(() => ({ range, onRange }), [range])
  const nameOf: ChartFileName = (title, ending) =>
    runFileName(run, [title, ...(isPart(content) ? [partOfName(content)] : [])], ending)
  const part = chosenPart(range, content, runDurationMs(content.run) ?? content.toMs)
  const { run, total } = content
  const isArrivals = run.scenario.drive === 'arrivals'
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
      <ChartFileNames value={nameOf}>
        <ChartRangeProvider shared={shared}>
          {Object.entries(sectionParts).map(([name, Part]) => (
            <Part key={name} content={content} />
          ))}
        </ChartRangeProvider>
      </ChartFileNames>
      {part !== null && <PartBar part={part} actions={partActions} onShowAll={() => onRange(null)} />}
    </article>
  )
}

/** Passed or failed, the load, and the first failure. */
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
