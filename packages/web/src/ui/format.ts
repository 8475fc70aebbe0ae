/** Instants as people read them; numbers and durations are in metrics/figures.ts. */
import { noValue } from '@pone/metrics/figures.ts'
import type { Language } from '../lib/i18n.ts'

const localeOf = (language: Language): string => (language === 'zh' ? 'zh-CN' : 'en-GB')

/** An instant in the person's zone, to the second. */
export function formatInstant(at: number | null, language: Language): string {
  if (at === null) return noValue
  return new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium', timeStyle: 'medium' }).format(at)
}

/** The zone that instants are shown in, for a hover text. */
export const timeZoneName = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
