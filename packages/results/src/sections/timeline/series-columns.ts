/** Columns of the CSV of all time series: name with unit, and the value at each point of the report. */
import type { ReportFrame } from '@pone/contract/entities/report.ts'
import type { RunSecond } from '@pone/contract/entities/run.ts'
import { metricCurves } from '@pone/metrics/metric-curves.ts'
import { pointRate } from '@pone/metrics/statistics.ts'
import { engines } from '@pone/plan/engines/registry.ts'
import { metricText } from '@pone/protocols/definitions.ts'
import type { Bilingual } from '@pone/schema/bilingual.ts'
import type { figuresData } from '../figures/data.ts'
import type { machinesData } from '../machines/data.ts'
import type { metricsData } from '../metrics/data.ts'
import { texts as metricTexts } from '../metrics/texts.ts'
import type { SectionData } from '../section.ts'
import type { timelineData } from './data.ts'

export type SeriesContent = ReportFrame &
  SectionData<typeof timelineData> &
  SectionData<typeof figuresData> &
  SectionData<typeof machinesData> &
  SectionData<typeof metricsData>

export interface SeriesColumn extends Bilingual {
  /** One per point of the report; null where there is no value. */
  readonly values: readonly (number | null)[]
}

/** Rates and times as the charts of the report draw them; counts beside them, so that sums can be checked. */
export function seriesColumns(content: SeriesContent): SeriesColumn[] {
  return [...runColumns(content), ...metricColumns(content), ...machineColumns(content)]
}

function runColumns({ run, seconds, secondsPerPoint, usersBasis }: SeriesContent): SeriesColumn[] {
  const column = (zh: string, en: string, value: (point: RunSecond) => number | null): SeriesColumn => ({
    zh,
    en,
    values: seconds.map(value),
  })
  const rate = (zh: string, en: string, value: (point: RunSecond) => number) =>
    column(zh, en, point => pointRate(value(point), point.lengthMs, secondsPerPoint * 1_000))
  const isArrivals = run.scenario.drive === 'arrivals'
  const isExact = usersBasis === 'maximum'
  return [
    isArrivals
      ? column('目标到达率(次/秒)', 'Target arrivals (1/s)', point => point.targetUsers)
      : column('目标用户(个)', 'Target users', point => point.targetUsers),
    isExact
      ? column('活动用户，最大(个)', 'Active users, most at a time', point => point.users)
      : column('活动用户，采样(个)', 'Active users, sampled', point => point.users),
    column('请求(个)', 'Requests', point => point.requests),
    rate('请求(个/秒)', 'Requests (1/s)', point => point.requests),
    column('失败请求(个)', 'Failed requests', point => point.failed),
    rate('失败请求(个/秒)', 'Failed requests (1/s)', point => point.failed),
    column('事务(个)', 'Transactions', point => point.transactions),
    rate('事务(个/秒)', 'Transactions (1/s)', point => point.transactions),
    column('平均响应时间(ms)', 'Avg response time (ms)', point => point.avgMs),
    column('P50(ms)', 'P50 (ms)', point => point.p50Ms),
    column('P90(ms)', 'P90 (ms)', point => point.p90Ms),
    column('P95(ms)', 'P95 (ms)', point => point.p95Ms),
    column('P99(ms)', 'P99 (ms)', point => point.p99Ms),
    column('最大响应时间(ms)', 'Max response time (ms)', point => point.maxMs),
    rate('发送(B/s)', 'Sent (B/s)', point => point.sentBytes),
    rate('接收(B/s)', 'Received (B/s)', point => point.receivedBytes),
    ...(engines[run.scenario.engine].countsConnections
      ? [column('打开的连接(个)', 'Open connections', point => point.connections)]
      : []),
    ...(isArrivals
      ? [
          column('迟到的到达(次)', 'Late arrivals', point => point.lateStarts),
          column('丢弃的到达(次)', 'Dropped arrivals', point => point.droppedStarts),
        ]
      : []),
    column('不可信(1=是)', 'Not to be trusted (1 = yes)', point => (point.isSuspect ? 1 : 0)),
  ]
}

function metricColumns({ metrics, seconds, secondsPerPoint }: SeriesContent): SeriesColumn[] {
  return metrics.rows
    .filter(({ label, key }) => label === null && seconds.some(point => point.metrics?.[key] !== undefined))
    .flatMap(({ key, figures: { kind } }) => {
      const { title, unit } = metricText(key)
      return metricCurves({ key, kind, unit }, seconds, secondsPerPoint * 1_000).map(({ name, values }) => {
        const shown = unitOf(
          name === 'percent' ? '%' : unit === 'µs' ? 'ms' : unit === 'bytes' ? 'B' : '',
          name,
        )
        const { zh, en } =
          name === 'perSecond' || name === 'percent' || name === 'last' || name === 'min' || name === 'max'
            ? metricTexts[`curve.${name}`]
            : { zh: name.toUpperCase(), en: name.toUpperCase() }
        return {
          zh: `${title.zh}：${zh}${shown}`,
          en: `${title.en}: ${en}${shown === '' ? '' : ` ${shown}`}`,
          values,
        }
      })
    })
}

const unitOf = (unit: string, curve: string): string => {
  const whole = curve === 'perSecond' ? `${unit === '' ? '1' : unit}/s` : unit
  return whole === '' ? '' : `(${whole})`
}

/** A machine keeps fewer points in a long run: its value stands in the row that contains the point's first second. */
function machineColumns({ machines, seconds, secondsPerPoint }: SeriesContent): SeriesColumn[] {
  const first = seconds[0]?.second ?? 0
  const rowOf = (second: number) => Math.floor((second - first) / secondsPerPoint)
  return machines.flatMap(({ name, points }) => {
    const byRow = new Map<number, (typeof points)[number]>()
    for (const point of points) if (!byRow.has(rowOf(point.second))) byRow.set(rowOf(point.second), point)
    const column = (zh: string, en: string, value: (point: (typeof points)[number]) => number | null) => ({
      zh: `${name}：${zh}`,
      en: `${name}: ${en}`,
      values: seconds.map(({ second }) => {
        const point = byRow.get(rowOf(second))
        return point === undefined ? null : value(point)
      }),
    })
    const percent = (share01: number | null) => (share01 === null ? null : share01 * 100)
    return [
      column('压测进程 CPU(%)', 'engine CPU (%)', point => percent(point.cpu01)),
      column('整机 CPU(%)', 'host CPU (%)', point => percent(point.hostCpu01)),
      column('事件循环延迟(ms)', 'event-loop delay (ms)', point => point.eventLoopDelayMs),
    ]
  })
}
