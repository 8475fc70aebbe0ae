/** Counters that a rule can compare, by section, with their units and meanings; pure. */
import type { AlertReading } from '@pone/alerts/rule.ts'
import { cadenceOf, type MonitorType } from '@pone/monitors/type.ts'
import type { Language } from '@pone/schema/bilingual.ts'
import { type CounterInfo, shownCounter } from '../../shared/figures.ts'

export interface OfferedCounter {
  /** `section counter` */
  readonly key: string
  readonly name: string
  readonly help: string
  /** Of the stored value: of a counter that only grows, not of its rate. */
  readonly unit: string
  /** Whether it only grows, so that its rate says more than its value. */
  readonly grows: boolean
  readonly states: NonNullable<CounterInfo['states']>
}

export interface OfferedSection {
  readonly label: string
  readonly counters: readonly OfferedCounter[]
}

/** Sections of tables and counters of texts make no series. Of sections that several types share the first one is offered. */
export function offeredCounters(types: readonly MonitorType[], language: Language): OfferedSection[] {
  const seen = new Set<string>()
  const isFirst = (key: string): boolean => !seen.has(key) && Boolean(seen.add(key))
  return types.flatMap(type =>
    type.sections
      .filter(({ isTable }) => !isTable)
      .map(section => ({
        label:
          types.length > 1 ? `${type.names[language]} · ${section.names[language]}` : section.names[language],
        counters: [
          ...section.counters
            .filter(({ kind }) => kind !== 'text')
            .map(counter => ({
              ...counter,
              grows: counter.kind === 'counter',
              states: counter.states ?? [],
            })),
          ...section.computed.map(counter => ({ ...counter, grows: false, states: [] })),
        ]
          .map(({ key, names, help, unit, grows, states }) => ({
            key: `${section.key} ${key}`,
            name: names[language],
            help: help[language],
            unit,
            grows,
            states,
          }))
          .filter(({ key }) => isFirst(key)),
      }))
      .filter(({ counters }) => counters.length > 0),
  )
}

/** Unit of a reading: of the rate of a counter that only grows `…/s`. */
export function unitOfReading(
  counter: Pick<OfferedCounter, 'unit' | 'grows'> | undefined,
  fn: AlertReading['fn'],
): string {
  if (counter === undefined) return ''
  if (fn === 'value' || !counter.grows) return counter.unit
  return shownCounter({ kind: 'counter', unit: counter.unit } as Parameters<typeof shownCounter>[0]).unit
}

/** Time between two values of a section of a monitor, ms. */
export function intervalOf(type: MonitorType | undefined, section: string, frequencyMs: number): number {
  const found = type?.sections.find(({ key }) => key === section)
  return found === undefined ? frequencyMs : cadenceOf(found, frequencyMs)
}
