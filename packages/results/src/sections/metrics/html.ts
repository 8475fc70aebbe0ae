/** Metrics of the protocols: a chart each, and a table per kind of metric. */
import type { LabelStatistics } from '@pone/contract/entities/run.ts'
import type { MetricRow } from '@pone/contract/entities/run-metrics.ts'
import type { MetricKind } from '@pone/metrics/metric-sums.ts'
import { metricCell, metricColumns, metricKindOrder } from '@pone/metrics/metric-table.ts'
import { metricText } from '@pone/protocols/definitions.ts'
import { maxMetricRows, maxRunMetrics } from '@pone/schema/limits.ts'
import { type ChartView, chartFigure } from '../../export/chart-figure.ts'
import { labelName } from '../../export/label-name.ts'
import { html, type Markup } from '../../export/markup.ts'
import type { ReportView } from '../../export/report-view.ts'
import { sayIn } from '../../export/texts.ts'
import type { SectionData } from '../section.ts'
import { metricCharts } from './charts.ts'
import type { metricsData } from './data.ts'
import { texts } from './texts.ts'

type View = ReportView<
  SectionData<typeof metricsData> & ChartView['content'] & { readonly labels: readonly LabelStatistics[] }
>

export function metricsHtml(view: View): Markup | null {
  const { content, language } = view
  const { rows, lacksMetrics, lacksLabels } = content.metrics
  if (rows.length === 0) return null
  const say = sayIn(texts, language)
  const tables = metricKindOrder.map(kind => ({
    kind,
    rows: rows.filter(({ figures }) => figures.kind === kind),
  }))
  const shown = tables.filter(table => table.rows.length > 0)
  const notes = [
    ...(shown.some(({ kind }) => kind === 'gauge') ? [say('gaugeNote')] : []),
    ...(lacksMetrics ? [say('lacksMetrics', { limit: maxRunMetrics })] : []),
    ...(lacksLabels ? [say('lacksLabels', { limit: maxMetricRows })] : []),
  ]
  const figures = metricCharts(rows, view).map(chart => chartFigure(chart, view))
  return html`<section><h2>${say('metrics')}</h2><div class="charts">${figures}</div>${shown.map(table => tableOf(table, view))}${notes.map(note => html`<p class="note">${note}</p>`)}</section>`
}

function tableOf(
  { kind, rows }: { readonly kind: MetricKind; readonly rows: readonly MetricRow[] },
  { content, language }: View,
): Markup {
  const say = sayIn(texts, language)
  const columns = metricColumns[kind]
  const rowOf = (row: MetricRow): Markup => {
    const { key, label } = row
    const { title, unit } = metricText(key)
    const names =
      label === null
        ? html`<td class="name">${title[language]}</td><td class="quiet">${say('allLabels')}</td>`
        : html`<td></td><td class="name">${labelName({ label }, content.labels, language)}</td>`
    return html`<tr>${names}${columns.map(column => html`<td class="n">${metricCell(row, column, unit)}</td>`)}</tr>`
  }
  return html`<div class="scroll"><table><thead><tr><th>${say('metric')}</th><th>${say('name')}</th>${columns.map(column => html`<th class="n">${say(`column.${column}`)}</th>`)}</tr></thead>
<tbody>${rows.map(rowOf)}</tbody></table></div>`
}
