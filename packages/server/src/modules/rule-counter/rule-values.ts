/** Series of a monitor's section → the values that an SLA rule judges. Pure. */
import { type CounterSource, counterSources, labelKey } from '@pone/monitors/series/counter-values.ts'
import { rates } from '@pone/monitors/series/rate.ts'
import type { MonitorSection } from '@pone/monitors/type.ts'
import type { CounterRule } from '@pone/plan/scenario/scenario.ts'
import type { RuleValues } from '@pone/results/merge/rule-values.ts'
import type { SeriesCurve } from '../../adapters/time-series/time-series.ts'

/** Raw values of the section as they were collected, of this monitor; nulls stand for gaps. */
export type RawCurve = Pick<SeriesCurve, 'counter' | 'labels' | 'kind' | 'at' | 'values' | 'cadences'>

export interface SectionSource {
  readonly section: MonitorSection
  readonly cadenceMs: number
  readonly delayMs: number
  readonly curves: readonly RawCurve[]
}

/** One series: what is known of it at an instant, NaN where it was collected and its value is not known. */
type SeriesOfRule = ReadonlyMap<number, number>

/**
 * One value per collection of the section. Counters that only grow become rates; computed ones are computed of values
 * and rates of the same labels. The sum is known only where every series is: one that has just come, was restarted, or
 * was there at the collection before makes it unknown.
 */
export function ruleValues({ id, counter: named }: CounterRule, source: SectionSource): RuleValues {
  const { section, cadenceMs, delayMs } = source
  const wanted = named.labels === null ? null : labelKey(named.labels)
  const sources = counterSources(section, named.counter, source.curves).filter(
    ({ labels }) => wanted === null || labelKey(labels) === wanted,
  )
  const series = sources.map(seriesOf)
  const at = [...new Set(series.flatMap(each => [...each.keys()]))].toSorted((a, b) => a - b)
  const values = at.map((instant, index) => {
    const now = series.map(each => each.get(instant))
    const known = now.filter(value => value !== undefined && !Number.isNaN(value)) as number[]
    if (known.length === 0) return Number.NaN
    if (named.over === 'highest') return Math.max(...known)
    if (named.over === 'lowest') return Math.min(...known)
    const before = at[index - 1]
    const isLost = series.some((each, of) => {
      const value = now[of]
      return value === undefined ? before !== undefined && each.has(before) : Number.isNaN(value)
    })
    return isLost ? Number.NaN : known.reduce((sum, value) => sum + value, 0)
  })
  const isRate = sources.some(each => each.series.some(({ kind }) => kind === 'counter'))
  return { ruleId: id, isRate, cadenceMs, delayMs, at, values }
}

function seriesOf(source: CounterSource<RawCurve>): SeriesOfRule {
  const figures = new Map(source.series.map(curve => [curve, figuresOf(curve)]))
  const instants = new Set([...figures.values()].flatMap(each => [...each.keys()]))
  return new Map(
    [...instants].map(instant => [
      instant,
      source.valueBy(curve => figures.get(curve)?.get(instant) ?? Number.NaN),
    ]),
  )
}

/** With the cadence that each value was collected with, which the monitor's may no longer be. */
function figuresOf({ kind, at, values, cadences }: RawCurve): SeriesOfRule {
  const known = at.flatMap((instant, index) => {
    const value = values[index]
    return value === null || value === undefined ? [] : [{ instant, value }]
  })
  const cadenceAt = (instant: number): number =>
    cadences.findLast(({ fromMs }) => fromMs <= instant)?.cadenceMs ?? Number.NaN
  const times = known.map(({ instant }) => instant)
  const raw = known.map(({ value }) => value)
  const figures = kind === 'counter' ? rates({ times, values: raw }, times.map(cadenceAt)) : raw
  return new Map(times.map((instant, index) => [instant, figures[index] ?? Number.NaN]))
}
