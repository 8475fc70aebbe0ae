/**
 * Types whose targets name their counters themselves, such as exporters: the type with a counter and a chart for each
 * chosen name. Units follow the naming rules of Prometheus. Pure.
 */
import type { FoundCounter } from '@pone/contract/entities/monitor.ts'
import type { MonitorCounter, MonitorSection, MonitorType } from '@pone/monitors/type.ts'
import { type CounterInfo, shownCounter } from '../shared/figures.ts'

/** Charts that are shown before anybody has chosen. */
const usualCharts = 12
/** As many as one call answers. */
export const maxChosen = 50

/** The section whose counters are found in answers; at most one per type is shown. */
export const findingSection = (type: MonitorType): MonitorSection | undefined =>
  type.sections.find(section => section.discovery !== undefined)

/** What is shown first: the target's own counters before those of its runtime. */
export function usualChoice(found: readonly FoundCounter[]): string[] {
  const isOfRuntime = (name: string) => /^(go|python|nodejs|jvm|process|promhttp|scrape)_/.test(name)
  return [...found]
    .sort((a, b) => Number(isOfRuntime(a.counter)) - Number(isOfRuntime(b.counter)))
    .slice(0, usualCharts)
    .map(({ counter }) => counter)
}

export function typeWithFound(
  type: MonitorType,
  found: readonly FoundCounter[],
  chosen: readonly string[],
): MonitorType {
  const section = findingSection(type)
  if (section === undefined) return type
  const shown = found.filter(({ counter }) => chosen.includes(counter))
  const counters = shown.map(counterOf)
  return {
    ...type,
    sections: type.sections.map(each => (each === section ? { ...each, counters } : each)),
    charts: [
      ...type.charts,
      ...counters.map(({ key, kind, names, unit }) => ({
        key,
        names,
        style: 'line' as const,
        counters: [`${section.key}.${key}`],
        unit: kind === 'counter' ? `${unit === '' ? 'count' : unit}/s` : unit,
      })),
    ],
  }
}

/** What is shown of a counter of which only the name is known: by the naming rules, what ends in `_total`, `_count`, `_sum` or `_bucket` only grows. */
export function foundCounterInfo(counter: string): CounterInfo {
  const kind = /_(total|count|sum|bucket)$/.test(counter) ? 'counter' : 'gauge'
  return shownCounter(counterOf({ counter, kind }))
}

function counterOf({ counter, kind }: FoundCounter): MonitorCounter {
  const names = { zh: counter, en: counter }
  return { key: counter, kind, unit: unitOf(counter), names, help: names }
}

function unitOf(name: string): string {
  const base = name.replace(/_(total|sum|count|bucket)$/, '')
  if (name.endsWith('_count') || name.endsWith('_bucket')) return ''
  if (base.endsWith('_bytes')) return 'bytes'
  if (base.endsWith('_seconds')) return 's'
  if (base.endsWith('_milliseconds')) return 'ms'
  if (base.endsWith('_percent')) return '%'
  return ''
}
