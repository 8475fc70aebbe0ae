/** What happened during the run. */

import { eventText } from '../../export/event-text.ts'
import { html, type Markup } from '../../export/markup.ts'
import { elapsed, type ReportView } from '../../export/report-view.ts'
import { sayIn } from '../../export/texts.ts'
import type { SectionData } from '../section.ts'
import type { eventsData } from './data.ts'
import { texts } from './texts.ts'

export function eventsHtml(view: ReportView<SectionData<typeof eventsData>>): Markup | null {
  const { content, language } = view
  if (content.events.length === 0) return null
  const say = sayIn(texts, language)
  return html`<section><h2>${say('events')}</h2><table>
<thead><tr><th>${say('time')}</th><th>${say('event')}</th></tr></thead>
<tbody>${content.events.map(event => html`<tr><td class="n" style="text-align:left">${elapsed(view, event.at)}</td><td style="width:100%">${eventText(event, language)}</td></tr>`)}</tbody></table></section>`
}
