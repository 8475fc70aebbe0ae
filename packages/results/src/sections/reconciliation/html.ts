/** Whether the requests sent are the requests counted, what is still awaited and what came late. */
import { formatNumber } from '@pone/metrics/figures.ts'
import { severalSends } from '@pone/metrics/several-sends.ts'
import { html, type Markup } from '../../export/markup.ts'
import { elapsed, type ReportView } from '../../export/report-view.ts'
import { sayIn } from '../../export/texts.ts'
import type { figuresData } from '../figures/data.ts'
import type { SectionData } from '../section.ts'
import type { reconciliationData } from './data.ts'
import { texts } from './texts.ts'

type View = ReportView<SectionData<typeof reconciliationData & typeof figuresData>>

export function reconciliationHtml(view: View): Markup {
  const { content, language } = view
  const say = sayIn(texts, language)
  const { machines, late, marked, repeated } = content.reconciliation
  const seconds = marked.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(', ')
  const sends = severalSends(content)
  return html`<section><h2>${say('reconciliation')}</h2>${sentence(view)}${
    sends &&
    html`<p class="quiet">${say('sends', { requests: formatNumber(sends.requests), sent: formatNumber(sends.sent) })}</p>`
  }${
    repeated === 0 ? null : html`<p class="quiet">${say('repeats', { repeated: formatNumber(repeated) })}</p>`
  }${late.map(
    ({ machine, requests, at }) =>
      html`<p>${say('late', { machine, requests: formatNumber(requests), at: elapsed(view, at) })}</p>`,
  )}${marked.length === 0 ? null : html`<p>${say('marked', { seconds })}</p>`}${
    machines.length === 0
      ? null
      : html`<table><thead><tr><th>${say('machine')}</th><th>${say('worker')}</th><th class="n">${say('sent')}</th><th class="n">${say('counted')}</th><th class="n">${say('lost')}</th><th class="n">${say('repeated')}</th></tr></thead>
<tbody>${machines.map(row => html`<tr><td class="name">${row.machine}</td><td>${row.worker}</td><td class="n">${formatNumber(row.sent)}</td><td class="n${row.sent === row.counted ? '' : ' bad'}">${formatNumber(row.counted)}</td><td class="n">${formatNumber(row.lost)}</td><td class="n">${formatNumber(row.repeated)}</td></tr>`)}</tbody></table>`
  }</section>`
}

function sentence({ content, language }: View): Markup {
  const say = sayIn(texts, language)
  const { sent, counted, lost, isReconciled, awaited } = content.reconciliation
  const params = { sent: formatNumber(sent), counted: formatNumber(counted), lost: formatNumber(lost) }
  if (awaited.length > 0)
    return html`<p class="bad">… ${say('awaited', { ...params, machines: awaited.join(', ') })}</p>`
  if (!isReconciled) return html`<p class="bad">✕ ${say('unreconciled', params)}</p>`
  return lost > 0
    ? html`<p>! ${say('reconciledLost', params)}</p>`
    : html`<p class="good">✓ ${say('reconciled', params)}</p>`
}
