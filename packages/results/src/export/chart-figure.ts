/** A time chart of an exported report with its heading, legend and unit. */
import type { RunEvent, RunSecond } from '@pone/contract/entities/run.ts'
import type { Language } from '@pone/schema/bilingual.ts'
import type { Catalogue } from '@pone/schema/coded-text.ts'
import { eventText } from './event-text.ts'
import { html, type Markup } from './markup.ts'
import type { ReportView } from './report-view.ts'
import { type ChartSeries, type LineChart, lineChart } from './svg/line-chart.ts'
import type { TickKind } from './svg/scale.ts'
import { sayIn } from './texts.ts'

const texts = {
  chartSummary: { zh: '{title}：最低 {min}，最高 {max}', en: '{title}: lowest {min}, highest {max}' },
} as const satisfies Catalogue

export interface FigureChart {
  readonly title: string
  readonly unit: string
  readonly format: (value: number) => string
  readonly tickKind: TickKind
  /** A value per point. */
  readonly series: readonly ChartSeries[]
  /** Instants of the values where they are not those of the run's seconds; the axis stays that of the run. */
  readonly points?: { readonly seconds: readonly number[]; readonly secondsPerPoint: number }
}

/** What a chart is drawn over. */
export type ChartView = ReportView<{
  readonly seconds: readonly RunSecond[]
  readonly secondsPerPoint: number
  readonly events: readonly RunEvent[]
}>

export const chartFigure = (chart: FigureChart, view: ChartView): Markup =>
  figureOn(chart, view.language, {
    seconds: view.content.seconds.map(point => point.second),
    secondsPerPoint: view.content.secondsPerPoint,
    suspect: view.content.seconds.map(point => point.isSuspect),
    marks: marksOf(view),
    taken: view.taken,
  })

/** The chart on any axis of time. */
export function figureOn(
  chart: FigureChart,
  language: Language,
  axis: Pick<LineChart, 'seconds' | 'secondsPerPoint' | 'suspect' | 'marks' | 'taken'>,
): Markup {
  const { title, unit, series, format, tickKind, points } = chart
  const label = summary(chart, language)
  const svg = lineChart({ label, ...axis, points, series, formatValue: format, tickKind })
  return html`<figure><figcaption><h3>${title}</h3>${series.map(({ name, color }) => html`<span class="key"><i style="background:var(--${color})"></i>${name}</span>`)}<span class="unit">${unit}</span></figcaption>${svg}</figure>`
}

/** What happened within the points. */
function marksOf({ content, language }: ChartView): { second: number; text: string }[] {
  const { seconds, events, run } = content
  const startedAt = run.startedAt ?? 0
  return events
    .filter(event => event.kind !== 'stateChanged')
    .map(event => ({ second: (event.at - startedAt) / 1_000, text: eventText(event, language) }))
    .filter(({ second }) => second >= (seconds[0]?.second ?? 0) && second <= (seconds.at(-1)?.second ?? 0))
}

/** What a chart shows, in words, for those who do not see it. */
function summary({ title, series, format }: FigureChart, language: Language): string {
  const say = sayIn(texts, language)
  return series
    .map(({ name, values }) => {
      const present = values.filter(value => value !== null)
      if (present.length === 0) return `${title} ${name}`
      const [min, max] = [Math.min(...present), Math.max(...present)].map(format)
      return say('chartSummary', { title: `${title} ${name}`, min: min ?? '', max: max ?? '' })
    })
    .join('; ')
}
