/** Words for incidents beside charts and on home pages, zh and en. */
const text = (zh: string, en: string) => ({ zh, en })

export const alertMarkMessages = {
  'alertMark.band': text('告警：{{rule}}', 'Alert: {{rule}}'),
  'alertMark.list': text('此时段的告警事件', 'Incidents in this time'),
  'alertMark.since': text('{{from}} 起，未关闭', 'since {{from}}, open'),
  'alertMark.span': text('{{from}} 至 {{to}}', '{{from}} to {{to}}'),
  'alertMark.more': text('另有 {{count}} 个', '{{count}} more'),
  'alertMark.count': text('{{count}} 个未关闭的告警事件', '{{count}} open incidents'),
  'alertMark.count_one': text('{{count}} 个未关闭的告警事件', '{{count}} open incident'),
  'alertStat.open': text('未关闭的告警', 'Open incidents'),
  'alertStat.levels': text(
    '严重 {{critical}}，警告 {{warning}}，提示 {{notice}}',
    '{{critical}} critical, {{warning}} warning, {{notice}} notice',
  ),
  'alertStat.lastDay': text('近 24 小时触发 {{number}}', '{{number}} in the last 24 h'),
  'alertStat.definition': text(
    '未关闭的告警事件，以及最近 24 小时触发的告警事件数',
    'Incidents that are open, and those that were opened in the last 24 hours',
  ),
}
