/** The slowest requests with the ids of their traces. */
import { formatMs } from '@pone/metrics/figures.ts'
import { html, type Markup } from '../../export/markup.ts'
import { elapsed, type ReportView } from '../../export/report-view.ts'
import { sayIn } from '../../export/texts.ts'
import type { SectionData } from '../section.ts'
import type { tracesData } from './data.ts'
import { texts } from './texts.ts'

export function tracesHtml(view: ReportView<SectionData<typeof tracesData>>): Markup | null {
  const { content, language } = view
  if (content.traces.length === 0) return null
  const say = sayIn(texts, language)
  const rows = content.traces.map(
    ({ label, traceId, at, durationMs, passed }) =>
      html`<tr><td class="name">${label}</td><td class="n">${formatMs(durationMs)}</td><td class="n">${elapsed(view, at)}</td><td${passed ? null : html` class="bad"`}>${say(passed ? 'passed' : 'failed')}</td><td><code>${traceId}</code></td></tr>`,
  )
  return html`<section><h2>${say('traces')}</h2><p class="note">${say('basis')}</p><div class="scroll"><table>
<thead><tr><th>${say('where')}</th><th class="n">${say('duration')}</th><th class="n">${say('ended')}</th><th>${say('result')}</th><th>${say('trace')}</th></tr></thead>
<tbody>${rows}</tbody></table></div></section>`
}
