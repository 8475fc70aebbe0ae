/** Instants in exported reports. */

import { noValue } from '@pone/metrics/figures.ts'
import type { Language } from '@pone/schema/bilingual.ts'

const two = (value: number): string => String(value).padStart(2, '0')

/** An instant in the server's zone with its distance from UTC: a file has no zone of its own. */
export function formatInstant(at: number | null, language: Language): string {
  if (at === null) return noValue
  const date = new Date(at)
  const minutes = -date.getTimezoneOffset()
  const zone = `UTC${minutes < 0 ? '−' : '+'}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`
  const text = new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : 'en-GB', {
    dateStyle: 'medium',
    timeStyle: 'medium',
  }).format(date)
  return `${text} ${zone}`
}
