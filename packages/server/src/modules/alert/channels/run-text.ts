/** Texts of notices of load tests in both languages, plain. */
import type { RunPlaceholder } from '@pone/alerts/placeholders.ts'
import { causeText } from '@pone/contract/told-cause.ts'
import type { Language } from '@pone/schema/bilingual.ts'
import type { RunNotice } from '../alert-notice.ts'
import { instant, plainName } from './notice-text.ts'

const kinds = {
  slaBreached: { zh: 'SLA 未满足', en: 'SLA rule violated' },
  runFailed: { zh: '执行失败', en: 'Load test failed' },
}
const words = {
  time: { zh: '时间', en: 'Time' },
  reason: { zh: '原因', en: 'Reason' },
  key: { zh: '通知编号', en: 'Notice' },
}
const maxDetail = 1_000

const reasonOf = ({ detail }: RunNotice, language: Language): string =>
  plainName(causeText(detail, language).slice(0, maxDetail), maxDetail)

/** What the placeholders of a template stand for. */
export const runValuesOf = (
  notice: RunNotice,
  language: Language,
  link: string,
): Record<RunPlaceholder, string> => ({
  event: kinds[notice.kind][language],
  scenario: plainName(notice.scenario),
  number: String(notice.number),
  reason: reasonOf(notice, language),
  time: instant(notice.madeAt),
  link,
  key: notice.key,
})

export function runText(notice: RunNotice, language: Language): { title: string; text: string } {
  const { kind, scenario, number, madeAt, key } = notice
  const title = `[${kinds[kind][language]}] ${plainName(scenario)} #${number}`
  const reason = reasonOf(notice, language)
  const lines = [
    ...(reason === '' ? [] : [`${words.reason[language]}: ${reason}`]),
    `${words.time[language]}: ${instant(madeAt)}`,
    `${words.key[language]}: ${key}`,
  ]
  return { title, text: [title, ...lines].join('\n') }
}
