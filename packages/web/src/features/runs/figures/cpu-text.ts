/** A share of CPU with the number of cores it refers to. */
import { formatPercent, noValue } from '@pone/metrics/figures.ts'
import type { Translate } from '../../../lib/i18n.ts'

export function cpuText(share01: number | null, cores: number | null, t: Translate): string {
  if (share01 === null) return noValue
  const percent = formatPercent(share01 * 100)
  return cores === null ? percent : t('run.machine.ofCores', { percent, count: cores })
}
