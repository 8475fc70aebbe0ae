/** The usual texts of notices in both languages, plain; names that users or targets chose cannot break lines or hide text. */
import type { Placeholder } from '@pone/alerts/placeholders.ts'
import type { AlertIndicator, AlertReading } from '@pone/alerts/rule.ts'
import { type CloseReason, type MuteCause, muteCauses, type NoticeKind } from '@pone/alerts/state.ts'
import type { AlertNotice, HeldBackNotices } from '../alert-notice.ts'

type Language = 'zh' | 'en'

const kinds: Record<NoticeKind, Record<Language, string>> = {
  triggered: { zh: '告警触发', en: 'Alert triggered' },
  flapping: { zh: '告警频繁变化', en: 'Alert is flapping' },
  recovered: { zh: '告警恢复', en: 'Alert recovered' },
  closed: { zh: '告警关闭', en: 'Alert closed' },
}
const levels: Record<AlertNotice['level'], Record<Language, string>> = {
  notice: { zh: '提示', en: 'notice' },
  warning: { zh: '警告', en: 'warning' },
  critical: { zh: '严重', en: 'critical' },
}
const reasons: Record<CloseReason, Record<Language, string>> = {
  switchedOff: { zh: '规则已停用或删除', en: 'The rule was switched off or deleted' },
  monitorStopped: { zh: '监控已停止', en: 'The monitor was stopped' },
  monitorDeleted: { zh: '监控已删除', en: 'The monitor was deleted' },
  gone: { zh: '监控对象已不存在', en: 'What was monitored no longer exists' },
  edited: { zh: '规则已修改', en: 'The rule was edited' },
}
const mutes: Record<MuteCause, Record<Language, string>> = {
  maintenance: { zh: '维护时段', en: 'maintenance' },
  outsideHours: { zh: '工作时间以外', en: 'outside working hours' },
  dependency: { zh: '依赖的监控无响应', en: 'a monitor they depend on does not answer' },
  flapping: { zh: '频繁变化', en: 'flapping' },
}
const words = {
  indicator: { zh: '指标', en: 'Indicator' },
  value: { zh: '当前值', en: 'Value' },
  limits: { zh: '阈值', en: 'Thresholds' },
  time: { zh: '时间', en: 'Time' },
  since: { zh: '开始时间', en: 'Since' },
  reason: { zh: '原因', en: 'Reason' },
  silenced: { zh: '依赖它的监控暂不通知', en: 'Held back for monitors that depend on it' },
  incident: { zh: '事件编号', en: 'Incident' },
  key: { zh: '通知编号', en: 'Notice' },
  noData: { zh: '无数据时长（秒）', en: 'Seconds without data' },
  availability: { zh: '可用性', en: 'Availability' },
  certificateDays: { zh: '证书剩余天数', en: 'Days until the certificate ends' },
} satisfies Record<string, Record<Language, string>>

const maxShownDigest = 20
const maxNameLength = 200

/** Without line breaks, control characters and marks that change the direction of writing. */
export const plainName = (text: string, maxLength = maxNameLength): string =>
  text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, maxLength)

/** Of one notice. */
export function singleText(notice: AlertNotice, language: Language): { title: string; text: string } {
  const title = titleOf(notice, language)
  return { title, text: [title, ...linesOf(notice, language)].join('\n') }
}

/** Of several notices, each on a line, with the number of those that were held back. */
export function digestText(
  titles: readonly string[],
  language: Language,
  heldBack: HeldBackNotices | null,
): { title: string; text: string } {
  const title = language === 'zh' ? `${titles.length} 条告警通知` : `${titles.length} notices of alerts`
  const lines = titles.slice(0, maxShownDigest).map(each => `- ${each}`)
  const others = titles.length - lines.length
  const more = language === 'zh' ? `- 另有 ${others} 条` : `- ${others} more`
  const held = heldBack === null ? '' : heldBackText(heldBack, language)
  const all = [title, ...lines, ...(others > 0 ? [more] : []), ...(held === '' ? [] : [held])]
  return { title, text: all.join('\n') }
}

/** '' for none. */
function heldBackText({ since, counts }: HeldBackNotices, language: Language): string {
  const parts = muteCauses.flatMap(cause => {
    const count = counts[cause] ?? 0
    return count === 0 ? [] : [`${mutes[cause][language]} ${count}`]
  })
  if (parts.length === 0) return ''
  const total = muteCauses.reduce((sum, cause) => sum + (counts[cause] ?? 0), 0)
  return language === 'zh'
    ? `自 ${instant(since)} 起另有 ${total} 条通知被推迟：${parts.join('、')}`
    : `Held back since ${instant(since)}: ${total} (${parts.join(', ')})`
}

const seriesText = (labels: AlertNotice['labels']): string =>
  Object.entries(labels)
    .map(([name, text]) => `${plainName(name)}=${plainName(text)}`)
    .join(' ')

/** What the placeholders of a template stand for. */
export const valuesOf = (
  notice: AlertNotice,
  language: Language,
  link: string,
): Record<Placeholder, string> => ({
  event: kinds[notice.kind][language],
  level: levels[notice.level][language],
  rule: plainName(notice.rule),
  monitor: plainName(notice.monitor),
  labels: seriesText(notice.labels),
  indicator: indicatorText(notice, language),
  thresholds: thresholdsText(notice, language),
  value: valueText(notice, notice.value, language),
  time: instant(notice.at ?? notice.madeAt),
  since: instant(notice.openedAt),
  reason: notice.reason === null ? '' : reasons[notice.reason][language],
  incident: notice.incidentId,
  link,
  key: notice.key,
})

function titleOf(notice: AlertNotice, language: Language): string {
  const { kind, level, rule, monitor, labels, value } = notice
  const place = [plainName(monitor), seriesText(labels)].join(' ').trim()
  const shown = value === null ? '' : ` = ${valueText(notice, value, language)}`
  return `[${kinds[kind][language]}] [${levels[level][language]}] ${plainName(rule)}: ${place}${shown}`
}

function linesOf(notice: AlertNotice, language: Language): string[] {
  const line = (word: keyof typeof words, text: string | null): string[] =>
    text === null || text === '' ? [] : [`${words[word][language]}: ${text}`]
  return [
    ...line('indicator', indicatorText(notice, language)),
    ...line('limits', thresholdsText(notice, language)),
    ...line('value', valueText(notice, notice.value, language)),
    ...line('time', instant(notice.at ?? notice.madeAt)),
    ...line('since', notice.kind === 'triggered' ? null : instant(notice.openedAt)),
    ...line('silenced', silencedText(notice.silenced ?? [], language)),
    ...line('reason', notice.reason === null ? null : reasons[notice.reason][language]),
    ...line('incident', notice.incidentId),
    ...line('key', notice.key),
  ]
}

const maxSilenced = 5

function silencedText(names: readonly string[], language: Language): string {
  const shown = names.slice(0, maxSilenced).map(name => plainName(name))
  const others = names.length - shown.length
  const more = language === 'zh' ? `另有 ${others} 个` : `${others} more`
  return [...shown, ...(others > 0 ? [more] : [])].join(language === 'zh' ? '、' : ', ')
}

type Measured = Pick<AlertNotice, 'indicatorNames'>

/** A state by its name; of numbers six digits are enough to compare them with a threshold; '' for none. */
function valueText({ indicatorNames: named }: Measured, value: number | null, language: Language): string {
  if (value === null) return ''
  const state = named?.states?.find(each => each.value === value)
  if (state !== undefined) return plainName(state.names[language])
  const unit = named?.unit ?? ''
  return `${Number(value.toPrecision(6))}${unit === '' || unit.startsWith('/') ? unit : ` ${unit}`}`
}

const thresholdsText = (notice: Measured & Pick<AlertNotice, 'max' | 'min'>, language: Language): string =>
  [
    notice.max === null ? '' : `> ${valueText(notice, notice.max, language)}`,
    notice.min === null ? '' : `< ${valueText(notice, notice.min, language)}`,
  ]
    .filter(Boolean)
    .join(', ')

export const instant = (at: number): string =>
  new Date(at)
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC')

function indicatorText(
  { indicator, indicatorNames: named }: Measured & { readonly indicator: AlertIndicator },
  language: Language,
): string {
  if (named !== undefined) return plainName(named.names[language])
  const reading = ({ counter, fn }: AlertReading): string =>
    fn === 'rate' ? `rate(${plainName(counter)})` : plainName(counter)
  if (indicator.kind === 'counter') return `${plainName(indicator.section)}.${reading(indicator.reading)}`
  if (indicator.kind !== 'expression') return words[indicator.kind][language]
  const { section, left, operator, right, factor } = indicator
  const scaled = factor === 1 ? '' : ` * ${factor}`
  return `${plainName(section)}: ${reading(left)} ${operator} ${reading(right)}${scaled}`
}
