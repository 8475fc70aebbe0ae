/** The table of transactions and requests. */
import type { LabelStatistics, Statistics } from '@pone/contract/entities/run.ts'
import { formatBytes, formatNumber, formatPercent, formatPlainMs, noValue } from '@pone/metrics/figures.ts'
import { hasNesting, type LabelNode, labelTree } from '@pone/plan/scenario/label-tree.ts'
import { labelName } from '../../export/label-name.ts'
import { html, type Markup } from '../../export/markup.ts'
import type { ReportView } from '../../export/report-view.ts'
import { sayIn } from '../../export/texts.ts'
import type { SectionData } from '../section.ts'
import type { figuresData } from './data.ts'
import { texts } from './texts.ts'

type View = ReportView<SectionData<typeof figuresData>>

export function transactions(view: View): Markup {
  const { content, language } = view
  const say = sayIn(texts, language)
  return html`<section><h2>${say('transactions')}</h2><div class="scroll"><table class="wide">
<thead><tr><th></th><th colspan="3"></th><th colspan="9" class="span">${say('timesInMs')}</th><th colspan="2"></th></tr>
<tr><th>${say('name')}</th><th class="n">${say('count')}</th><th class="n">${say('failed')}</th><th class="n">${say('success')}</th>
<th class="n">${say('min')}</th><th class="n">${say('avg')}</th><th class="n">P50</th><th class="n">P90</th><th class="n">P95</th><th class="n">P99</th><th class="n">P99.9</th><th class="n">${say('max')}</th><th class="n">${say('deviation')}</th>
<th class="n">${say('perSecond')}</th><th class="n">${say('received')}</th></tr></thead>
<tbody>${groups(view)}<tr class="total"><td class="name">${say('total')}</td>${cells(content.total, true)}</tr></tbody></table></div>${hasNesting(content.labels) ? html`<p class="note">${say('transactionsNote')}</p>` : null}</section>`
}

/** Iterations, transactions with their requests below them, requests outside of transactions. */
function groups({ content, language }: View): Markup[] {
  const say = sayIn(texts, language)
  const { labels } = content
  const tree = labelTree(labels)
  const rowOf = (row: LabelStatistics, depth: number) =>
    html`<tr${row.label.kind === 'transaction' ? html` class="transaction"` : null}><td class="name"${depth === 0 ? null : html` style="padding-left:${depth * 14}px"`}>${labelName(row, labels, language)}</td>${cells(row, row.label.kind === 'request')}</tr>`
  const nested = ({ row, children }: LabelNode<LabelStatistics>, depth: number): Markup =>
    html`${rowOf(row, depth)}${children.map(child => nested(child, depth + 1))}`
  const group = (title: string, rows: readonly Markup[]) =>
    rows.length === 0 ? [] : [html`<tr class="group"><td colspan="15">${title}</td></tr>${rows}`]
  return [
    ...group(
      say('kind.iteration'),
      tree.iterations.map(row => rowOf(row, 0)),
    ),
    ...group(
      say(hasNesting(labels) ? 'kind.nested' : 'kind.transaction'),
      tree.transactions.map(node => nested(node, 0)),
    ),
    ...group(
      say(hasNesting(labels) ? 'kind.outside' : 'kind.request'),
      tree.outside.map(row => rowOf(row, 0)),
    ),
  ]
}

/** Transactions have no bytes of their own; what has not ended once has no times. */
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
  const known = (text: string) => (row.count === 0 ? noValue : text)
  return html`<td class="n">${formatNumber(row.count)}</td><td class="n${row.failed > 0 ? ' bad' : ''}">${formatNumber(row.failed)}</td><td class="n">${known(formatPercent(row.successPercent))}</td>${times.map(ms => html`<td class="n">${known(formatPlainMs(ms))}</td>`)}<td class="n">${formatNumber(row.perSecond)}</td><td class="n">${hasBytes ? formatBytes(row.receivedBytesPerSecond) : noValue}</td>`
}
