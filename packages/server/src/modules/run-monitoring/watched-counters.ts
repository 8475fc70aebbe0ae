/** Which counters of a monitor are kept of a run, and which of them can be the limit of a system. Pure. */
import type { ShownCounter } from '@pone/contract/entities/monitor-link.ts'
import type { resourceNatures } from '@pone/contract/entities/run-monitoring.ts'
import { namesIn, parseExpression } from '@pone/monitors/expressions/expression.ts'
import type { MonitorSection, MonitorType } from '@pone/monitors/type.ts'
import type { Bilingual } from '@pone/schema/bilingual.ts'

type Nature = (typeof resourceNatures)[number]
type Role = NonNullable<MonitorSection['counters'][number]['role']>

export interface WatchedCounter {
  readonly section: string
  readonly counter: string
  readonly names: Bilingual
  readonly unit: string
  readonly role: Role | null
  readonly nature: Nature | null
  /** A number, or the counter of the section that tells it. */
  readonly capacity: string | number | null
  /** The counter of requests that wait for it, or of its pressure, as `section.counter`. */
  readonly queue: string | null
}

interface Described extends Omit<WatchedCounter, 'section' | 'nature' | 'queue'> {
  readonly isRate: boolean
  /** Names of the counters that it is computed from. */
  readonly from: ReadonlySet<string>
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
    all.filter(each => each.nature !== null),
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
  capacity: null,
  queue: null,
})

function counters(type: MonitorType): WatchedCounter[] {
  const paging = type.sections.find(({ key }) => /^(swap|paging)$/i.test(key))
  const pagedOut = paging?.counters.find(({ key, role }) => role === 'saturation' && /out/i.test(key))
  const pressure = pagedOut === undefined ? null : `${paging?.key}.${pagedOut.key}`
  return type.sections
    .filter(section => !section.isTable)
    .flatMap(section => {
      const own = describe(section)
      const waiting = own.find(each => isQueue(section, each))
      return own.map(({ isRate: _isRate, from: _from, ...each }, at): WatchedCounter => {
        const described = own[at]
        const nature = described === undefined ? null : natureOf(section, described, own)
        const queue =
          nature === 'space'
            ? pressure
            : (nature === 'busy' || nature === 'held') && waiting !== undefined
              ? `${section.key}.${waiting.counter}`
              : null
        return { section: section.key, ...each, nature, queue }
      })
    })
}

function describe(section: MonitorSection): Described[] {
  const read = section.counters
    .filter(({ kind }) => kind === 'gauge' || kind === 'counter')
    .map(({ key, names, unit, kind, role, capacity }): Described => {
      const isRate = kind === 'counter'
      const shown = isRate ? `${unit === '' ? 'count' : unit}/s` : unit
      return {
        counter: key,
        names,
        unit: shown,
        role: role ?? null,
        capacity: capacity ?? null,
        isRate,
        from: new Set(),
      }
    })
  const computed = section.computed.map(({ key, names, unit, role, capacity, expression }): Described => {
    const tree = parseExpression(expression)
    const from = 'problem' in tree ? new Set<string>() : new Set(namesIn(tree))
    return { counter: key, names, unit, role: role ?? null, capacity: capacity ?? null, isRate: false, from }
  })
  return [...read, ...computed]
}

/** Not `blocked`. */
const ofLocks = /(?<!b)lock(?!s?Cache)/i
const ofSpace = /mem|heap|swap|cache|space|inode|filesystem|storage|usedPercent/i

/** Requests that wait, counted at an instant; those that wait for a lock are a resource by themselves. */
const isQueue = (section: MonitorSection, { counter, role, unit, isRate }: Described): boolean =>
  role === 'saturation' && unit === 'count' && !isRate && !ofLocks.test(`${section.key} ${counter}`)

/** Null of what cannot be the limit by itself, and of a percentage that says what another counter says in units. */
function natureOf(section: MonitorSection, described: Described, own: readonly Described[]): Nature | null {
  const { counter, role, unit, isRate, from, capacity } = described
  const name = `${section.key} ${counter}`
  if (role === 'saturation')
    return unit === 'count' && !isRate && ofLocks.test(name) && capacity === null ? 'waiting' : null
  if (role !== 'utilisation') return null
  const repeats = own.some(
    other => from.has(other.counter) && other.role === 'utilisation' && other.capacity !== null,
  )
  if (repeats) return null
  if (unit === 'bytes' || ofSpace.test(name)) return 'space'
  if (unit === '%' || unit === 'ratio') return 'busy'
  return unit === 'count' ? 'held' : null
}
