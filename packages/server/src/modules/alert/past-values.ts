/** Past values of what a rule compares, from what is stored. */
import { isOnSamples, sectionOf } from '@pone/alerts/indicator.ts'
import type { PastValues } from '@pone/alerts/rehearsal.ts'
import type { AlertRuleContent } from '@pone/alerts/rule.ts'
import { maxRehearsedSeries } from '@pone/contract/entities/alert.ts'
import { type CounterSeries, labelKey } from '@pone/monitors/series/counter-values.ts'
import type { MonitorType } from '@pone/monitors/type.ts'
import type { SeriesSelector, TimeSeries } from '../../adapters/time-series/time-series.ts'
import { indicatorSources, neededCounters } from './indicator-values.ts'
import { ownInstants } from './own-slots.ts'
import { pastByTime } from './past-by-time.ts'

const dayMs = 24 * 3_600_000
/** Of so much time a storage returns the samples as they are. */
const pieceMs = 4 * 3_600_000
const pointsPerPiece = 5_000

export interface PastSeries extends PastValues {
  readonly labels: Readonly<Record<string, string>>
}

/** `type`: undefined for one that is not known. */
export interface PastMonitor {
  readonly id: string
  readonly type: MonitorType | undefined
  /** Its own, ms. */
  readonly frequencyMs: number
}

/** Each series of the monitor that the indicator names; of a range of more than a day with few values. */
export async function pastValues(
  series: Pick<TimeSeries, 'query' | 'states'>,
  { indicator, onlyLabels }: Pick<AlertRuleContent, 'indicator' | 'onlyLabels'>,
  { monitor, from, to }: { monitor: PastMonitor; from: number; to: number },
): Promise<PastSeries[]> {
  const monitorId = monitor.id
  if (indicator.kind === 'noData' || indicator.kind === 'availability') {
    const spans = await series.states([monitorId], from, to)
    if (spans.length === 0) return []
    const sections = monitor.type?.sections ?? []
    const answering = new Set(sections.filter(each => each.answersAvailability).map(({ key }) => key))
    return [{ labels: {}, ...pastByTime(spans, { kind: indicator.kind, answering, from, to }) }]
  }
  const key = sectionOf(indicator)
  if (!isOnSamples(indicator) || key === null) return []
  const section = monitor.type?.sections.find(each => each.key === key)
  const stored = await storedSeries(series, neededCounters(indicator, section), {
    // The right side of an expression may lack the labels.
    selector: { monitorId, section: key, ...(indicator.kind === 'expression' ? {} : { labels: onlyLabels }) },
    from,
    to,
  })
  const { frequencyMs, type: definition } = monitor
  const at = ownInstants(instantsOf(stored), key, { id: monitorId, frequencyMs, definition })
  return indicatorSources({ indicator, onlyLabels }, section, stored)
    .slice(0, maxRehearsedSeries)
    .map(({ labels, valueBy }) => {
      const values = at.map(instant => {
        const value = valueBy((each, fn) => each[fn].get(instant) ?? Number.NaN)
        return Number.isNaN(value) ? null : value
      })
      return { labels, at, values }
    })
}

/** A stored series of the range: its values, and its rates per second, by instant. */
interface StoredSeries extends CounterSeries {
  readonly value: Map<number, number>
  readonly rate: Map<number, number>
}

const instantsOf = (stored: readonly StoredSeries[]): number[] =>
  [...new Set(stored.flatMap(({ value, rate }) => [...value.keys(), ...rate.keys()]))].toSorted(
    (a, b) => a - b,
  )

async function storedSeries(
  series: Pick<TimeSeries, 'query'>,
  needed: ReturnType<typeof neededCounters>,
  { selector, from, to }: { readonly selector: SeriesSelector; readonly from: number; readonly to: number },
): Promise<StoredSeries[]> {
  const found = new Map<string, StoredSeries>()
  const stepMs = to - from > dayMs ? to - from : pieceMs
  for (const fn of ['value', 'rate'] as const) {
    const counters = [...new Set(needed.filter(each => each.fn === fn).map(({ counter }) => counter))]
    if (counters.length === 0) continue
    for (let begin = from; begin < to; begin += stepMs) {
      const curves = await series.query({
        selectors: [{ ...selector, counters }],
        fromMs: begin,
        toMs: Math.min(begin + stepMs, to),
        points: pointsPerPiece,
        fn: fn === 'rate' ? 'rate' : 'raw',
        aggregate: 'avg',
      })
      for (const { counter, labels, at, values } of curves) {
        const key = `${counter} ${labelKey(labels)}`
        const known = found.get(key) ?? { counter, labels, value: new Map(), rate: new Map() }
        found.set(key, known)
        for (const [index, instant] of at.entries()) {
          const value = values[index] ?? null
          if (value !== null) known[fn].set(instant, value)
        }
      }
    }
  }
  return [...found.values()]
}
