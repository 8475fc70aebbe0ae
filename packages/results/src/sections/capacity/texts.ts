/** Words of the section "capacity". */
import type { Catalogue } from '@pone/schema/coded-text.ts'

export const texts = {
  capacity: { zh: '容量搜索', en: 'Capacity search' },
  users: { zh: '{load} 个用户', en: '{load} users' },
  arrivals: { zh: '{load} 次到达/s', en: '{load} arrivals/s' },
  'kind.found': {
    zh: '容量为 {load}：再次测量时仍满足规则，{broken}不满足',
    en: 'The capacity is {load}: the rules held again when measured a second time; {broken} break them',
  },
  'kind.unconfirmed': {
    zh: '{load}满足规则；搜索在再次测量确认之前结束',
    en: '{load} hold the rules; the search ended before this was confirmed by a second measurement',
  },
  'kind.atLeast': {
    zh: '容量不低于 {load}：允许的最高负载仍满足规则，未达到极限',
    en: 'The capacity is at least {load}: the highest load allowed holds the rules, the limit was not reached',
  },
  'kind.none': {
    zh: '没有满足规则的负载：最低的级别 {broken}也不满足',
    en: 'No load within the rules: even the lowest level, {broken}, breaks them',
  },
  'kind.notEnoughData': {
    zh: '数据不足：没有任何级别得到判定，请延长每级的测量时间或搜索的最长时间',
    en: 'Not enough data: no level was evaluated. Measure each level for longer, or allow the search more time',
  },
  'kind.generatorLimit': {
    zh: '结果无效：被测系统之前，压力机先达到极限，请增加压力机后重新搜索',
    en: 'Invalid: the load machines reached their limit before the target did. Add load machines and search again',
  },
  heldBefore: { zh: '此前满足规则的最高负载：{load}', en: 'Highest load that held before: {load}' },
  rules: { zh: '规则', en: 'Rules' },
  interval: { zh: '极限所在区间（90%）', en: 'Interval of the limit (90%)' },
  between: { zh: '{low} – {high}', en: '{low} – {high}' },
  atLeast: { zh: '不低于 {low}', en: 'at least {low}' },
  below: { zh: '低于 {high}', en: 'below {high}' },
  rate: { zh: '此负载下的每秒请求数', en: 'Requests/s at this load' },
  method: { zh: '方法', en: 'Method' },
  methodText: {
    zh: '从 {start} 起逐级提高负载，超限后退回并在满足与不满足的级别之间折半，最后再次测量确认；每级稳定 {settle} 秒后至少测量 {measure} 秒，共用 {elapsed}',
    en: 'The load was raised step by step from {start}; after a level that breaks the rules the gap to the highest one that holds was halved, and the best level was measured again. Each level was measured for at least {measure} s after {settle} s to settle; {elapsed} in all',
  },
  level: { zh: '级别', en: 'Level' },
  load: { zh: '负载', en: 'Load' },
  verdict: { zh: '判定', en: 'Evaluation' },
  holds: { zh: '满足', en: 'Holds' },
  breaks: { zh: '不满足', en: 'Breaks' },
  holdsUnclear: { zh: '满足（按平均值）', en: 'Holds (by the mean)' },
  breaksUnclear: { zh: '不满足（按平均值）', en: 'Breaks (by the mean)' },
  measured: { zh: '测量时间', en: 'Measured' },
  requests: { zh: '请求数', en: 'Requests' },
  perSecond: { zh: '每秒请求数', en: 'Requests/s' },
  beyond: { zh: '{rule} 的超出比例（上限 {limit}）', en: 'Share beyond {rule} (limit {limit})' },
  value: { zh: '{rule} 的实际值', en: 'Value of {rule}' },
  range: { zh: '{value}（{low} – {high}）', en: '{value} ({low} – {high})' },
} as const satisfies Catalogue
