/** Names and values of the counters that nodes and edges show; pure. */
import type { ShownCounter } from '@pone/contract/entities/monitor-link.ts'
import type { MonitorType } from '@pone/monitors/type.ts'
import type { Language } from '@pone/schema/bilingual.ts'
import { foundCounterInfo } from '../../info/found-counters.ts'
import { type CounterInfo, countersOf, figureText } from '../../shared/figures.ts'

/** What is known of a counter of a type; undefined for an unknown one. */
export function counterInfo(type: MonitorType | undefined, shown: ShownCounter): CounterInfo | undefined {
  const section = type?.sections.find(each => each.key === shown.section)
  if (section === undefined) return undefined
  const known = countersOf(section).get(shown.counter)
  return known ?? (section.discovery && foundCounterInfo(shown.counter))
}

/** In the reader's language; of a counter that is not known, its key. */
export const counterName = (type: MonitorType | undefined, shown: ShownCounter, language: Language): string =>
  counterInfo(type, shown)?.names[language] ?? shown.counter

export const counterValue = (
  type: MonitorType | undefined,
  shown: ShownCounter,
  { value, language }: { readonly value: number | string | null; readonly language: Language },
): string => figureText(value, counterInfo(type, shown), language)
