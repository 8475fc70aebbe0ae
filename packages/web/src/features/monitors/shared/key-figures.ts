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

/**
 * At most three figures of sections without rows: those in percent first, then by their role; then the first of each chart.
 * States are left out, for the state of the monitor says them.
 */
export function keyFigures(type: MonitorType): readonly KeyFigure[] {
  const figures = type.sections
    .filter(section => section.rows === undefined)
    .flatMap(section =>
      [...countersOf(section).values()]
        .filter(({ kind }) => kind !== 'state' && kind !== 'text')
        .map(counter => ({ section: section.key, counter })),
    )
  const roles = rolesOf(type)
  const rank = ({ section, counter }: KeyFigure) => {
    const role = roles.get(`${section}.${counter.key}`)
    return role === undefined ? undefined : roleOrder.indexOf(role) - (counter.unit === '%' ? 10 : 0)
  }
  const ranked = figures
    .flatMap(figure => {
      const position = rank(figure)
      return position === undefined ? [] : [{ figure, position }]
    })
    .toSorted((a, b) => a.position - b.position)
    .map(({ figure }) => figure)
  const charted = type.charts.flatMap(
    ({ counters }) =>
      counters.flatMap(
        name => figures.find(each => `${each.section}.${each.counter.key}` === name) ?? [],
      )[0] ?? [],
  )
  return [...new Set([...ranked, ...charted])].slice(0, shownFigures)
}

const rolesOf = (type: MonitorType) =>
  new Map(
    type.sections.flatMap(section =>
      [...section.counters, ...section.computed].flatMap(({ key, role }) =>
        role === undefined ? [] : [[`${section.key}.${key}`, role] as const],
      ),
    ),
  )

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
