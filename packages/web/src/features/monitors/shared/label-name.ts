/** The name of a label of a section's rows in the reader's language. */
import { isMessageKey, type Translate } from '../../../lib/i18n.ts'

/** A label that only a target or a type of the installation names stays as it is written there. */
export function labelName(label: string, t: Translate): string {
  const key = `monitor.label.${label}`
  return isMessageKey(key) ? t(key) : label
}
