/** How notices and pages call what a rule compares: the names and unit of the counter in both languages; pure. */
import type { AlertIndicator, AlertReading } from '@pone/alerts/rule.ts'
import type { IndicatorNames } from '@pone/contract/entities/alert.ts'
import type { MonitorType } from '@pone/monitors/type.ts'

/** undefined for an unknown type or counter, and for what is no counter. */
export function indicatorNames(
  type: MonitorType | undefined,
  indicator: AlertIndicator,
): IndicatorNames | undefined {
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
  const stored = of?.counters.find(({ key }) => key === counter)
  const found = stored ?? of?.computed.find(({ key }) => key === counter)
  if (found === undefined) return undefined
  const unit = found.unit === 'count' ? '' : found.unit
  const states = stored?.states?.map(({ value, names }) => ({ value, names }))
  // The rate of a gauge is its value.
  if (fn === 'value' || stored?.kind !== 'counter')
    return { names: found.names, unit, ...(states !== undefined && { states }) }
  const { zh, en } = found.names
  return { names: { zh: `${zh}（每秒增长）`, en: `${en} (growth per second)` }, unit: `${unit}/s` }
}
