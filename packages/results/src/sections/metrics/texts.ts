/** Words of the section "metrics" in exported reports. */
import type { Catalogue } from '@pone/schema/coded-text.ts'
import { commonTexts } from '../../export/texts.ts'

export const texts = {
  ...commonTexts,
  metrics: { zh: '协议指标', en: 'Protocol metrics' },
  metric: { zh: '指标', en: 'Metric' },
  name: { zh: '请求', en: 'Request' },
  allLabels: { zh: '全部', en: 'All' },
  'column.sum': { zh: '合计', en: 'Total' },
  'column.perSecond': { zh: '每秒', en: 'Per second' },
  'column.percent': { zh: '占比', en: 'Share' },
  'column.hits': { zh: '命中次数', en: 'Hits' },
  'column.count': { zh: '取值次数', en: 'Values' },
  'column.countPerSecond': { zh: '取值次数/秒', en: 'Values/s' },
  'column.min': { zh: '最小', en: 'Min' },
  'column.avg': { zh: '平均', en: 'Avg' },
  'column.p50': { zh: 'P50', en: 'P50' },
  'column.p90': { zh: 'P90', en: 'P90' },
  'column.p95': { zh: 'P95', en: 'P95' },
  'column.p99': { zh: 'P99', en: 'P99' },
  'column.max': { zh: '最大', en: 'Max' },
  'column.last': { zh: '最新', en: 'Last' },
  'unit.perSecond': { zh: '个/秒', en: 'per second' },
  'unit.ms': { zh: '毫秒', en: 'ms' },
  'curve.perSecond': { zh: '每秒', en: 'per second' },
  'curve.percent': { zh: '占比', en: 'share' },
  'curve.last': { zh: '最新', en: 'last' },
  'curve.min': { zh: '最小', en: 'min' },
  'curve.max': { zh: '最大', en: 'max' },
  gaugeNote: {
    zh: '“最新”取所有压力机中时间最晚的一个值；最小和最大包含所有压力机的值',
    en: '“Last” is the most recent value of all load machines; min and max cover all load machines',
  },
  lacksMetrics: {
    zh: '最多统计 {limit} 个指标，超出的指标没有统计',
    en: 'At most {limit} metrics are recorded; values of further metrics are not recorded',
  },
  lacksLabels: {
    zh: '最多列出 {limit} 行，其余请求只计入“全部”',
    en: 'At most {limit} rows are listed; further requests are included in “All” only',
  },
} as const satisfies Catalogue
