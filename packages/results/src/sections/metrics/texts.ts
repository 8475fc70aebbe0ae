/** Words of the section "metrics" in exported reports. */
import { commonTexts, type Texts, text } from '../../export/texts.ts'

export const texts = {
  ...commonTexts,
  metrics: text('协议指标', 'Protocol metrics'),
  metric: text('指标', 'Metric'),
  name: text('请求', 'Request'),
  allLabels: text('全部', 'All'),
  'column.sum': text('合计', 'Total'),
  'column.perSecond': text('每秒', 'Per s'),
  'column.percent': text('占比', 'Share'),
  'column.hits': text('命中次数', 'Hits'),
  'column.count': text('取值次数', 'Values'),
  'column.countPerSecond': text('取值次数/秒', 'Values/s'),
  'column.min': text('最小', 'Min'),
  'column.avg': text('平均', 'Avg'),
  'column.p50': text('P50', 'P50'),
  'column.p90': text('P90', 'P90'),
  'column.p95': text('P95', 'P95'),
  'column.p99': text('P99', 'P99'),
  'column.max': text('最大', 'Max'),
  'column.last': text('最新', 'Last'),
  'unit.perSecond': text('个/秒', 'per second'),
  'unit.ms': text('毫秒', 'ms'),
  'curve.perSecond': text('每秒', 'per second'),
  'curve.percent': text('占比', 'share'),
  'curve.last': text('最新', 'last'),
  'curve.min': text('最小', 'min'),
  'curve.max': text('最大', 'max'),
  gaugeNote: text(
    '“最新”取所有压力机中时间最晚的一个值；最小和最大包含所有压力机的值',
    '“Last” is the value that was recorded last on any load machine; min and max are of all machines',
  ),
  lacksMetrics: text(
    '最多统计 {limit} 个指标，超出的指标没有统计',
    'At most {limit} metrics are counted; values of further ones were not',
  ),
  lacksLabels: text(
    '最多列出 {limit} 行，其余请求只计入“全部”',
    'At most {limit} rows are kept apart; what further requests counted is in “All” only',
  ),
} as const satisfies Texts
