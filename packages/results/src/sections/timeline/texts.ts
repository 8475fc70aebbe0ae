/** Words of the section "timeline" in exported reports. */
import type { Catalogue } from '@pone/schema/coded-text.ts'
import { commonTexts } from '../../export/texts.ts'

export const texts = {
  ...commonTexts,
  charts: { zh: '时间曲线', en: 'Over time' },
  perPoint: { zh: '每点合并 {seconds} 秒', en: 'Each point merges {seconds} s' },
  'chart.users': { zh: '用户', en: 'Users' },
  'chart.rate': { zh: '吞吐量', en: 'Throughput' },
  'chart.time': { zh: '响应时间', en: 'Response time' },
  'chart.errors': { zh: '错误', en: 'Errors' },
  'chart.traffic': { zh: '流量', en: 'Traffic' },
  'chart.connections': { zh: '连接', en: 'Connections' },
  'unit.perSecond': { zh: '个/秒', en: 'per second' },
  'unit.ms': { zh: '毫秒', en: 'ms' },
  'unit.users': { zh: '个', en: 'users' },
  'unit.bytes': { zh: '字节/秒', en: 'bytes/s' },
  'unit.connections': { zh: '个', en: 'open' },
  'series.users': { zh: '活动用户（最大）', en: 'Active users (max)' },
  'series.usersSampled': { zh: '活动用户（采样）', en: 'Active users (sampled)' },
  'series.target': { zh: '目标用户', en: 'Target users' },
  'series.targetRate': { zh: '目标到达率', en: 'Target arrivals' },
  'series.requests': { zh: '请求', en: 'Requests' },
  'series.transactions': { zh: '事务', en: 'Transactions' },
  'series.avg': { zh: '平均', en: 'Average' },
  'series.failed': { zh: '失败请求', en: 'Failed requests' },
  'series.sent': { zh: '发送', en: 'Sent' },
  'series.received': { zh: '接收', en: 'Received' },
  'series.connections': { zh: '打开的连接', en: 'Open connections' },
  suspect: { zh: '阴影：不可信的时段', en: 'Shaded: unreliable periods' },
} as const satisfies Catalogue
