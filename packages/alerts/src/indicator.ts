/** Where the values come from that a rule compares. Browser-safe. */
import type { AlertIndicator } from './rule.ts'

export type IndicatorOnSamples = Extract<
  AlertIndicator,
  { kind: 'counter' | 'expression' | 'certificateDays' }
>

/** False for those that follow from time. */
export const isOnSamples = (indicator: AlertIndicator): indicator is IndicatorOnSamples =>
  indicator.kind !== 'noData' && indicator.kind !== 'availability'

/** The section whose samples are compared; null for indicators that follow from time. */
export function sectionOf(indicator: AlertIndicator): string | null {
  if (indicator.kind === 'certificateDays') return 'reach'
  return isOnSamples(indicator) ? indicator.section : null
}
