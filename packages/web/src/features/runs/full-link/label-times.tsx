/** Response times of a label from the report of its run: figures, phases, and shares of the tiers as far as the verdict knows them. */
import type { FullLinkRun } from '@pone/contract/entities/full-link.ts'
import type { LabelStatistics } from '@pone/contract/entities/run.ts'
import { isActiveRun } from '@pone/contract/states.ts'
import { formatClock, formatMs, formatNumber, formatPercent, noValue } from '@pone/metrics/figures.ts'
import { isPartOfRun } from '@pone/metrics/run-part.ts'
import type { ReportContent } from '@pone/results/report/content.ts'
import { useT } from '../../../lib/i18n.ts'
import { FactList } from '../../../ui/fact-list.tsx'
import { ErrorState, LoadingState } from '../../../ui/page/page-states.tsx'
import { PhasesTable } from '../figures/phases-table.tsx'
import { useReport, useReports } from '../report/report-queries.ts'
import { BlameTable } from '../report/sections/blame-table.tsx'
import { widestReport } from './widest-report.ts'
import '../run.css'
import '../report/report.css'

interface LabelTimesProps {
  readonly run: FullLinkRun['run']
  /** Index of the label. */
  readonly label: number
}

export function LabelTimes({ run, label }: LabelTimesProps) {
  const t = useT()
  return (
    <section aria-label={t('labelTimes.title')}>
      <h2 className="report-subtitle">{t('labelTimes.title')}</h2>
      {isActiveRun(run.state) ? (
        <p className="run-note">{t('labelTimes.active')}</p>
      ) : (
        <FromReport run={run} label={label} />
      )}
    </section>
  )
}

function FromReport({ run, label }: LabelTimesProps) {
  const t = useT()
  const reports = useReports(run.id)
  const widest = widestReport(reports.data ?? [])
  const report = useReport(widest?.id ?? null)
  const error = reports.error ?? report.error
  if (error) return <ErrorState error={error} />
  if (reports.data !== undefined && widest === undefined)
    return <p className="run-note">{t('labelTimes.noReport')}</p>
  const content = report.data?.content
  if (!content) return <LoadingState rows={3} />
  return <Times content={content} label={label} />
}

function Times({ content, label }: { readonly content: ReportContent; readonly label: number }) {
  const t = useT()
  const { labels, fromMs, toMs, run, bottleneck } = content
  const own = labels.find(each => each.label.index === label)
  const blame = bottleneck?.blame ?? null
  const interval = isPartOfRun(run, content)
    ? t('labelTimes.part', { from: formatClock(fromMs / 1_000), to: formatClock(toMs / 1_000) })
    : t('labelTimes.whole')
  const parts = labels.filter(each => isWithin(each, label, labels) && each.phases !== null)
  return (
    <>
      <p className="run-note">{interval}</p>
      {own !== undefined && <FactList facts={factsOf(own, t)} />}
      {parts.length > 0 && <PhasesTable labels={parts} engine={run.scenario.engine} />}
      {blame === null ? (
        <p className="run-note">{t('labelTimes.noTiers')}</p>
      ) : (
        <>
          <p className="run-note">{t('labelTimes.ofRun')}</p>
          <BlameTable blame={blame} />
        </>
      )}
    </>
  )
}

/** The label itself, and what its transaction is made of. */
function isWithin({ label }: LabelStatistics, index: number, all: readonly LabelStatistics[]): boolean {
  if (label.index === index) return true
  const { parent } = label
  // A parent stands before what it is made of.
  if (parent === undefined || parent >= label.index) return false
  const around = all.find(each => each.label.index === parent)
  return around !== undefined && isWithin(around, index, all)
}

const factsOf = (own: LabelStatistics, t: ReturnType<typeof useT>): (readonly [string, string])[] => [
  [t('run.column.count'), formatNumber(own.count)],
  [t('run.column.errorPercent'), own.count === 0 ? noValue : formatPercent(own.errorPercent)],
  [t('run.column.perSecond'), formatNumber(own.perSecond)],
  [t('run.column.avg'), own.count === 0 ? noValue : formatMs(own.avgMs)],
  ['P95', own.count === 0 ? noValue : formatMs(own.p95Ms)],
  ['P99', own.count === 0 ? noValue : formatMs(own.p99Ms)],
]
