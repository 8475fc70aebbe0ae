/** Names and values of the counters that nodes and edges show. */
import type { ShownCounter } from '@pone/contract/entities/monitor-link.ts'
import { monitorTypeOf } from '@pone/monitors/registry.ts'
import type { Language } from '@pone/schema/bilingual.ts'
import { type CounterInfo, countersOf, figureText } from '../../shared/figures.ts'

export function counterInfo(type: string, { section, counter }: ShownCounter): CounterInfo | undefined {
  const found = monitorTypeOf(type)?.sections.find(each => each.key === section)
  return found && countersOf(found).get(counter)
}

/** In the reader's language; of a counter that this version does not know, its key. */
export const counterName = (type: string, shown: ShownCounter, language: Language): string =>
  counterInfo(type, shown)?.names[language] ?? shown.counter

export const counterValue = (
  type: string,
  shown: ShownCounter,
  { value, language }: { readonly value: number | string | null; readonly language: Language },
): string => figureText(value, counterInfo(type, shown), language)

/** The name of a built-in type; of another one, its key. */
export const typeName = (type: string, language: Language): string =>
  monitorTypeOf(type)?.names[language] ?? type
