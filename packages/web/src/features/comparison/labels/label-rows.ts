/** Which labels the table shows, in which order and groups; pure. */
import {
  type ComparedLabel,
  type ComparisonMetric,
  comparisonMetrics,
} from '@pone/contract/entities/comparison.ts'
import { isNotable, verdictOf } from '../changes/change-verdict.ts'
import type { View } from '../use-comparison-state.ts'

export const labelKinds = ['all', 'request', 'transaction', 'iteration'] as const
export type LabelKind = (typeof labelKinds)[number]

export interface LabelChoice {
  readonly metric: ComparisonMetric
  readonly tolerancePercent: number
  readonly search: string
  readonly kind: LabelKind
  readonly isNotableOnly: boolean
  /** plan: the order of the baseline; name; or the column of a run: its change in percent, the baseline's value. */
  readonly sort: 'plan' | 'name' | number
  readonly descending: boolean
}

export interface LabelGroup {
  /** Columns of the runs that have these labels; null for those that can be compared. */
  readonly runs: readonly number[] | null
  readonly labels: readonly ComparedLabel[]
}

/** A metric that one may name; another word is P95. */
export const metricOf = (text: string): ComparisonMetric =>
  comparisonMetrics.find(metric => metric === text) ?? 'p95Ms'

const columnsOf = (label: ComparedLabel): readonly number[] =>
  label.cells.flatMap((cell, at) => (cell === null ? [] : [at]))

/** Labels of the baseline that another run has too come first; the others by the runs that have them. */
export function groupLabels(labels: readonly ComparedLabel[], choice: LabelChoice): LabelGroup[] {
  const wanted = choice.search.trim().toLowerCase()
  const shown = labels.filter(
    ({ label }) =>
      (choice.kind === 'all' || label.kind === choice.kind) &&
      (wanted === '' || label.name.toLowerCase().includes(wanted)),
  )
  const common: ComparedLabel[] = []
  const others = new Map<string, { runs: readonly number[]; labels: ComparedLabel[] }>()
  for (const label of shown) {
    const runs = columnsOf(label)
    if (runs.length > 1 && runs[0] === 0) {
      if (!choice.isNotableOnly || hasNotable(label, choice)) common.push(label)
    } else if (!choice.isNotableOnly) {
      const key = runs.join()
      const group = others.get(key) ?? { runs, labels: [] }
      group.labels.push(label)
      others.set(key, group)
    }
  }
  return [
    { runs: null, labels: sorted(common, choice) },
    ...[...others.values()].toSorted((a, b) => (a.runs[0] ?? 0) - (b.runs[0] ?? 0)),
  ]
}

const hasNotable = ({ cells }: ComparedLabel, { metric, tolerancePercent }: LabelChoice): boolean =>
  cells.some(cell => cell?.changes && isNotable(verdictOf(metric, cell.changes[metric], tolerancePercent)))

function sorted(labels: readonly ComparedLabel[], choice: LabelChoice): readonly ComparedLabel[] {
  const { sort, metric, descending } = choice
  if (sort === 'plan') return labels
  const sign = descending ? -1 : 1
  if (sort === 'name') return labels.toSorted((a, b) => sign * a.label.name.localeCompare(b.label.name))
  // What has no change comes last, whichever way.
  return labels
    .map(label => ({ label, by: sortValue(label, sort, metric) }))
    .toSorted((a, b) =>
      a.by === null || b.by === null ? Number(a.by === null) - Number(b.by === null) : sign * (a.by - b.by),
    )
    .map(({ label }) => label)
}

function sortValue(label: ComparedLabel, column: number, metric: ComparisonMetric): number | null {
  const cell = label.cells[column]
  if (!cell) return null
  if (cell.changes === null) return cell.statistics[metric]
  const { delta, deltaPercent } = cell.changes[metric]
  return deltaPercent ?? (delta === 0 ? 0 : Number.MAX_VALUE * Math.sign(delta))
}

/** What the address says of the table; words that mean nothing stand for the default. */
export function choiceOf(view: View): LabelChoice {
  const column = Number(view.sort)
  return {
    metric: metricOf(view.metric),
    tolerancePercent: view.tolerance,
    search: view.search,
    kind: labelKinds.find(kind => kind === view.kind) ?? 'all',
    isNotableOnly: view.notable,
    sort: view.sort === 'name' ? 'name' : Number.isInteger(column) && view.sort !== '' ? column : 'plan',
    descending: view.descending,
  }
}

/** What a click on the head `of` sorts by: names ascending first, figures descending first; the third click restores the order of the plan. */
export function nextSort(
  { sort, descending }: Pick<LabelChoice, 'sort' | 'descending'>,
  of: LabelChoice['sort'],
): { readonly sort: LabelChoice['sort']; readonly descending: boolean } {
  const isFirstDown = of !== 'name'
  if (sort !== of) return { sort: of, descending: isFirstDown }
  return descending === isFirstDown
    ? { sort: of, descending: !isFirstDown }
    : { sort: 'plan', descending: true }
}
