/** Words of the section "bottleneck". */
import type { Catalogue } from '@pone/schema/coded-text.ts'

export const texts = {
  bottleneck: { zh: '瓶颈判断', en: 'Bottleneck verdict' },
  kneeUsers: { zh: '拐点（用户）', en: 'Knee (users)' },
  kneeRate: { zh: '拐点（次到达/s）', en: 'Knee (arrivals/s)' },
  plateau: { zh: '拐点后的每秒请求数', en: 'Requests/s beyond the knee' },
  growth: { zh: '响应时间增至', en: 'Growth of response time' },
  times: { zh: '{times} 倍', en: '{times} times' },
  interval: { zh: '{value}（95% 区间 {low} – {high}）', en: '{value} (95% interval {low} – {high})' },
  resource: { zh: '资源', en: 'Resource' },
  verdict: { zh: '判断', en: 'Verdict' },
  ceiling: { zh: '可支持的每秒请求数', en: 'Requests/s it allows' },
  before: { zh: '低负载时', en: 'At low load' },
  after: { zh: '拐点之后', en: 'After the knee' },
  waiting: { zh: '等待占比', en: 'Share waiting' },
  'help.waiting': {
    zh: '超过拐点后新增的请求中有多少在等待它',
    en: 'Share of the requests added beyond the knee that wait for it',
  },
  readings: { zh: '采样数', en: 'Readings' },
  cause: { zh: '瓶颈', en: 'Bottleneck' },
  projected: { zh: '推算的上限', en: 'Projected ceiling' },
  ruledOut: { zh: '已排除：{reason}', en: 'Ruled out: {reason}' },
  because: { zh: '{reason}（{because}）', en: '{reason} ({because})' },
  correlations: { zh: '与负载相关的计数器', en: 'Counters that moved with the load' },
  correlationsNote: {
    zh: '秩相关系数 r，p 已按滞后和 {compared} 对曲线校正，大于 0.05 时可能是偶然；相关不等于因果',
    en: 'Spearman’s r; p is corrected for lags and {compared} pairs of series, above 0.05 it may be chance. Moving together does not mean causing',
  },
  'target.load': { zh: '负载', en: 'Load' },
  'target.tps': { zh: '每秒请求数', en: 'Requests/s' },
  'target.responseMs': { zh: '响应时间', en: 'Response time' },
  'target.errors01': { zh: '错误率', en: 'Error rate' },
  with: { zh: '相关对象', en: 'Moved with' },
  lag: { zh: '滞后', en: 'Lag' },
  pairs: { zh: '样本数（独立）', en: 'Sample size (independent)' },
} as const satisfies Catalogue
