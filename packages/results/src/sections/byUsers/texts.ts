/** Words of the section "byUsers" in exported reports. */
import type { Catalogue } from '@pone/schema/coded-text.ts'

export const texts = {
  byUsers: { zh: '响应时间与吞吐量随用户数的变化', en: 'Response time and throughput by users' },
  byUsersNote: {
    zh: '每点为 {seconds} 秒：横轴为其间的最大活动用户数，纵轴为其间结束的请求；不含不可信的时段和末尾不足半秒的时段',
    en: 'Each point covers {seconds} s: x is the max number of active users, y the requests that ended in it. Excluded: unreliable periods, and a last period shorter than half a second',
  },
  'chart.time': { zh: '响应时间', en: 'Response time' },
  'chart.rate': { zh: '吞吐量', en: 'Throughput' },
  avg: { zh: '平均', en: 'Average' },
  requests: { zh: '请求', en: 'Requests' },
  transactions: { zh: '事务', en: 'Transactions' },
  'unit.ms': { zh: '毫秒 / 用户数', en: 'ms / users' },
  'unit.perSecond': { zh: '个/秒 / 用户数', en: 'per second / users' },
} as const satisfies Catalogue
