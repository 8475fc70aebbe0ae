/** The few figures of a type that say most of its load: for cards; pure. */
import type { LatestValue } from '@pone/contract/entities/monitor.ts'
import type { MonitorType } from '@pone/monitors/type.ts'
import type { Language } from '@pone/schema/bilingual.ts'
import { type CounterInfo, countersOf, figureText } from './figures.ts'

const roleOrder = ['utilisation', 'work', 'saturation', 'error'] as const
const shownFigures = 3

interface KeyFigure {
  readonly section: string
  readonly counter: CounterInfo
}

/** At most three figures of sections without rows: those in percent first, then by their role. */
export function keyFigures(type: MonitorType): readonly KeyFigure[] {
  const candidates = type.sections
    .filter(section => section.rows === undefined)
    .flatMap(section => {
      const infos = countersOf(section)
      return [...section.counters, ...section.computed].flatMap(({ key, role, unit }) => {
        const counter = infos.get(key)
        return counter === undefined || role === undefined
          ? []
          : [{ section: section.key, counter, rank: roleOrder.indexOf(role) - (unit === '%' ? 10 : 0) }]
      })
    })
  return candidates.sort((a, b) => a.rank - b.rank).slice(0, shownFigures)
}

/** Counters as the call names them, of all these types. */
export const keyCounters = (types: readonly MonitorType[]): readonly string[] => [
  ...new Set(
    types.flatMap(type => keyFigures(type).map(({ section, counter }) => `${section}.${counter.key}`)),
  ),
]

/** Names and texts of the key figures of a type among newest values. */
export function keyFigureTexts(
  type: MonitorType,
  values: readonly LatestValue[],
  language: Language,
): readonly (readonly [name: string, text: string])[] {
  return keyFigures(type).flatMap(({ section, counter }) => {
    const found = values.find(value => value.section === section && value.counter === counter.key)
    return found === undefined ? [] : [[counter.names[language], figureText(found.value, counter, language)]]
  })
}
