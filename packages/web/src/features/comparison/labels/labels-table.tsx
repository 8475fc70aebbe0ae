/** The labels table: sticky head and name column; a plain table, so that hundreds of rows render quickly. */
import { CaretDownOutlined, CaretUpOutlined } from '@ant-design/icons'
import type { ComparedLabel, ComparisonMetric } from '@pone/contract/entities/comparison.ts'
import { noValue } from '@pone/metrics/figures.ts'
import { isOverflowLabel } from '@pone/plan/scenario/run-label.ts'
import { memo, type ReactNode, useCallback, useLayoutEffect, useRef } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { ChangePercent } from '../changes/change-mark.tsx'
import { metricValue } from '../metric-text.ts'
import { RunName } from '../run-name.tsx'
import type { ShownRun } from '../shown-run.ts'
import { type LabelChoice, type LabelGroup, nextSort } from './label-rows.ts'

export interface LabelsTableProps {
  readonly groups: readonly LabelGroup[]
  /** Short column titles. */
  readonly names: ReadonlyMap<string, string>
  readonly runs: readonly ShownRun[]
  readonly choice: LabelChoice
  readonly chosen: string | null
  readonly onChoose: (key: string | null) => void
  readonly onSort: (sort: LabelChoice['sort'], descending: boolean) => void
}

export function LabelsTable({ groups, names, runs, choice, chosen, onChoose, onSort }: LabelsTableProps) {
  const t = useT()
  // The same function on every render, so that rows are redrawn only when their own data changes.
  const latest = useRef(onChoose)
  useLayoutEffect(() => {
    latest.current = onChoose
  })
  const choose = useCallback((key: string | null) => latest.current(key), [])
  return (
    <div
      className="cmp-scroll cmp-labels-scroll"
      // A scrollable element must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="group"
      aria-label={t('comparison.labels')}
    >
      <table className="cmp-table cmp-labels">
        <thead>
          <tr>
            <SortHead
              of="name"
              choice={choice}
              onSort={onSort}
              label={t('comparison.labels.sortBy', { name: t('comparison.labels.name') })}
            >
              {t('comparison.labels.name')}
            </SortHead>
            {runs.map((run, at) => (
              <SortHead
                key={run.id}
                of={at}
                choice={choice}
                onSort={onSort}
                span={at === 0 ? 1 : 2}
                label={t(at === 0 ? 'comparison.labels.sortValue' : 'comparison.labels.sortChange', {
                  number: run.number,
                })}
              >
                <RunName color={run.color} number={run.number} />
                {at === 0 && <small>{t('comparison.baseline')}</small>}
              </SortHead>
            ))}
          </tr>
        </thead>
        {groups.map(group => (
          <tbody key={group.runs?.join() ?? 'common'}>
            <GroupHead group={group} runs={runs} choice={choice} />
            {group.labels.map(label => (
              <LabelRow
                key={label.key}
                label={label}
                shortName={names.get(label.label.name) ?? label.label.name}
                metric={choice.metric}
                tolerancePercent={choice.tolerancePercent}
                isChosen={label.key === chosen}
                onChoose={choose}
              />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}

/** Which runs have the labels of a group, or that no label can be compared. */
function GroupHead({
  group,
  runs,
  choice,
}: Pick<LabelsTableProps, 'runs' | 'choice'> & { group: LabelGroup }) {
  const t = useT()
  const columns = runs.length * 2
  if (group.runs === null) {
    const isFiltered = choice.isNotableOnly || choice.search !== ''
    if (group.labels.length > 0 || isFiltered) return null
    return (
      <tr>
        <td colSpan={columns} className="secondary">
          {t('comparison.labels.noCommon')}
        </td>
      </tr>
    )
  }
  const names = group.runs.map(at => `#${runs[at]?.number ?? ''}`).join(t('comparison.labels.runSeparator'))
  const text = group.runs.length === 1 ? 'comparison.labels.onlyIn' : 'comparison.labels.notInBaseline'
  return (
    <tr className="cmp-group-row">
      <th scope="rowgroup" colSpan={columns}>
        <span>
          {t(text, { runs: names })}{' '}
          <small>{t('comparison.labels.groupCount', { count: group.labels.length })}</small>
        </span>
      </th>
    </tr>
  )
}

function SortHead({
  of,
  choice,
  onSort,
  span = 1,
  label,
  children,
}: Pick<LabelsTableProps, 'choice' | 'onSort'> & {
  readonly of: LabelChoice['sort']
  readonly span?: number
  readonly label: string
  readonly children: ReactNode
}) {
  const isSorted = choice.sort === of
  const onClick = () => {
    const next = nextSort(choice, of)
    onSort(next.sort, next.descending)
  }
  return (
    <th
      scope="col"
      colSpan={span}
      className={of === 'name' ? undefined : 'cmp-number cmp-first'}
      aria-sort={isSorted ? (choice.descending ? 'descending' : 'ascending') : undefined}
    >
      <button type="button" className="cmp-sort" title={label} aria-label={label} onClick={onClick}>
        {children}
        <span className={isSorted ? 'cmp-caret cmp-caret-on' : 'cmp-caret'} aria-hidden>
          {isSorted && !choice.descending ? <CaretUpOutlined /> : <CaretDownOutlined />}
        </span>
      </button>
    </th>
  )
}

const LabelRow = memo(function LabelRow({
  label: { key, label, cells },
  shortName,
  metric,
  tolerancePercent,
  isChosen,
  onChoose,
}: {
  readonly label: ComparedLabel
  readonly shortName: string
  readonly metric: ComparisonMetric
  readonly tolerancePercent: number
  readonly isChosen: boolean
  readonly onChoose: (key: string | null) => void
}) {
  const t = useT()
  const isOverflow = isOverflowLabel(label)
  const name = isOverflow ? t('comparison.labels.others') : label.name
  return (
    <tr className={isChosen ? 'cmp-chosen' : undefined}>
      <th scope="row">
        <button
          type="button"
          className={label.kind === 'transaction' ? 'cmp-label cmp-transaction' : 'cmp-label'}
          title={t('comparison.labels.choose', { name })}
          aria-pressed={isChosen}
          onClick={() => onChoose(isChosen ? null : key)}
        >
          {isOverflow ? name : shortName}
        </button>
      </th>
      {cells.map((cell, at) => {
        const change = cell?.changes?.[metric]
        return [
          // The runs of one comparison never change their order.
          // oxlint-disable-next-line react/no-array-index-key
          <td key={`${at} value`} className="cmp-number cmp-first">
            {cell ? metricValue(metric, cell.statistics[metric]) : noValue}
          </td>,
          ...(at === 0
            ? []
            : [
                // oxlint-disable-next-line react/no-array-index-key
                <td key={`${at} change`} className="cmp-number">
                  {change && (
                    <ChangePercent metric={metric} change={change} tolerancePercent={tolerancePercent} />
                  )}
                </td>,
              ]),
        ]
      })}
    </tr>
  )
})
