/** The content of a report: first the verdict, then the figures behind it. */
import type { Report } from '@pone/contract/entities/report.ts'
import { formatClock, formatDuration } from '@pone/metrics/figures.ts'
import { isPartOfRun, runDurationMs } from '@pone/metrics/run-part.ts'
import type { ReportContent } from '@pone/results/report/content.ts'
import { Alert } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { ChartFileNames } from '../../../ui/chart/chart-files.ts'
import { type ChartRange, ChartRangeProvider } from '../../../ui/chart/chart-range.tsx'
import { FactList } from '../../../ui/fact-list.tsx'
import { RunStateTag } from '../../../ui/run/run-state.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { ToldCause } from '../../../ui/told-cause.tsx'
import { chartNames } from '../figures/chart-names.ts'
import { EndedGeneratorAlert } from '../figures/generator-alert.tsx'
import { FlameMarks, ReportFlameDiagrams } from '../flame/run-flame-diagrams.tsx'
import { KeyFigures } from './key-figures.tsx'
import { chosenPart } from './part/chosen-part.ts'
import { type PartActions, PartBar } from './part/part-bar.tsx'
import { PrintFrame } from './print/print-frame.tsx'
import { Verdict } from './report-verdict.tsx'
import { sectionParts } from './sections/registry.ts'
import '../run.css'

export function ReportContentView({
  content,
  state,
  partActions,
  notes,
}: {
  readonly content: ReportContent
  readonly state: Report['state']
  /** Null where the user may not make reports of parts. */
  readonly partActions: PartActions | null
  /** What people wrote on the report. */
  readonly notes: ReactNode
}) {
  const t = useT()
  const [range, onRange] = useState<ChartRange>(null)
  const shared = useMemo(() => ({ range, onRange }), [range])
  const part = chosenPart(range, content, runDurationMs(content.run) ?? content.toMs)
  const nameOf = chartNames(content.run, isPartOfRun(content.run, content) ? content : null)
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
      <EndedGeneratorAlert machines={content.machines} />
      <KeyFigures content={content} />
      <Facts content={content} />
      {notes}
      <ChartFileNames value={nameOf}>
        <PrintFrame content={content} />
        <FlameMarks run={content.run} isLive={false}>
          <ChartRangeProvider shared={shared}>
            {Object.entries(sectionParts).map(([name, Part]) => (
              <Part key={name} content={content} />
            ))}
          </ChartRangeProvider>
        </FlameMarks>
        <ReportFlameDiagrams runId={content.run.id} startedAt={content.run.startedAt} />
      </ChartFileNames>
      {part !== null && <PartBar part={part} actions={partActions} onShowAll={() => onRange(null)} />}
    </article>
  )
}

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
    ...(isPartOfRun(run, content) && run.startedAt !== null
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
