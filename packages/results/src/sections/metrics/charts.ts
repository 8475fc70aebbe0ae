/** A chart per metric that has a curve, all labels together. */
import type { MetricRow } from '@pone/contract/entities/run-metrics.ts'
import { formatBytes, formatMs, formatNumber, formatPercent } from '@pone/metrics/figures.ts'
import { type MetricCurveName, type MetricUnit, metricCurves } from '@pone/metrics/metric-curves.ts'
import type { MetricKind } from '@pone/metrics/metric-sums.ts'
import { metricText } from '@pone/protocols/definitions.ts'
import type { ChartView, FigureChart } from '../../export/chart-figure.ts'
import type { TickKind } from '../../export/svg/scale.ts'
import { type Say, sayIn } from '../../export/texts.ts'
import { texts } from './texts.ts'

type Words = Say<keyof typeof texts>

/** Colour variables of the style sheet. */
const colours: Readonly<Record<MetricCurveName, string>> = {
  perSecond: 'rate',
  percent: 'rate',
  p50: 'p50',
  p90: 'p90',
  p95: 'p95',
  p99: 'p99',
  last: 'rate',
  min: 'p50',
  max: 'p99',
}

export function metricCharts(rows: readonly MetricRow[], view: ChartView): FigureChart[] {
  const { content, language } = view
  const say = sayIn(texts, language)
  return rows
    .filter(({ key, label }) => label === null && content.seconds.some(({ metrics }) => metrics?.[key]))
    .map(({ key, figures: { kind } }) => {
      const { title, unit } = metricText(key)
      const curves = metricCurves({ key, kind, unit }, content.seconds, content.secondsPerPoint * 1_000)
      return {
        title: title[language],
        ...axisOf(kind, unit, say),
        series: curves.map(({ name, values }) => ({ name: nameOf(name, say), color: colours[name], values })),
      }
    })
}

const nameOf = (name: MetricCurveName, say: Words): string =>
  name === 'p50' || name === 'p90' || name === 'p95' || name === 'p99'
    ? name.toUpperCase()
    : say(`curve.${name}`)

function axisOf(
  kind: MetricKind,
  unit: MetricUnit,
  say: Words,
): { unit: string; tickKind: TickKind; format: (value: number) => string } {
  const rate = kind === 'counter' ? say('unit.perSecond') : ''
  if (kind === 'rate') return { unit: '%', tickKind: 'decimal', format: formatPercent }
  if (unit === 'µs')
    return { unit: say('unit.ms'), tickKind: 'decimal', format: value => formatMs(value).replace(' ms', '') }
  if (unit === 'bytes') return { unit: rate, tickKind: 'bytes', format: formatBytes }
  return { unit: rate, tickKind: 'decimal', format: formatNumber }
}
