/** How notices call what a rule compares: the names and unit of the counter in both languages; pure. */
import type { AlertIndicator, AlertReading } from '@pone/alerts/rule.ts'
import { monitorTypeOf } from '@pone/monitors/registry.ts'
import type { MonitorType } from '@pone/monitors/type.ts'
import type { Bilingual } from '@pone/schema/bilingual.ts'

export interface IndicatorNames {
  readonly names: Bilingual
  /** Of value and thresholds; '' for none. */
  readonly unit: string
}

/** undefined for types of administrators, whose counters notices call by their keys, and for what is no counter. */
export function indicatorNames(typeName: string, indicator: AlertIndicator): IndicatorNames | undefined {
  const type = monitorTypeOf(typeName)
  if (type === undefined) return undefined
  if (indicator.kind === 'counter') return readingNames(type, indicator.section, indicator.reading)
  if (indicator.kind !== 'expression') return undefined
  const { section, left, operator, right, factor } = indicator
  const [one, other] = [left, right].map(reading => readingNames(type, section, reading)?.names)
  if (one === undefined || other === undefined) return undefined
  const scaled = factor === 1 ? '' : ` × ${factor}`
  const join = (a: string, b: string): string => `${a} ${operator} ${b}${scaled}`
  return { names: { zh: join(one.zh, other.zh), en: join(one.en, other.en) }, unit: '' }
}

function readingNames(
  { sections }: MonitorType,
  section: string,
  { counter, fn }: AlertReading,
): IndicatorNames | undefined {
  const of = sections.find(({ key }) => key === section)
  const found = [...(of?.counters ?? []), ...(of?.computed ?? [])].find(({ key }) => key === counter)
  if (found === undefined) return undefined
  const unit = found.unit === 'count' ? '' : found.unit
  if (fn === 'value') return { names: found.names, unit }
  const { zh, en } = found.names
  return { names: { zh: `${zh}（每秒增长）`, en: `${en} (growth per second)` }, unit: `${unit}/s` }
}
