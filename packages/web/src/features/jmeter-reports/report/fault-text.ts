/** Why a JTL could not be read, in words. */
import type { Translate } from '../../../lib/i18n.ts'

const faults = ['empty', 'notJtl', 'encoding', 'missingColumns', 'ambiguousDates', 'xml', 'missing'] as const

/** A text for known causes; an unknown one is shown unchanged. */
export function faultText(fault: string, t: Translate): string {
  const known = faults.find(each => each === fault)
  return known === undefined ? fault : t(`jmeterReport.fault.${known}`)
}
