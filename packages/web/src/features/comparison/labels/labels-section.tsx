/** Requests and transactions × runs for one metric, with search, filters and sorting by change. */
import type { Comparison } from '@pone/contract/entities/comparison.ts'
import { formatNumber } from '@pone/metrics/figures.ts'
import { Checkbox, Segmented } from 'antd'
import { useMemo } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { SearchField } from '../../../ui/data-table/search-field.tsx'
import { EmptyState } from '../../../ui/page/page-states.tsx'
import { MetricChoice } from '../metric-choice.tsx'
import type { ShownRun } from '../shown-run.ts'
import type { ChangeView, View } from '../use-comparison-state.ts'
import { choiceOf, groupLabels, type LabelChoice, labelKinds } from './label-rows.ts'
import { LabelsTable } from './labels-table.tsx'

export interface LabelsSectionProps {
  readonly comparison: Comparison
  readonly runs: readonly ShownRun[]
  readonly view: View
  readonly onView: ChangeView
  /** Key of the selected label. */
  readonly chosen: string | null
  readonly onChoose: (key: string | null) => void
}

export function LabelsSection({ comparison, runs, view, onView, chosen, onChoose }: LabelsSectionProps) {
  const t = useT()
  const choice = useMemo(() => choiceOf(view), [view])
  const groups = useMemo(() => groupLabels(comparison.labels, choice), [comparison.labels, choice])
  const names = useMemo(() => comparison.labels.map(({ label }) => label.name), [comparison.labels])
  const shown = groups.reduce((sum, group) => sum + group.labels.length, 0)
  return (
    <section className="cmp-section" aria-labelledby="cmp-labels">
      <h2 id="cmp-labels">
        {t('comparison.labels')}
        <span className="cmp-print-only"> · {t(`comparison.metric.${choice.metric}`)}</span>
      </h2>
      <Tools labels={comparison.labels} view={view} choice={choice} shown={shown} onView={onView} />
      {shown === 0 ? (
        <EmptyState
          title={t('comparison.labels.nothing')}
          action={
            <button
              type="button"
              className="link-button"
              onClick={() => onView({ search: '', kind: 'all', notable: false })}
            >
              {t('comparison.labels.reset')}
            </button>
          }
        />
      ) : (
        <>
          <LabelsTable
            groups={groups}
            names={names}
            runs={runs}
            choice={choice}
            chosen={chosen}
            onChoose={onChoose}
            onSort={(sort, descending) => onView({ sort: String(sort), descending })}
          />
          <p className="cmp-note no-print">{t('comparison.labels.hint')}</p>
        </>
      )}
    </section>
  )
}

/** Metric, search and filters of the table, and the number of matching labels. */
function Tools(props: {
  readonly labels: Comparison['labels']
  readonly view: View
  readonly choice: LabelChoice
  readonly shown: number
  readonly onView: ChangeView
}) {
  const t = useT()
  const { labels, view, choice, shown, onView } = props
  const kinds = labelKinds.filter(kind => kind === 'all' || labels.some(({ label }) => label.kind === kind))
  return (
    <div className="cmp-tools no-print">
      <MetricChoice metric={choice.metric} onChange={metric => onView({ metric })} />
      {labels.length > 1 && (
        <SearchField
          value={view.search}
          placeholder={t('comparison.labels.search')}
          onSearch={search => onView({ search })}
        />
      )}
      {kinds.length > 2 && (
        <Segmented
          aria-label={t('comparison.labels.kind')}
          value={choice.kind}
          options={kinds.map(value => ({ value, label: t(`comparison.labels.kind.${value}`) }))}
          onChange={kind => onView({ kind })}
        />
      )}
      <Checkbox checked={view.notable} onChange={event => onView({ notable: event.target.checked })}>
        {t('comparison.labels.notable')}
      </Checkbox>
      <span className="secondary tabular" role="status">
        {t('comparison.labels.count', { shown: formatNumber(shown), total: formatNumber(labels.length) })}
      </span>
    </div>
  )
}
