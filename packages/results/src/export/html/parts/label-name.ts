/** How a label is named in tables: with its component where there are several. */

import { type LabelStatistics } from '@pone/contract/entities/run.ts'
import { isOverflowLabel } from '@pone/plan/scenario/run-label.ts'
import { maxRunLabels } from '@pone/schema/limits.ts'
import { html, type Markup } from '../markup.ts'
import type { ReportView } from './part.ts'

export function labelName(
  { label }: LabelStatistics,
  { content, say }: Pick<ReportView, 'content' | 'say'>,
): Markup | string {
  if (isOverflowLabel(label)) return say('otherLabels', { limit: maxRunLabels })
  const hasSeveral = content.labels.some(other => other.label.component !== label.component)
  if (!hasSeveral || label.kind === 'iteration') return label.name
  return html`${label.name} <span class="quiet">${label.component}</span>`
}
