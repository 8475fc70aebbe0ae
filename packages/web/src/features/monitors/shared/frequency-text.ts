/** How often a monitor is collected now, in words: each second while a load test lasts, else by its own frequency. */
import type { Monitor } from '@pone/contract/entities/monitor.ts'
import { formatDuration } from '@pone/metrics/figures.ts'
import type { Translate } from '../../../lib/i18n.ts'

/** `reason` is undefined at its own frequency. */
export function frequencyTexts(
  { frequencyMs, fastRun }: Pick<Monitor, 'frequencyMs' | 'fastRun'>,
  t: Translate,
): { readonly value: string; readonly reason: string | undefined } {
  const own = formatDuration(frequencyMs)
  if (fastRun === null) return { value: own, reason: undefined }
  const { number } = fastRun
  return {
    value: t('monitor.eachSecond'),
    reason:
      number === null
        ? t('monitor.whileSomeRun', { own })
        : t('monitor.whileRun', { own, number: String(number) }),
  }
}

export function frequencyText(monitor: Pick<Monitor, 'frequencyMs' | 'fastRun'>, t: Translate): string {
  const { value, reason } = frequencyTexts(monitor, t)
  return reason === undefined ? value : `${value} (${reason})`
}
