/** The table of transactions and requests. */
import { figureNames } from '@pone/contract/entities/figure-names.ts'
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

/** Columns in the order of the report page: what is counted, then times. */
const counts = ['count', 'failed', 'errorPercent', 'perSecond'] as const
const times = [
  'minMs',
  'avgMs',
  'p50Ms',
  'p90Ms',
  'p95Ms',
  'p99Ms',
  'p999Ms',
  'maxMs',
  'standardDeviationMs',
] as const

type View = ReportView<SectionData<typeof figuresData>>

export function transactions(view: View): Markup {
  const { content, language } = view
  const say = sayIn(texts, language)
  const head = (figure: keyof Statistics, unit = '') =>
    html`<th class="n">${figureNames[figure][language]}${unit}</th>`
  return html`<section><h2>${say('transactions')}</h2><div class="scroll"><table class="wide">
<thead><tr><th></th><th colspan="4"></th><th colspan="${times.length}" class="span">${say('timesInMs')}</th><th></th></tr>
<tr><th>${say('name')}</th>${[...counts, ...times].map(figure => head(figure))}${head('receivedBytesPerSecond', '/s')}</tr></thead>
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
  const known = (text: string) => (row.count === 0 ? noValue : text)
  return html`<td class="n">${formatNumber(row.count)}</td><td class="n${row.failed > 0 ? ' bad' : ''}">${formatNumber(row.failed)}</td><td class="n">${known(formatPercent(row.errorPercent))}</td><td class="n">${formatNumber(row.perSecond)}</td>${times.map(time => html`<td class="n">${known(formatPlainMs(row[time]))}</td>`)}<td class="n">${hasBytes ? formatBytes(row.receivedBytesPerSecond) : noValue}</td>`
}
