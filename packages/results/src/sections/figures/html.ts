/** The tables of labels: their statistics, and what their response times are made of. */
import { html, type Markup } from '../../export/markup.ts'
import type { ReportView } from '../../export/report-view.ts'
import type { SectionData } from '../section.ts'
import type { figuresData } from './data.ts'
import { phases } from './phases.ts'
import { transactions } from './transactions.ts'

export function figuresHtml(view: ReportView<SectionData<typeof figuresData>>): Markup {
  return html`${transactions(view)}${phases(view)}`
}
