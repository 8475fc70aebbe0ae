/** Why a monitor has no values, in the reader's language. */
import { monitorCauseTexts } from '@pone/contract/causes/monitor-causes.ts'
import type { MonitorProblem } from '@pone/contract/entities/monitor.ts'
import { type Language, textIn } from '@pone/schema/bilingual.ts'

/** A sentence without a full stop, beginning with a capital. */
export function problemText(
  { cause, params }: Pick<MonitorProblem, 'cause' | 'params'>,
  language: Language,
): string {
  const text = textIn(monitorCauseTexts[cause], params, language)
  return text.charAt(0).toUpperCase() + text.slice(1)
}
