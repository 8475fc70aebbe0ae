/** Figures of counters as charts and tables show them: units of types → units of charts; pure. */
import { formatDuration, formatNumber, noValue } from '@pone/metrics/figures.ts'
import type { MonitorCounter, MonitorSection } from '@pone/monitors/type.ts'
import { formatValue } from '../../../ui/chart/chart-plot.ts'
import { shownUnit } from '../../../ui/chart/shown-unit.ts'

export interface CounterInfo {
  readonly key: string
  readonly names: { readonly zh: string; readonly en: string }
  readonly help: { readonly zh: string; readonly en: string }
  readonly kind: MonitorCounter['kind'] | 'computed'
  /** Of what is shown: of the rate for counters that only grow. */
  readonly unit: string
  readonly states?: MonitorCounter['states']
}

/** A counter as it is shown: of one that only grows, its rate. */
export const shownCounter = (counter: MonitorCounter): CounterInfo => ({
  ...counter,
  unit: counter.kind === 'counter' ? `${counter.unit === '' ? 'count' : counter.unit}/s` : counter.unit,
})

/** Counters and computed counters of a section by key. */
export function countersOf(section: MonitorSection): ReadonlyMap<string, CounterInfo> {
  return new Map(
    [
      ...section.counters.map(shownCounter),
      ...section.computed.map(counter => ({ ...counter, kind: 'computed' as const })),
    ].map(counter => [counter.key, counter]),
  )
}

/** A value with its unit; a state as its name. */
export function figureText(
  value: number | string | null,
  counter: CounterInfo | undefined,
  language: 'zh' | 'en',
): string {
  if (value === null) return noValue
  if (typeof value === 'string') return value === '' ? noValue : value
  if (counter?.kind === 'state')
    return counter.states?.find(state => state.value === value)?.names[language] ?? formatNumber(value)
  if (counter?.unit === 's') return formatDuration(value * 1_000)
  const { unit, factor, note } = shownUnit(counter?.unit ?? '')
  const text = formatValue(value * factor, unit)
  return note === '' ? text : `${text} ${note}`
}
