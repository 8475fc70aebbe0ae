/** The curves over time: load, throughput, response times, errors, traffic, connections. */
import type { RunSecond } from '@pone/contract/entities/run.ts'
import { formatBytes, formatMs, formatNumber } from '@pone/metrics/figures.ts'
import { hasRate, pointRate } from '@pone/metrics/statistics.ts'
import { eventText } from '../../export/event-text.ts'
import { html, type Markup } from '../../export/markup.ts'
import type { ReportView } from '../../export/report-view.ts'
import { lineChart } from '../../export/svg/line-chart.ts'
import type { TickKind } from '../../export/svg/scale.ts'
import { type Say, sayIn } from '../../export/texts.ts'
import type { eventsData } from '../events/data.ts'
import type { figuresData } from '../figures/data.ts'
import type { SectionData } from '../section.ts'
import type { timelineData } from './data.ts'
import { texts } from './texts.ts'

type Words = Say<keyof typeof texts>
type View = ReportView<
  SectionData<typeof timelineData> &
    SectionData<typeof eventsData> &
    Pick<SectionData<typeof figuresData>, 'labels' | 'usersBasis'>
>

interface ChartDefinition {
  readonly title: keyof typeof texts
  readonly unit: keyof typeof texts
  readonly format: (value: number) => string
  readonly tickKind: TickKind
  readonly series: readonly {
    readonly name: string
    readonly color: string
    readonly value: (point: RunSecond) => number | null
    readonly isDashed?: boolean
  }[]
}

export function timelineHtml(view: View): Markup | null {
  const { content, language } = view
  const say = sayIn(texts, language)
  const { seconds, secondsPerPoint } = content
  if (seconds.length === 0) return null
  const startedAt = content.run.startedAt ?? 0
  const marks = content.events
    .filter(event => event.kind !== 'stateChanged')
    .map(event => ({ second: (event.at - startedAt) / 1_000, text: eventText(event, language) }))
    .filter(({ second }) => second >= (seconds[0]?.second ?? 0) && second <= (seconds.at(-1)?.second ?? 0))
  const notes = [
    ...(secondsPerPoint > 1 ? [say('perPoint', { seconds: secondsPerPoint })] : []),
    ...(seconds.some(point => point.isSuspect) ? [say('suspect')] : []),
  ]
  return html`<section><h2>${say('charts')}</h2><div class="charts">${definitions(content, say).map(
    definition => {
      const series = definition.series.map(each => ({ ...each, values: seconds.map(each.value) }))
      const title = say(definition.title)
      return html`<figure><figcaption><h3>${title}</h3>${series.map(({ name, color }) => html`<span class="key"><i style="background:var(--${color})"></i>${name}</span>`)}<span class="unit">${say(definition.unit)}</span></figcaption>${lineChart(
        {
          label: summary(title, series, definition.format, say),
          seconds: seconds.map(point => point.second),
          secondsPerPoint,
          series,
          suspect: seconds.map(point => point.isSuspect),
          marks,
          formatValue: definition.format,
          tickKind: definition.tickKind,
        },
      )}</figure>`
    },
  )}</div>${notes.length === 0 ? null : html`<p class="note">${notes.join(' · ')}</p>`}</section>`
}

function definitions(content: View['content'], say: Words): ChartDefinition[] {
  const width = content.secondsPerPoint
  const isArrivals = content.run.scenario.drive === 'arrivals'
  const hasTransactions = content.labels.some(row => row.label.kind === 'transaction')
  const perSecond = (value: (point: RunSecond) => number) => (point: RunSecond) =>
    pointRate(value(point), point.lengthMs, width * 1_000)
  const percentile = (name: string, color: string, value: (point: RunSecond) => number | null) => ({
    name,
    color,
    value,
  })
  // At the very end of a run nothing is asked for any more, which is no change of the load.
  const lasting = (value: (point: RunSecond) => number) => (point: RunSecond) =>
    hasRate(point.lengthMs, width * 1_000) ? value(point) : null
  const target = { color: 'target', value: lasting(point => point.targetUsers), isDashed: true }
  const connections: ChartDefinition = {
    title: 'chart.connections',
    unit: 'unit.connections',
    tickKind: 'whole',
    format: formatNumber,
    series: [
      { name: say('series.connections'), color: 'connections', value: lasting(point => point.connections) },
    ],
  }
  return [
    {
      title: 'chart.users',
      unit: 'unit.users',
      tickKind: 'whole',
      format: formatNumber,
      series: [
        ...(isArrivals ? [] : [{ ...target, name: say('series.target') }]),
        {
          name: say(content.usersBasis === 'maximum' ? 'series.users' : 'series.usersSampled'),
          color: 'users',
          value: point => point.users,
        },
      ],
    },
    {
      title: 'chart.rate',
      unit: 'unit.perSecond',
      tickKind: 'decimal',
      format: formatNumber,
      series: [
        ...(isArrivals ? [{ ...target, name: say('series.targetRate') }] : []),
        ...(hasTransactions
          ? [
              {
                name: say('series.transactions'),
                color: 'transactions',
                value: perSecond(point => point.transactions),
              },
            ]
          : []),
        { name: say('series.requests'), color: 'rate', value: perSecond(point => point.requests) },
      ],
    },
    {
      title: 'chart.time',
      unit: 'unit.ms',
      tickKind: 'decimal',
      format: value => formatMs(value).replace(' ms', ''),
      series: [
        percentile('P50', 'p50', point => point.p50Ms),
        percentile('P90', 'p90', point => point.p90Ms),
        percentile('P95', 'p95', point => point.p95Ms),
        percentile('P99', 'p99', point => point.p99Ms),
      ],
    },
    {
      title: 'chart.errors',
      unit: 'unit.perSecond',
      tickKind: 'decimal',
      format: formatNumber,
      series: [{ name: say('series.failed'), color: 'errors', value: perSecond(point => point.failed) }],
    },
    {
      title: 'chart.traffic',
      unit: 'unit.bytes',
      format: formatBytes,
      tickKind: 'bytes',
      series: [
        { name: say('series.sent'), color: 'sent', value: perSecond(point => point.sentBytes) },
        { name: say('series.received'), color: 'received', value: perSecond(point => point.receivedBytes) },
      ],
    },
    // JMeter does not tell its open connections.
    ...(content.run.scenario.engine === 'jmeter' ? [] : [connections]),
  ]
}

/** What a chart shows, in words, for those who do not see it. */
function summary(
  title: string,
  series: readonly { name: string; values: readonly (number | null)[] }[],
  format: (value: number) => string,
  say: Words,
): string {
  return series
    .map(({ name, values }) => {
      const present = values.filter(value => value !== null)
      if (present.length === 0) return `${title} ${name}`
      const [min, max] = [Math.min(...present), Math.max(...present)].map(format)
      return say('chartSummary', { title: `${title} ${name}`, min: min ?? '', max: max ?? '' })
    })
    .join('; ')
}
