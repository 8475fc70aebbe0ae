/** Rows of the statistics table: requests under their transactions, those outside of transactions in a group that stays last; pure. */
import type { LabelStatistics, Statistics } from '@pone/contract/entities/run.ts'
import { hasNesting, type LabelNode, labelTree } from '@pone/plan/scenario/label-tree.ts'
import { isOverflowLabel, type RunLabel } from '@pone/plan/scenario/run-label.ts'
import type { Translate } from '../../../lib/i18n.ts'

export interface StatisticsRow {
  readonly key: string
  readonly name: string
  /** Shown beside the name where a run has several components; empty otherwise. */
  readonly component: string
  /** outside: heading of the requests outside of transactions; it has no figures of its own. */
  readonly kind: RunLabel['kind'] | 'total' | 'outside'
  readonly figures: Statistics | null
  /** It stands for all labels beyond the limit. */
  readonly isOverflow?: boolean
  readonly children?: readonly StatisticsRow[]
}

/** Key of the row above the requests outside of transactions. */
export const outsideKey = 'outside'

export function statisticsRows(labels: readonly LabelStatistics[], t: Translate): StatisticsRow[] {
  const hasSeveral = new Set(labels.map(({ label }) => label.component).filter(name => name !== '')).size > 1
  const rowOf = (entry: LabelStatistics): StatisticsRow => {
    const { label } = entry
    return {
      key: String(label.index),
      name: isOverflowLabel(label) ? t('run.otherLabels') : label.name,
      component: hasSeveral && label.kind !== 'iteration' ? label.component : '',
      kind: label.kind,
      figures: entry,
      ...(isOverflowLabel(label) && { isOverflow: true }),
    }
  }
  // Where it is not known which requests belong to which transaction, the order of the plan says more.
  if (!hasNesting(labels)) return labels.map(rowOf)
  const nested = ({ row, children }: LabelNode<LabelStatistics>): StatisticsRow =>
    children.length === 0 ? rowOf(row) : { ...rowOf(row), children: children.map(nested) }
  const { iterations, transactions, outside } = labelTree(labels)
  const last: StatisticsRow = {
    key: outsideKey,
    name: t('run.outsideTransactions'),
    component: '',
    kind: 'outside',
    figures: null,
    children: outside.map(rowOf),
  }
  return [...iterations.map(rowOf), ...transactions.map(nested), ...(outside.length === 0 ? [] : [last])]
}

/** Keys of all rows that have others below them. */
export const groupKeys = (rows: readonly StatisticsRow[]): string[] =>
  rows.flatMap(({ key, children }) => (children === undefined ? [] : [key, ...groupKeys(children)]))

/** Compares two rows of one level; the group outside of transactions stays last in both directions. */
export function compareRows(
  a: StatisticsRow,
  b: StatisticsRow,
  compare: (a: StatisticsRow, b: StatisticsRow) => number,
  order: 'ascend' | 'descend' | null | undefined,
): number {
  const isLast = Number(a.kind === 'outside') - Number(b.kind === 'outside')
  if (isLast !== 0) return order === 'descend' ? -isLast : isLast
  return compare(a, b)
}
