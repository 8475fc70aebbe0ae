/**
 * What a counter of a section is worth: a stored one as it is, a computed one by its expression, of the series with the
 * same labels. Charts, previews, rehearsals, alerts, SLA rules and topologies all ask here, so that they agree. Pure.
 */
import { type Expression, evaluate, namesIn, parseExpression } from '../expressions/expression.ts'
import type { MonitorSection } from '../type.ts'

/** A stored series, or what stands for one. */
export interface CounterSeries {
  readonly counter: string
  readonly labels: Readonly<Record<string, string>>
}

/** Where the values of a counter come from, of one set of labels. */
export interface CounterSource<Series extends CounterSeries> {
  readonly labels: Readonly<Record<string, string>>
  /** Of a stored counter its own series, of a computed one those that its expression names. */
  readonly series: readonly Series[]
  /**
   * Its value where the series have these figures: of counters that only grow rates per second, else values. NaN where
   * one of them is, and for a division by zero.
   */
  readonly valueBy: (figureOf: (series: Series) => number) => number
}

type Computing = Pick<MonitorSection, 'computed'>

/** The same for equal label sets, whatever their order. */
export const labelKey = (labels: Readonly<Record<string, string>>): string =>
  JSON.stringify(Object.entries(labels).toSorted(([a], [b]) => (a < b ? -1 : 1)))

/** Stored counters that these counters are made of, each once. */
export function rawCounters(section: Computing | undefined, counters: readonly string[]): string[] {
  const wanted = counters.flatMap(counter => {
    const tree = expressionOf(section, counter)
    return tree === undefined ? [counter] : [...namesIn(tree)]
  })
  return [...new Set(wanted)]
}

/** Whether the counter is computed; what is not known is taken for a stored one, as those are that targets name themselves. */
export const isComputed = (section: Computing | undefined, counter: string): boolean =>
  expressionOf(section, counter) !== undefined

/** A source per set of labels that has all that the counter is made of, in the order of the series. */
export function counterSources<Series extends CounterSeries>(
  section: Computing | undefined,
  counter: string,
  series: readonly Series[],
): CounterSource<Series>[] {
  const tree = expressionOf(section, counter)
  if (tree === undefined) return series.filter(each => each.counter === counter).map(storedSource)
  const names = namesIn(tree)
  const sets = Map.groupBy(
    series.filter(each => names.has(each.counter)),
    ({ labels }) => labelKey(labels),
  )
  return [...sets.values()].flatMap(set => {
    const byName = new Map(set.map(each => [each.counter, each]))
    return byName.size < names.size ? [] : [computedSource(tree, byName)]
  })
}

const storedSource = <Series extends CounterSeries>(series: Series): CounterSource<Series> => ({
  labels: series.labels,
  series: [series],
  valueBy: figureOf => figureOf(series),
})

function computedSource<Series extends CounterSeries>(
  tree: Expression,
  byName: ReadonlyMap<string, Series>,
): CounterSource<Series> {
  const series = [...byName.values()]
  return {
    labels: series[0]?.labels ?? {},
    series,
    valueBy: figureOf => {
      const value = evaluate(tree, name => {
        const found = byName.get(name)
        return found === undefined ? Number.NaN : figureOf(found)
      })
      return Number.isFinite(value) ? value : Number.NaN
    },
  }
}

function expressionOf(section: Computing | undefined, counter: string): Expression | undefined {
  const computed = section?.computed.find(each => each.key === counter)
  if (computed === undefined) return undefined
  const tree = parseExpression(computed.expression)
  return 'problem' in tree ? undefined : tree
}
