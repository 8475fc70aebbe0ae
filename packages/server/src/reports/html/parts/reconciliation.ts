/** Whether the requests sent are the requests counted. */
import { formatNumber } from '@pone/metrics/figures.ts'
import { html, type Markup } from '../markup.ts'
import type { ReportView } from './part.ts'

export function reconciliation({ content, say }: ReportView): Markup {
  const { sent, counted, lost, machines, isReconciled } = content.reconciliation
  const params = { sent: formatNumber(sent), counted: formatNumber(counted), lost: formatNumber(lost) }
  const sentence = isReconciled
    ? html`<p class="good">✓ ${lost > 0 ? say('reconciledLost', params) : say('reconciled', params)}</p>`
    : html`<p class="bad">✕ ${say('unreconciled', params)}</p>`
  return html`<section><h2>${say('reconciliation')}</h2>${sentence}${
    machines.length === 0
      ? null
      : html`<table><thead><tr><th>${say('machine')}</th><th>${say('worker')}</th><th class="n">${say('sent')}</th><th class="n">${say('counted')}</th><th class="n">${say('lost')}</th></tr></thead>
<tbody>${machines.map(row => html`<tr><td class="name">${row.machine}</td><td>${row.worker}</td><td class="n">${formatNumber(row.sent)}</td><td class="n${row.sent === row.counted ? '' : ' bad'}">${formatNumber(row.counted)}</td><td class="n">${formatNumber(row.lost)}</td></tr>`)}</tbody></table>`
  }</section>`
}
