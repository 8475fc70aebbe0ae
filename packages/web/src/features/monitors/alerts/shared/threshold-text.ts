/** Indicators, thresholds and scopes of rules as texts; pure. */
import type { AlertIndicator, AlertReading } from '@pone/alerts/rule.ts'
import type { IndicatorNames } from '@pone/contract/entities/alert.ts'
import { formatNumber, noValue } from '@pone/metrics/figures.ts'
import type { MonitorType } from '@pone/monitors/type.ts'
import type { Language } from '@pone/schema/bilingual.ts'
import type { Translate } from '../../../../lib/i18n.ts'
import { counterInfo } from '../../links/canvas/counter-texts.ts'
import { type CounterInfo, figureText } from '../../shared/figures.ts'

interface Reading {
  readonly t: Translate
  readonly language: Language
  /** Types among which the counters are looked up. */
  readonly types: readonly MonitorType[]
  /** As the server names them by the type of the monitor; they go before those of the types. */
  readonly named?: IndicatorNames | null
}

/** A value of what the server has named. */
const namedInfo = ({ names, unit, states }: IndicatorNames): CounterInfo => ({
  key: '',
  names,
  help: names,
  kind: states === undefined ? 'gauge' : 'state',
  unit: unit.startsWith('/') ? `count${unit}` : unit,
  ...(states !== undefined && { states: states.map(state => ({ ...state, texts: [] })) }),
})

/** A counter of any of these types. */
function infoOf(section: string, counter: string, types: readonly MonitorType[]): CounterInfo | undefined {
  for (const type of types) {
    const info = counterInfo(type, { section, counter })
    if (info !== undefined) return info
  }
  return undefined
}

export function indicatorText(indicator: AlertIndicator, { t, language, types, named }: Reading): string {
  if (named !== undefined && named !== null) return named.names[language]
  const nameOf = (section: string, { counter, fn }: AlertReading): string => {
    const info = infoOf(section, counter, types)
    const name = info?.names[language] ?? counter
    return fn === 'rate' ? t('alert.rateOf', { name }) : name
  }
  if (indicator.kind === 'counter') return nameOf(indicator.section, indicator.reading)
  if (indicator.kind !== 'expression') return t(`alert.indicator.${indicator.kind}`)
  const { section, left, operator, right, factor } = indicator
  const signs = { '+': '+', '-': '−', '*': '×', '/': '÷' } as const
  const text = `${nameOf(section, left)} ${signs[operator]} ${nameOf(section, right)}`
  return factor === 1 ? text : `(${text}) × ${formatNumber(factor)}`
}

/** A value of an indicator with its unit. */
export function indicatorValueText(
  indicator: AlertIndicator | null,
  value: number | null,
  { t, language, types, named }: Reading,
): string {
  if (value === null) return noValue
  if (indicator === null) return formatNumber(value)
  switch (indicator.kind) {
    case 'noData':
      return t('alert.seconds', { count: formatNumber(value) })
    case 'certificateDays':
      return t('alert.days', { count: formatNumber(value) })
    case 'availability':
      return t(value > 0 ? 'alert.answers' : 'alert.answersNot')
    case 'expression':
      return formatNumber(value)
    case 'counter': {
      if (named !== undefined && named !== null) return figureText(value, namedInfo(named), language)
      const { reading, section } = indicator
      const info = infoOf(section, reading.counter, types)
      // The stored value of a counter that only grows has not the unit of its rate.
      const isTotal = info?.kind === 'counter' && reading.fn === 'value'
      return figureText(
        value,
        info && isTotal ? { ...info, unit: info.unit.replace(/\/s$/, '') } : info,
        language,
      )
    }
  }
}

/** E.g. `> 90 %, < 10 %`. */
export function thresholdsText(
  indicator: AlertIndicator | null,
  { max, min }: { readonly max: number | null; readonly min: number | null },
  reading: Reading,
): string {
  // The values of availability are named, its thresholds lie between them.
  const shown = indicator?.kind === 'availability' ? null : indicator
  const of = (value: number) => indicatorValueText(shown, value, reading)
  return [max !== null && `> ${of(max)}`, min !== null && `< ${of(min)}`]
    .filter(part => part !== false)
    .join(reading.t('monitor.comma'))
}
