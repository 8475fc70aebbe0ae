/** What the response times are made of: the phases that the protocols declare, as far as any was measured. */

import { formatPlainMs, noValue } from '@pone/metrics/figures.ts'
import { engines } from '@pone/plan/engines/registry.ts'
import { phaseKeys, phaseTitle } from '@pone/protocols/definitions.ts'
import { labelName } from '../../export/label-name.ts'
import { html, type Markup } from '../../export/markup.ts'
import type { ReportView } from '../../export/report-view.ts'
import { sayIn } from '../../export/texts.ts'
import type { SectionData } from '../section.ts'
import type { figuresData } from './data.ts'
import { texts } from './texts.ts'

export function phases({ content, language }: ReportView<SectionData<typeof figuresData>>): Markup | null {
  const say = sayIn(texts, language)
  const rows = content.labels.filter(row => row.phases !== null)
  if (rows.length === 0) return null
  const isOnDemand = engines[content.run.scenario.engine].phases === 'onDemand'
  const columns = phaseKeys.filter(key => rows.some(row => typeof row.phases?.[`${key}Ms`] === 'number'))
  const cell = (value: number | null) =>
    html`<td class="n">${value === null ? noValue : formatPlainMs(value)}</td>`
  return html`<section><h2>${say('phases')}</h2><p class="quiet">${say(isOnDemand ? 'phasesNoteOnDemand' : 'phasesNote')}</p><div class="scroll"><table>
<thead><tr><th>${say('name')}</th>${columns.map(key => html`<th class="n">${phaseTitle(key)[language]}</th>`)}</tr></thead>
<tbody>${rows.map(
    row =>
      html`<tr><td class="name">${labelName(row, content.labels, language)}</td>${columns.map(key => cell(row.phases?.[`${key}Ms`] ?? null))}</tr>`,
  )}</tbody></table></div></section>`
}
