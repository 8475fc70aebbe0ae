/** Words for incidents beside charts, zh and en. */
const text = (zh: string, en: string) => ({ zh, en })

export const alertMarkMessages = {
  'alertMark.band': text('告警：{{rule}}', 'Alert: {{rule}}'),
  'alertMark.list': text('此时段的告警事件', 'Incidents in this time'),
  'alertMark.since': text('{{from}} 起，未关闭', 'since {{from}}, open'),
  'alertMark.span': text('{{from}} 至 {{to}}', '{{from}} to {{to}}'),
  'alertMark.more': text('另有 {{count}} 个', '{{count}} more'),
  'alertMark.count': text('{{count}} 个未关闭的告警事件', '{{count}} open incidents'),
  'alertMark.count_one': text('{{count}} 个未关闭的告警事件', '{{count}} open incident'),
}
