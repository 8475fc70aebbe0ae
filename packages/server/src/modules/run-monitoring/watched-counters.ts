/** Which counters of a monitor are kept of a run, and which of them can be the limit of a system. Pure. */
import type { ShownCounter } from '@pone/contract/entities/monitor-link.ts'
import { type CounterNature, natureOf } from '@pone/monitors/resource-nature.ts'
import type { MonitorSection, MonitorType } from '@pone/monitors/type.ts'
import type { Bilingual } from '@pone/schema/bilingual.ts'

type Role = NonNullable<MonitorSection['counters'][number]['role']>

export interface WatchedCounter {
  readonly section: string
  readonly counter: string
  readonly names: Bilingual
  readonly unit: string
  readonly role: Role | null
  readonly nature: CounterNature | null
  /** Null: that of its monitor. */
  readonly tier: 'network' | null
  readonly timeOf: 'database' | null
  /** A number, or the counter of the section that tells it. */
  readonly capacity: string | number | null
  /** The counter of requests that wait for it, or of its pressure, as `section.counter`. */
  readonly queue: string | null
}

/**
 * The counters of a type in the order of their weight: those that people chose on the nodes, then what can be the limit
 * and what waits for it, then the rest of the type's charts. Counters of kind `text` and `state` have no curve.
 */
export function watchedCounters(
  type: MonitorType | undefined,
  chosen: readonly ShownCounter[],
): WatchedCounter[] {
  const all = type === undefined ? [] : counters(type)
  const keyOf = ({ section, counter }: ShownCounter) => `${section}.${counter}`
  const wanted = new Map(chosen.map(each => [keyOf(each), unknownCounter(each)]))
  const inCharts = new Set(type?.charts.flatMap(chart => chart.counters))
  const byWeight = [
    all.filter(each => wanted.has(keyOf(each))),
    all.filter(each => each.nature !== null || each.timeOf !== null),
    all.filter(each => each.role === 'utilisation' || each.role === 'saturation'),
    all.filter(each => inCharts.has(keyOf(each))),
  ]
  for (const each of byWeight.flat()) wanted.set(keyOf(each), each)
  const order = new Map(
    byWeight
      .flat()
      .map((each, at) => [keyOf(each), at] as const)
      .toReversed(),
  )
  return [...wanted.values()].toSorted((a, b) => (order.get(keyOf(a)) ?? -1) - (order.get(keyOf(b)) ?? -1))
}

/** A counter that the target named itself, or of a type that is not known any more. */
const unknownCounter = ({ section, counter }: ShownCounter): WatchedCounter => ({
  section,
  counter,
  names: { zh: counter, en: counter },
  unit: '',
  role: null,
  nature: null,
  tier: null,
  timeOf: null,
  capacity: null,
  queue: null,
})

function counters(type: MonitorType): WatchedCounter[] {
  return type.sections
    .filter(section => !section.isTable)
    .flatMap(section =>
      [...section.counters, ...section.computed]
        .filter(each => !('kind' in each) || each.kind === 'gauge' || each.kind === 'counter')
        .map((each): WatchedCounter => {
          const { key, names, role, capacity, queue, tier, timeOf } = each
          return {
            section: section.key,
            counter: key,
            names,
            unit: shownUnit(each),
            role: role ?? null,
            nature: natureOf(each, section),
            tier: tier ?? null,
            timeOf: timeOf ?? null,
            capacity: capacity ?? null,
            queue: queue === undefined ? null : queue.includes('.') ? queue : `${section.key}.${queue}`,
          }
        }),
    )
}

/** Of a counter that only grows: that of its rate. */
function shownUnit(counter: MonitorSection['counters'][number] | MonitorSection['computed'][number]): string {
  const { unit } = counter
  if (!('kind' in counter) || counter.kind !== 'counter') return unit
  return `${unit === '' ? 'count' : unit}/s`
}
