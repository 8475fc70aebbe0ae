/** The highest load within the rules with its interval, how it was found, and every level that was tried. */
import { html, type Markup } from '../../export/markup.ts'
import type { ReportView } from '../../export/report-view.ts'
import { sayIn } from '../../export/texts.ts'
import type { SectionData } from '../section.ts'
import type { capacityData } from './data.ts'
import { describedCapacity } from './described.ts'
import { texts } from './texts.ts'

export function capacityHtml({
  content,
  language,
}: ReportView<SectionData<typeof capacityData>>): Markup | null {
  const { capacity } = content
  if (capacity === null) return null
  const say = sayIn(texts, language)
  const { sentence, facts, heads, ruleHeads, levels } = describedCapacity(capacity, language)
  const tone = capacity.end?.kind === 'generatorLimit' ? 'warn' : ''
  return html`<section><h2>${say('capacity')}</h2><p class="${tone}"><strong>${sentence}</strong></p><dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>${
    levels.length === 0
      ? null
      : html`<div class="scroll"><table><thead><tr><th class="n">${heads.level}</th><th class="n">${heads.load}</th><th>${heads.verdict}</th>${ruleHeads.map(head => html`<th class="n">${head}</th>`)}<th class="n">${heads.measured}</th><th class="n">${heads.requests}</th><th class="n">${heads.perSecond}</th></tr></thead>
<tbody>${levels.map(({ key, load, state, verdict, values, measured, requests, perSecond }) => html`<tr><td class="n">${key + 1}</td><td class="n">${load}</td><td class="status ${state === 'holds' ? 'good' : 'bad'}">${state === 'holds' ? '✓' : '✕'} ${verdict}</td>${values.map(value => html`<td class="n">${value}</td>`)}<td class="n">${measured}</td><td class="n">${requests}</td><td class="n">${perSecond}</td></tr>`)}</tbody></table></div>`
  }</section>`
}
