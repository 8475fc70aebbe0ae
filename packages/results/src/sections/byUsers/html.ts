/** Response times and throughput against the number of users, a dot per interval. */
import { pointsByUsers } from '@pone/metrics/by-users.ts'
import { formatMs, formatNumber } from '@pone/metrics/figures.ts'
import { html, type Markup } from '../../export/markup.ts'
import type { ReportView } from '../../export/report-view.ts'
import { scatterChart } from '../../export/svg/scatter-chart.ts'
import { sayIn } from '../../export/texts.ts'
import type { SectionData } from '../section.ts'
import type { timelineData } from '../timeline/data.ts'
import { texts } from './texts.ts'

interface Series {
  readonly name: string
  readonly color: string
  readonly values: readonly (number | null)[]
}

export function byUsersHtml({
  content,
  language,
}: ReportView<SectionData<typeof timelineData>>): Markup | null {
  const say = sayIn(texts, language)
  const points = pointsByUsers(content.seconds, content.secondsPerPoint)
  if (points.length === 0) return null
  const users = points.map(point => point.users)
  const hasTransactions = points.some(point => point.transactionsPerSecond > 0)
  const figure = (
    title: string,
    unit: string,
    series: readonly Series[],
    formatValue: (value: number) => string,
  ) =>
    html`<figure><figcaption><h3>${title}</h3>${series.map(({ name, color }) => html`<span class="key"><i style="background:var(--${color})"></i>${name}</span>`)}<span class="unit">${unit}</span></figcaption>${scatterChart({ label: `${title} – ${unit}`, users, series, formatValue, tickKind: 'decimal' })}</figure>`
  const times = [
    { name: say('avg'), color: 'avg', values: points.map(point => point.avgMs) },
    { name: 'P95', color: 'p95', values: points.map(point => point.p95Ms) },
  ]
  const rates = [
    ...(hasTransactions
      ? [
          {
            name: say('transactions'),
            color: 'transactions',
            values: points.map(point => point.transactionsPerSecond),
          },
        ]
      : []),
    { name: say('requests'), color: 'rate', values: points.map(point => point.requestsPerSecond) },
  ]
  return html`<section><h2>${say('byUsers')}</h2><div class="charts">
${figure(say('chart.time'), say('unit.ms'), times, value => formatMs(value).replace(' ms', ''))}
${figure(say('chart.rate'), say('unit.perSecond'), rates, formatNumber)}
</div><p class="note">${say('byUsersNote', { seconds: content.secondsPerPoint })}</p></section>`
}
