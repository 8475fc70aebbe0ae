/** Actions in operation records that nobody carried out: what the product deletes by itself, as its projects have set it. */
import type { Bilingual, Language } from '@pone/schema/bilingual.ts'

export const automaticActions = {
  'profile.expire': {
    zh: '火焰图超过保留时间，自动删除',
    en: 'Delete flame diagrams that are older than the retention',
  },
  'threadDump.expire': {
    zh: '线程转储超过保留时间，自动删除',
    en: 'Delete thread dumps that are older than the retention',
  },
} as const satisfies Readonly<Record<string, Bilingual>>

export type AutomaticAction = keyof typeof automaticActions

/** In place of an account. */
const nobody: Bilingual = { zh: '自动', en: 'Automatic' }

/** Who carried it out; '' if the account is not known. */
export const actorText = (
  { action, account }: { readonly action: string; readonly account: string },
  language: Language,
): string => (Object.hasOwn(automaticActions, action) ? nobody[language] : account)
