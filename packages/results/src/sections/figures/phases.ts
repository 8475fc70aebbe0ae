/** What the response times are made of: look-up, connecting, TLS, first byte, transfer. */
import type { PhaseAverages } from '@pone/contract/entities/run.ts'
import { formatPlainMs, noValue } from '@pone/metrics/figures.ts'
import { labelName } from '../../export/label-name.ts'
import { html, type Markup } from '../../export/markup.ts'
import type { ReportView } from '../../export/report-view.ts'
import { sayIn } from '../../export/texts.ts'
import type { SectionData } from '../section.ts'
import type { figuresData } from './data.ts'
import { texts } from './texts.ts'

const allColumns: readonly {
  readonly title: keyof typeof texts
  readonly value: (phases: PhaseAverages) => number | null
}[] = [
  { title: 'phase.dns', value: phases => phases.dnsMs },
  { title: 'phase.connect', value: phases => phases.connectMs },
  { title: 'phase.tls', value: phases => phases.tlsMs },
  { title: 'phase.firstByte', value: phases => phases.firstByteMs },
  { title: 'phase.transfer', value: phases => phases.transferMs },
]

export function phases({ content, language }: ReportView<SectionData<typeof figuresData>>): Markup | null {
  const say = sayIn(texts, language)
  const rows = content.labels.filter(row => row.phases !== null)
  if (rows.length === 0) return null
  const isJmeter = content.run.scenario.engine === 'jmeter'
  // JMeter's connect is all three.
  const columns = allColumns.filter(
    ({ title }) => !isJmeter || (title !== 'phase.dns' && title !== 'phase.tls'),
  )
  const cell = (value: number | null) =>
    html`<td class="n">${value === null ? noValue : formatPlainMs(value)}</td>`
  return html`<section><h2>${say('phases')}</h2><p class="quiet">${say(isJmeter ? 'phasesNoteOfJmeter' : 'phasesNote')}</p><div class="scroll"><table>
<thead><tr><th>${say('name')}</th>${columns.map(({ title }) => html`<th class="n">${say(title)}</th>`)}</tr></thead>
<tbody>${rows.map(
    row =>
      html`<tr><td class="name">${labelName(row, content.labels, language)}</td>${columns.map(({ value }) => cell(row.phases === null ? null : value(row.phases)))}</tr>`,
  )}</tbody></table></div></section>`
}
