/** The curve of what a rule compares as lines of a chart; pure. */
import type { AlertIndicator, AlertReading } from '@pone/alerts/rule.ts'
import type { AlertCurve, IndicatorNames } from '@pone/contract/entities/alert.ts'
import type { ChartSeries } from '../../../../ui/chart/time-series.ts'

/** Unit of the values that are compared. `named`: as the server names a counter; `unitOf`: of one that it does not name. */
export function curveUnit(
  indicator: AlertIndicator,
  named: IndicatorNames | null,
  unitOf: (section: string, reading: AlertReading) => string | undefined,
): string {
  if (indicator.kind === 'noData') return 's'
  if (indicator.kind !== 'counter') return ''
  if (named !== null) return named.unit.startsWith('/') ? `count${named.unit}` : named.unit
  return unitOf(indicator.section, indicator.reading) ?? ''
}

interface CurveTexts {
  readonly name: string
  readonly max: string
  readonly min: string
}

/** Curve and thresholds in the shown unit. */
export function curveLines(
  curve: AlertCurve,
  { max, min }: { readonly max: number | null; readonly min: number | null },
  { texts, factor }: { readonly texts: CurveTexts; readonly factor: number },
): { readonly seconds: number[]; readonly series: ChartSeries[] } {
  const level = (key: 'max' | 'min', value: number): ChartSeries => ({
    key,
    label: texts[key],
    color: 'target',
    values: curve.at.map(() => value * factor),
  })
  return {
    seconds: curve.at.map(instant => instant / 1_000),
    series: [
      {
        key: 'value',
        label: texts.name,
        color: 'name1',
        values: curve.values.map(value => (value === null ? null : value * factor)),
      },
      ...(max === null ? [] : [level('max', max)]),
      ...(min === null ? [] : [level('min', min)]),
    ],
  }
}
