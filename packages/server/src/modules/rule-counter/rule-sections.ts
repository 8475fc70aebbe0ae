/** Counters of monitor types as SLA rules name them. Pure. */
import type { RuleSection } from '@pone/contract/entities/rule-counter.ts'
import type { MonitorSection, MonitorType } from '@pone/monitors/type.ts'

/** Of a counter that only grows the rate is judged. */
const rateUnit = (unit: string): string => `${unit === '' ? 'count' : unit}/s`

/** What of a type has values that can be compared; counters that targets name themselves are not among them. */
export const ruleSections = (type: MonitorType | undefined): RuleSection[] =>
  (type?.sections ?? [])
    .filter(section => !section.isTable)
    .map(({ key, names, rows, counters, computed }) => ({
      key,
      names,
      hasSeries: rows !== undefined,
      counters: [
        ...counters
          .filter(({ kind }) => kind === 'gauge' || kind === 'counter' || kind === 'state')
          .map(counter => ({
            counter: counter.key,
            names: counter.names,
            unit: counter.kind === 'counter' ? rateUnit(counter.unit) : counter.unit,
          })),
        ...computed.map(({ key: counter, names: of, unit }) => ({ counter, names: of, unit })),
      ],
    }))

/** With counters that the target named itself, as its series tell. */
export function withFound(
  sections: readonly RuleSection[],
  type: MonitorType | undefined,
  found: readonly { readonly section: string; readonly counter: string; readonly kind: string }[],
): RuleSection[] {
  const names = new Map(
    type?.sections.filter(isDiscovering).map(({ key }) => [key, new Map<string, string>()]),
  )
  for (const { section, counter, kind } of found) names.get(section)?.set(counter, kind)
  return sections.map(section => ({
    ...section,
    hasSeries: section.hasSeries || names.has(section.key),
    counters: [
      ...section.counters,
      ...[...(names.get(section.key) ?? [])].map(([counter, kind]) => ({
        counter,
        names: { zh: counter, en: counter },
        unit: kind === 'counter' ? rateUnit('') : '',
      })),
    ],
  }))
}

export const isDiscovering = ({ discovery }: MonitorSection): boolean => discovery !== undefined
