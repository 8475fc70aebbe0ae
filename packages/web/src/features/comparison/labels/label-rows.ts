/** Selection, order and groups of the labels in the table; pure. */
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
  /** plan: the order of the baseline; name; or the column number of a run: by its change in percent, for the baseline by its value. */
  readonly sort: 'plan' | 'name' | number
  readonly descending: boolean
}

export interface LabelGroup {
  /** Columns of the runs that have these labels; null for labels that can be compared. */
  readonly runs: readonly number[] | null
  readonly labels: readonly ComparedLabel[]
}

/** The metric of this name; P95 for an unknown name. */
export const metricOf = (text: string): ComparisonMetric =>
  comparisonMetrics.find(metric => metric === text) ?? 'p95Ms'

const columnsOf = (label: ComparedLabel): readonly number[] =>
  label.cells.flatMap((cell, at) => (cell === null ? [] : [at]))

/** Labels that the baseline and another run have come first; the others are grouped by the runs that have them. */
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
  // Labels without a change are last in both directions.
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

/** The view of the table from the address; unknown values fall back to the defaults. */
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

/** The sort order after a click on the head `of`: names start ascending, figures descending; the third click restores the order of the plan. */
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
