/** Names of the figures of a run: the same in the tables of a report, in exported files and in comparisons. Where a place shows the unit in a heading, it follows in brackets. */
import type { Bilingual } from '@pone/schema/bilingual.ts'
import type { Statistics } from './run.ts'

export const figureNames = {
  count: { zh: '次数', en: 'Count' },
  passed: { zh: '成功', en: 'Passed' },
  failed: { zh: '失败', en: 'Failed' },
  successPercent: { zh: '成功率', en: 'Success' },
  errorPercent: { zh: '错误率', en: 'Error rate' },
  minMs: { zh: '最小', en: 'Min' },
  avgMs: { zh: '平均', en: 'Avg' },
  maxMs: { zh: '最大', en: 'Max' },
  p50Ms: { zh: 'P50', en: 'P50' },
  p90Ms: { zh: 'P90', en: 'P90' },
  p95Ms: { zh: 'P95', en: 'P95' },
  p99Ms: { zh: 'P99', en: 'P99' },
  p999Ms: { zh: 'P99.9', en: 'P99.9' },
  standardDeviationMs: { zh: '标准差', en: 'Std dev' },
  perSecond: { zh: '每秒', en: 'Per second' },
  sentBytesPerSecond: { zh: '发送', en: 'Sent' },
  receivedBytesPerSecond: { zh: '接收', en: 'Received' },
} as const satisfies Readonly<Record<keyof Statistics, Bilingual>>

/** Units of the figures in files for spreadsheets; counts have none. */
const units: Readonly<Partial<Record<keyof Statistics, string>>> = {
  successPercent: '%',
  errorPercent: '%',
  minMs: 'ms',
  avgMs: 'ms',
  maxMs: 'ms',
  p50Ms: 'ms',
  p90Ms: 'ms',
  p95Ms: 'ms',
  p99Ms: 'ms',
  p999Ms: 'ms',
  standardDeviationMs: 'ms',
  sentBytesPerSecond: 'B/s',
  receivedBytesPerSecond: 'B/s',
}

/** The name with its unit, e.g. `Avg (ms)`, as a heading of a file. */
export function figureHeading(figure: keyof Statistics): Bilingual {
  const { zh, en } = figureNames[figure]
  const unit = units[figure]
  return unit === undefined ? { zh, en } : { zh: `${zh}(${unit})`, en: `${en} (${unit})` }
}
