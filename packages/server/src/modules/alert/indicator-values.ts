/** What a rule compares, of values that come in and of past ones alike; matched once per layout of series. Pure. */
import { type IndicatorOnSamples, isOnSamples } from '@pone/alerts/indicator.ts'
import type { AlertReading, AlertRuleContent } from '@pone/alerts/rule.ts'
import {
  type CounterSeries,
  type CounterSource,
  counterSources,
  isComputed,
  labelKey,
  rawCounters,
} from '@pone/monitors/series/counter-values.ts'
import type { MonitorSection } from '@pone/monitors/type.ts'

type Fn = AlertReading['fn']
type Compared = Pick<AlertRuleContent, 'indicator' | 'onlyLabels'>

/** One alert of a rule: its labels, and the value of it that is compared. */
export interface IndicatorSource<Series extends CounterSeries> {
  readonly labels: Readonly<Record<string, string>>
  /** NaN where it is unknown, e.g. a rate across a restart. `figureOf`: a series as it is, or as `rate` per second. */
  readonly valueBy: (figureOf: (series: Series, fn: Fn) => number) => number
}

const certificateDays: AlertReading = { counter: 'certificateDays', fn: 'value' }

const leftOf = (indicator: IndicatorOnSamples): AlertReading => {
  if (indicator.kind === 'certificateDays') return certificateDays
  return indicator.kind === 'counter' ? indicator.reading : indicator.left
}

/** Stored counters that the indicator needs, each with how. */
export function neededCounters(
  indicator: IndicatorOnSamples,
  section: MonitorSection | undefined,
): { readonly counter: string; readonly fn: Fn }[] {
  const readings = [leftOf(indicator), ...(indicator.kind === 'expression' ? [indicator.right] : [])]
  return readings.flatMap(reading =>
    rawCounters(section, [reading.counter]).map(counter => ({ counter, fn: fnOf(reading, section) })),
  )
}

/** Alerts of the rule on a section with these series, in their order; `section` undefined: what it computes is not known. */
export function indicatorSources<Series extends CounterSeries>(
  { indicator, onlyLabels }: Compared,
  section: MonitorSection | undefined,
  series: readonly Series[],
): IndicatorSource<Series>[] {
  if (!isOnSamples(indicator)) return []
  const left = leftOf(indicator)
  const lefts = counterSources(section, left.counter, series).filter(({ labels }) =>
    hasLabels(labels, onlyLabels),
  )
  const fn = fnOf(left, section)
  if (indicator.kind !== 'expression')
    return lefts.map(({ labels, valueBy }) => ({
      labels,
      valueBy: figureOf => valueBy(each => figureOf(each, fn)),
    }))
  const rights = counterSources(section, indicator.right.counter, series)
  const shared = rights.find(({ labels }) => Object.keys(labels).length === 0)
  const byLabels = new Map(rights.map(each => [labelKey(each.labels), each]))
  return lefts.flatMap(each => {
    const right = byLabels.get(labelKey(each.labels)) ?? shared
    return right === undefined ? [] : [joinedSource(indicator, section, [each, right])]
  })
}

function joinedSource<Series extends CounterSeries>(
  { left, right, operator, factor }: Extract<IndicatorOnSamples, { kind: 'expression' }>,
  section: MonitorSection | undefined,
  [one, other]: readonly [CounterSource<Series>, CounterSource<Series>],
): IndicatorSource<Series> {
  const [leftFn, rightFn] = [fnOf(left, section), fnOf(right, section)]
  return {
    labels: one.labels,
    valueBy: figureOf => {
      const first = one.valueBy(each => figureOf(each, leftFn))
      const second = other.valueBy(each => figureOf(each, rightFn))
      const joined = {
        '+': first + second,
        '-': first - second,
        '*': first * second,
        '/': second === 0 ? Number.NaN : first / second,
      }[operator]
      return joined * factor
    },
  }
}

/** Computed counters are made of rates, whatever the rule says. */
const fnOf = ({ counter, fn }: AlertReading, section: MonitorSection | undefined): Fn =>
  isComputed(section, counter) ? 'rate' : fn

const hasLabels = (labels: Readonly<Record<string, string>>, only: Compared['onlyLabels']): boolean =>
  Object.entries(only).every(([name, values]) => {
    const value = labels[name]
    return value !== undefined && values.includes(value)
  })
