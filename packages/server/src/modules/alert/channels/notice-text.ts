/** Texts of notices in both languages, plain; names that users or targets chose cannot break lines or hide text. */
import type { AlertIndicator, AlertReading } from '@pone/alerts/rule.ts'
import type { CloseReason, NoticeKind } from '@pone/alerts/state.ts'
import type { AlertNotice } from '../alert-notice.ts'

type Language = 'zh' | 'en'

const kinds: Record<NoticeKind, Record<Language, string>> = {
  triggered: { zh: '告警触发', en: 'Alert triggered' },
  flapping: { zh: '告警反复触发', en: 'Alert is flapping' },
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
const words = {
  indicator: { zh: '指标', en: 'Indicator' },
  value: { zh: '当前值', en: 'Value' },
  limits: { zh: '阈值', en: 'Thresholds' },
  time: { zh: '时间', en: 'Time' },
  since: { zh: '开始时间', en: 'Since' },
  reason: { zh: '原因', en: 'Reason' },
  incident: { zh: '事件编号', en: 'Incident' },
  noData: { zh: '无数据时长（秒）', en: 'Seconds without data' },
  availability: { zh: '可用性', en: 'Availability' },
  certificateDays: { zh: '证书剩余天数', en: 'Days until the certificate ends' },
} satisfies Record<string, Record<Language, string>>

const maxShownDigest = 20
const maxNameLength = 200

/** Without line breaks, control characters and marks that change the direction of writing. */
export const plainName = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, maxNameLength)

export function noticeText(
  notices: readonly AlertNotice[],
  language: Language,
): { title: string; text: string } {
  const [only] = notices
  if (only !== undefined && notices.length === 1) {
    const title = titleOf(only, language)
    return { title, text: [title, ...linesOf(only, language)].join('\n') }
  }
  const title = language === 'zh' ? `${notices.length} 条告警通知` : `${notices.length} notices of alerts`
  const lines = notices.slice(0, maxShownDigest).map(notice => `- ${titleOf(notice, language)}`)
  const others = notices.length - lines.length
  const more = language === 'zh' ? `- 另有 ${others} 条` : `- ${others} more`
  return { title, text: [title, ...lines, ...(others > 0 ? [more] : [])].join('\n') }
}

function titleOf({ kind, level, rule, monitor, labels, value }: AlertNotice, language: Language): string {
  const series = Object.entries(labels).map(([name, text]) => `${plainName(name)}=${plainName(text)}`)
  const place = [plainName(monitor), ...series].join(' ')
  const shown = value === null ? '' : ` = ${value}`
  return `[${kinds[kind][language]}] [${levels[level][language]}] ${plainName(rule)}: ${place}${shown}`
}

function linesOf(notice: AlertNotice, language: Language): string[] {
  const line = (word: keyof typeof words, text: string | null): string[] =>
    text === null || text === '' ? [] : [`${words[word][language]}: ${text}`]
  const limits = [notice.max === null ? '' : `> ${notice.max}`, notice.min === null ? '' : `< ${notice.min}`]
  return [
    ...line('indicator', indicatorText(notice.indicator, language)),
    ...line('limits', limits.filter(Boolean).join(', ')),
    ...line('value', notice.value === null ? null : String(notice.value)),
    ...line('time', instant(notice.at ?? notice.madeAt)),
    ...line('since', notice.kind === 'triggered' ? null : instant(notice.openedAt)),
    ...line('reason', notice.reason === null ? null : reasons[notice.reason][language]),
    ...line('incident', notice.incidentId),
  ]
}

const instant = (at: number): string =>
  new Date(at)
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC')

function indicatorText(indicator: AlertIndicator, language: Language): string {
  const reading = ({ counter, fn }: AlertReading): string =>
    fn === 'rate' ? `rate(${plainName(counter)})` : plainName(counter)
  if (indicator.kind === 'counter') return `${plainName(indicator.section)}.${reading(indicator.reading)}`
  if (indicator.kind !== 'expression') return words[indicator.kind][language]
  const { section, left, operator, right, factor } = indicator
  const scaled = factor === 1 ? '' : ` * ${factor}`
  return `${plainName(section)}: ${reading(left)} ${operator} ${reading(right)}${scaled}`
}
