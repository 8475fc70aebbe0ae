/** Which values of a row of samples a rule compares: matched once per layout, then read by index. Browser-safe. */
import type { AlertIndicator, AlertReading, AlertRuleContent } from './rule.ts'

/** A series of a section, as it is stored. */
export interface ReadSeries {
  readonly counter: string
  readonly labels: Readonly<Record<string, string>>
  readonly kind: string
}

/** One alert of a rule on a row. */
export interface RowReading {
  readonly labels: Readonly<Record<string, string>>
  /** Indexes of the series; `right` null: the left value alone. */
  readonly left: number
  readonly right: number | null
}

type OnRows = Extract<AlertIndicator, { kind: 'counter' | 'expression' | 'certificateDays' }>

/** Of indicators that are read from rows; null for those that follow from time. */
export function sectionOf(indicator: AlertIndicator): string | null {
  if (indicator.kind === 'certificateDays') return 'reach'
  return isOnRows(indicator) ? indicator.section : null
}

export const isOnRows = (indicator: AlertIndicator): indicator is OnRows =>
  indicator.kind !== 'noData' && indicator.kind !== 'availability'

const certificateDays: AlertReading = { counter: 'certificateDays', fn: 'value' }

const leftOf = (indicator: OnRows): AlertReading => {
  if (indicator.kind === 'certificateDays') return certificateDays
  return indicator.kind === 'counter' ? indicator.reading : indicator.left
}

/** Alerts of the rule on rows with these series, in their order. */
export function readingsOf(
  { indicator, onlyLabels }: Pick<AlertRuleContent, 'indicator' | 'onlyLabels'>,
  series: readonly ReadSeries[],
): RowReading[] {
  if (!isOnRows(indicator)) return []
  const left = leftOf(indicator).counter
  const right = indicator.kind === 'expression' ? indicator.right.counter : null
  const rights = series.flatMap((each, index) => (each.counter === right ? [{ ...each, index }] : []))
  const shared = rights.find(({ labels }) => Object.keys(labels).length === 0)
  const byLabels = new Map(rights.map(each => [labelsKey(each.labels), each.index]))
  return series.flatMap(({ counter, labels }, index): RowReading[] => {
    if (counter !== left || !hasLabels(labels, onlyLabels)) return []
    if (right === null) return [{ labels, left: index, right: null }]
    const other = byLabels.get(labelsKey(labels)) ?? shared?.index
    return other === undefined ? [] : [{ labels, left: index, right: other }]
  })
}

const hasLabels = (labels: Readonly<Record<string, string>>, only: AlertRuleContent['onlyLabels']): boolean =>
  Object.entries(only).every(([name, values]) => {
    const value = labels[name]
    return value !== undefined && values.includes(value)
  })

/** The same for equal label sets, whatever their order. */
export const labelsKey = (labels: Readonly<Record<string, string>>): string =>
  JSON.stringify(Object.entries(labels).toSorted(([a], [b]) => (a < b ? -1 : 1)))

/** Values of a row, and those of the row before it for rates. */
export interface ReadRow {
  readonly at: number
  readonly cadenceMs: number
  /** By index of the series; NaN: not known. */
  readonly valueAt: (index: number) => number
  readonly kindAt: (index: number) => string
  /** null: there is none. */
  readonly previousAt: number | null
  /** Of the same series; NaN: not known. */
  readonly previousValueAt: (index: number) => number
}

/** Slots may lie this much further apart than the cadence before the rate between them is unknown. */
const gapTolerance = 1.5

/** The value that is compared with the thresholds; NaN where it is unknown, e.g. a rate across a restart. */
export function valueOf(indicator: AlertIndicator, { left, right }: RowReading, row: ReadRow): number {
  if (!isOnRows(indicator)) return Number.NaN
  const first = readValue(leftOf(indicator), left, row)
  if (indicator.kind !== 'expression' || right === null) return first
  const second = readValue(indicator.right, right, row)
  const joined = {
    '+': first + second,
    '-': first - second,
    '*': first * second,
    '/': second === 0 ? Number.NaN : first / second,
  }[indicator.operator]
  return joined * indicator.factor
}

function readValue({ fn }: AlertReading, index: number, row: ReadRow): number {
  const value = row.valueAt(index)
  if (fn === 'value' || row.kindAt(index) !== 'counter') return value
  if (row.previousAt === null) return Number.NaN
  const elapsedMs = row.at - row.previousAt
  const growth = value - row.previousValueAt(index)
  const isKnown = growth >= 0 && elapsedMs > 0 && elapsedMs <= row.cadenceMs * gapTolerance
  return isKnown ? (growth * 1_000) / elapsedMs : Number.NaN
}
