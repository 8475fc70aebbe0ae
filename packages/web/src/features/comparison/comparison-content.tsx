/** The result of a comparison: summary, conditions, figures, labels, curves, trend. */
import type { ComparedPart, Comparison } from '@pone/contract/entities/comparison.ts'
import { isActiveRun } from '@pone/contract/states.ts'
import { formatClock } from '@pone/metrics/figures.ts'
import { isOverflowLabel } from '@pone/plan/scenario/run-label.ts'
import { InputNumber, Select } from 'antd'
import { type ReactNode, useMemo } from 'react'
import { type Translate, useT } from '../../lib/i18n.ts'
import { shortLabels } from '../../lib/short-label.ts'
import { Answers } from './changes/answers.tsx'
import { defaultTolerancePercent } from './changes/change-verdict.ts'
import { Differences } from './changes/differences.tsx'
import { TotalsTable } from './changes/totals-table.tsx'
import { CurvesSection } from './curves/curves-section.tsx'
import { FlameSection } from './flame/flame-section.tsx'
import { LabelsSection } from './labels/labels-section.tsx'
import { MonitoringSection } from './monitoring/monitoring-section.tsx'
import { PrintFrame } from './print-frame.tsx'
import type { ShownRun } from './shown-run.ts'
import { TrendSection } from './trend/trend-section.tsx'
import { useView } from './use-comparison-state.ts'

export interface ComparisonContentProps {
  readonly comparison: Comparison
  readonly runs: readonly ShownRun[]
  readonly parts: readonly ComparedPart[]
  /** Whether the figures are those of the previous selection, while the new comparison is computed. */
  readonly isWaiting: boolean
  readonly label: string | null
  readonly onLabel: (key: string | null) => void
}

export function ComparisonContent({
  comparison,
  runs,
  parts,
  isWaiting,
  label,
  onLabel,
}: ComparisonContentProps) {
  const t = useT()
  const [view, setView] = useView()
  const { windowSeconds } = comparison
  const steady = steadyParts(comparison, t)
  const pairings = (['always', 'whereSurer'] as const).filter(way => runs.some(run => run.pairing === way))
  // A label from an old address that none of the runs has is ignored.
  const chosen = comparison.labels.find(({ key }) => key === label) ?? null
  const key = chosen?.key ?? null
  const subject = <SubjectChoice labels={comparison.labels} chosen={key} onChoose={onLabel} />
  return (
    <>
      <PrintFrame runs={runs} />
      <Answers comparison={comparison} runs={runs} tolerancePercent={view.tolerance} />
      <Differences differences={comparison.differences} runs={runs} />
      <section className="cmp-section" aria-labelledby="cmp-totals">
        <div className="cmp-head">
          <h2 id="cmp-totals">{t('comparison.totals')}</h2>
          {subject}
          <label className="cmp-tolerance" title={t('comparison.toleranceHelp')}>
            {t('comparison.tolerance')}
            <InputNumber<number>
              min={0}
              max={100}
              precision={1}
              value={view.tolerance}
              suffix="%"
              onChange={value => setView({ tolerance: value ?? defaultTolerancePercent })}
            />
          </label>
        </div>
        <TotalsTable
          cells={chosen?.cells ?? comparison.total}
          runs={runs}
          tolerancePercent={view.tolerance}
        />
        <p className="cmp-note">
          {windowSeconds === null
            ? t('comparison.methodNone')
            : t('comparison.method', { seconds: windowSeconds })}{' '}
          {windowSeconds !== null && steady !== '' && `${t('comparison.methodSteady', { parts: steady })} `}
          {windowSeconds !== null && pairings.map(way => t(`comparison.pairing.${way}`)).join(' ')}
        </p>
      </section>
      <LabelsSection
        comparison={comparison}
        runs={runs}
        view={view}
        onView={setView}
        chosen={key}
        onChoose={onLabel}
      />
      <CurvesSection
        parts={parts}
        runs={runs}
        label={key}
        isWaiting={isWaiting}
        isFollowed={runs.some(({ run }) => isActiveRun(run.state))}
        subject={subject}
      />
      <MonitoringSection runs={runs} />
      <FlameSection runs={runs} />
      <TrendSection runs={runs} label={key} view={view} onView={setView} subject={subject} />
    </>
  )
}

/** The tested parts of the runs whose tests leave something out. */
const steadyParts = ({ runs }: Comparison, t: Translate): string =>
  runs
    .flatMap(({ run, fromMs, toMs, steady }) =>
      steady === null || (steady.fromMs <= fromMs && steady.toMs >= toMs - 1_000)
        ? []
        : [
            t('comparison.steadyPart', {
              number: run.number,
              from: formatClock(steady.fromMs / 1_000),
              to: formatClock(steady.toMs / 1_000),
            }),
          ],
    )
    .join(t('comparison.labels.runSeparator'))

/** Selects all requests or one label; figures, curves and trend show the same selection. */
function SubjectChoice({
  labels,
  chosen,
  onChoose,
}: {
  readonly labels: Comparison['labels']
  readonly chosen: string | null
  readonly onChoose: (key: string | null) => void
}): ReactNode {
  const t = useT()
  const options = useMemo(() => {
    const names = shortLabels(labels.map(({ label }) => label.name))
    return [
      { value: '', label: t('comparison.subject.all'), title: t('comparison.subject.all') },
      ...labels.map(({ key, label }) => {
        const name = isOverflowLabel(label) ? t('comparison.labels.others') : label.name
        return { value: key, label: names.get(name) ?? name, title: name }
      }),
    ]
  }, [labels, t])
  return (
    <Select<string>
      value={chosen ?? ''}
      aria-label={t('comparison.subject')}
      className="cmp-subject"
      popupMatchSelectWidth={420}
      showSearch={{ optionFilterProp: 'title' }}
      options={options}
      onChange={value => onChoose(value === '' ? null : value)}
    />
  )
}
