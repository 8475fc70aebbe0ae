/** The table of transactions and requests. */
import type { Statistics } from '@pone/contract/entities/run.ts'
import { formatBytes, formatNumber, formatPercent, formatPlainMs, noValue } from '@pone/metrics/figures.ts'
import { labelName } from '../../export/label-name.ts'
import { html, type Markup } from '../../export/markup.ts'
import type { ReportView } from '../../export/report-view.ts'
import { sayIn } from '../../export/texts.ts'
import type { SectionData } from '../section.ts'
import type { figuresData } from './data.ts'
import { texts } from './texts.ts'

export function transactions({ content, language }: ReportView<SectionData<typeof figuresData>>): Markup {
  const say = sayIn(texts, language)
  const kinds = (['iteration', 'transaction', 'request'] as const)
    .map(kind => ({ kind, rows: content.labels.filter(row => row.label.kind === kind) }))
    .filter(({ rows }) => rows.length > 0)
  return html`<section><h2>${say('transactions')}</h2><div class="scroll"><table class="wide">
<thead><tr><th></th><th colspan="3"></th><th colspan="9" class="span">${say('timesInMs')}</th><th colspan="2"></th></tr>
<tr><th>${say('name')}</th><th class="n">${say('count')}</th><th class="n">${say('failed')}</th><th class="n">${say('success')}</th>
<th class="n">${say('min')}</th><th class="n">${say('avg')}</th><th class="n">P50</th><th class="n">P90</th><th class="n">P95</th><th class="n">P99</th><th class="n">P99.9</th><th class="n">${say('max')}</th><th class="n">${say('deviation')}</th>
<th class="n">${say('perSecond')}</th><th class="n">${say('received')}</th></tr></thead>
<tbody>${kinds.map(
    ({ kind, rows }) =>
      html`<tr class="group"><td colspan="15">${say(`kind.${kind}`)}</td></tr>${rows.map(row => html`<tr><td class="name">${labelName(row, content.labels, language)}</td>${cells(row, kind === 'request')}</tr>`)}`,
  )}<tr class="total"><td class="name">${say('total')}</td>${cells(content.total, true)}</tr></tbody></table></div></section>`
}

/** Transactions have no bytes of their own. */
function cells(row: Statistics, hasBytes: boolean): Markup {
  const times = [
    row.minMs,
    row.avgMs,
    row.p50Ms,
    row.p90Ms,
    row.p95Ms,
    row.p99Ms,
    row.p999Ms,
    row.maxMs,
    row.standardDeviationMs,
  ]
  return html`<td class="n">${formatNumber(row.count)}</td><td class="n${row.failed > 0 ? ' bad' : ''}">${formatNumber(row.failed)}</td><td class="n">${formatPercent(row.successPercent)}</td>${times.map(ms => html`<td class="n">${formatPlainMs(ms)}</td>`)}<td class="n">${formatNumber(row.perSecond)}</td><td class="n">${hasBytes ? formatBytes(row.receivedBytesPerSecond) : noValue}</td>`
}
