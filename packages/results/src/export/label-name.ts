/** How a label is named in tables: with its component where there are several. */
import { type LabelStatistics } from '@pone/contract/entities/run.ts'
import { isOverflowLabel } from '@pone/plan/scenario/run-label.ts'
import type { Language } from '@pone/schema/bilingual.ts'
import type { Catalogue } from '@pone/schema/coded-text.ts'
import { maxRunLabels } from '@pone/schema/limits.ts'
import { html, type Markup } from './markup.ts'
import { sayIn } from './texts.ts'

const texts = {
  others: { zh: '其他', en: 'Others' },
  otherLabels: { zh: '其他（超过 {limit} 个的请求和事务）', en: 'Others (beyond the first {limit})' },
} as const satisfies Catalogue

/** `labels` are all of the table. */
export function labelName(
  { label }: Pick<LabelStatistics, 'label'>,
  labels: readonly Pick<LabelStatistics, 'label'>[],
  language: Language,
): Markup | string {
  if (isOverflowLabel(label)) return sayIn(texts, language)('otherLabels', { limit: maxRunLabels })
  const hasSeveral = labels.some(other => other.label.component !== label.component)
  if (!hasSeveral || label.kind === 'iteration') return label.name
  return html`${label.name} <span class="quiet">${label.component}</span>`
}

/** The name alone, as files for spreadsheets have it. */
export const plainLabelName = (
  label: Pick<LabelStatistics['label'], 'name' | 'component'>,
  language: Language,
): string => (isOverflowLabel(label) ? texts.others[language] : label.name)
