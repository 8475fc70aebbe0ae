/** How a label is named in tables: with its component where there are several. */
import type { ReportContent } from '@pone/contract/entities/report.ts'
import type { LabelStatistics } from '@pone/contract/entities/run.ts'
import { html, type Markup } from '../markup.ts'

export function labelName({ label }: LabelStatistics, { labels }: ReportContent): Markup | string {
  const hasSeveral = labels.some(other => other.label.component !== label.component)
  if (!hasSeveral || label.component === '' || label.kind === 'iteration') return label.name
  return html`${label.name} <span class="quiet">${label.component}</span>`
}
