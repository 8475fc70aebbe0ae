/** The errors, each with a sample of what was sent and what came back. */

import type { Exchange } from '@pone/contract/entities/run.ts'
import { causeText } from '@pone/contract/told-cause.ts'
import { formatMs, formatNumber } from '@pone/metrics/figures.ts'
import type { Language } from '@pone/schema/bilingual.ts'
import { html, type Markup } from '../../export/markup.ts'
import { elapsed, type ReportView } from '../../export/report-view.ts'
import { type Say, sayIn } from '../../export/texts.ts'
import type { SectionData } from '../section.ts'
import type { errorsData } from './data.ts'
import { texts } from './texts.ts'

type Words = Say<keyof typeof texts>

const maxGroups = 100
/** Bodies are shown to here: a report is to be read, the whole stands in the product. */
const maxBodyLength = 4_000

export function errorsHtml(view: ReportView<SectionData<typeof errorsData>>): Markup {
  const { content, language } = view
  const say = sayIn(texts, language)
  if (content.errors.length === 0) {
    return html`<section><h2>${say('errors')}</h2><p class="good">✓ ${say('noErrors')}</p></section>`
  }
  return html`<section><h2>${say('errors')}</h2><div class="scroll"><table>
<thead><tr><th>${say('where')}</th><th>${say('error')}</th><th>${say('message')}</th><th class="n">${say('count')}</th><th class="n">${say('first')}</th><th class="n">${say('last')}</th></tr></thead>
<tbody>${content.errors
    .slice(0, maxGroups)
    .map(
      group =>
        html`<tr><td class="name">${group.label}</td><td class="bad">${group.code}</td><td class="message">${causeText(group.message, language)}${group.sample === null ? null : sample(group.sample, say, language)}</td><td class="n">${formatNumber(group.count)}</td><td class="n">${elapsed(view, group.firstAt)}</td><td class="n">${elapsed(view, group.lastAt)}</td></tr>`,
    )}</tbody></table></div></section>`
}

function sample(exchange: Exchange, say: Words, language: Language): Markup {
  const { method, url, status, responseBody, requestBody, durationMs } = exchange
  const lines = (headers: Exchange['requestHeaders']) =>
    headers.map(([name, value]) => `${name}: ${value}`).join('\n')
  const body = (text: string) =>
    text === ''
      ? ''
      : `\n\n${text.length > maxBodyLength ? `${text.slice(0, maxBodyLength)}\n… (${say('cut')})` : text}`
  const broken = exchange.checkpoints.filter(checkpoint => !checkpoint.passed)
  return html`<details><summary>${say('sample')} · ${method} ${url} · ${formatMs(durationMs)}</summary>
${broken.map(({ summary, actual }) => html`<div class="bad">✕ ${causeText(summary, language)} · ${say('checkpointActual', { actual })}</div>`)}
${exchange.traceId === undefined ? null : html`<div>${say('trace')} <code>${exchange.traceId}</code></div>`}<h3>${say('request')}</h3><pre>${method} ${url}\n${lines(exchange.requestHeaders)}${body(requestBody)}</pre>
<h3>${say('response')}</h3><pre>${status === null ? say('noResponse') : `${status}\n${lines(exchange.responseHeaders)}${body(responseBody)}`}</pre></details>`
}
