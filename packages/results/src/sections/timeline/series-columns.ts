/** Columns of the CSV of all time series: name with unit, and the value at each point of the report. */
import { figureNames } from '@pone/contract/entities/figure-names.ts'
import type { ReportFrame } from '@pone/contract/entities/report.ts'
import type { RunSecond } from '@pone/contract/entities/run.ts'
import { metricCurves } from '@pone/metrics/metric-curves.ts'
import { pointRate } from '@pone/metrics/statistics.ts'
import { engines } from '@pone/plan/engines/registry.ts'
import { metricText } from '@pone/protocols/definitions.ts'
import type { Bilingual } from '@pone/schema/bilingual.ts'
import { seriesNames } from '../../monitoring/observation.ts'
import type { figuresData } from '../figures/data.ts'
import type { machinesData } from '../machines/data.ts'
import type { metricsData } from '../metrics/data.ts'
import { texts as metricTexts } from '../metrics/texts.ts'
import type { monitoringData } from '../monitoring/data.ts'
import type { SectionData } from '../section.ts'
import type { timelineData } from './data.ts'
import { texts } from './texts.ts'

export type SeriesContent = ReportFrame &
  SectionData<typeof timelineData> &
  SectionData<typeof figuresData> &
  SectionData<typeof machinesData> &
  SectionData<typeof metricsData> &
  SectionData<typeof monitoringData>

export interface SeriesColumn extends Bilingual {
  /** One per point of the report; null where there is no value. */
  readonly values: readonly (number | null)[]
}

/** Units of columns; counts have one in Chinese only. */
const pieces = { zh: '个' }
const perSecond = { zh: '个/秒', en: '1/s' }
const ms = { zh: 'ms', en: 'ms' }
const bytesPerSecond = { zh: 'B/s', en: 'B/s' }

/** Rates and times as the charts of the report draw them; counts beside them, so that sums can be checked. */
export function seriesColumns(content: SeriesContent): SeriesColumn[] {
  return [
    ...runColumns(content),
    ...metricColumns(content),
    ...machineColumns(content),
    ...monitoringColumns(content),
  ]
}

/** A value of a monitor stands in the row of the point that it was collected in. */
function monitoringColumns({ monitoring, seconds, secondsPerPoint }: SeriesContent): SeriesColumn[] {
  if (monitoring === null) return []
  return monitoring.series.map(series => {
    const { fromMs, stepMs, values, unit } = series
    const names = seriesNames(
      monitoring.monitors.find(({ id }) => id === series.monitorId),
      series,
    )
    const suffix = unit === '' ? { zh: '', en: '' } : { zh: `(${unit})`, en: ` (${unit})` }
    return {
      zh: `${names.zh}${suffix.zh}`,
      en: `${names.en}${suffix.en}`,
      values: seconds.map(({ second }) => {
        const at = Math.ceil((second * 1_000 - fromMs) / stepMs)
        const isWithin = fromMs + at * stepMs < (second + secondsPerPoint) * 1_000
        return isWithin ? (values[at] ?? null) : null
      }),
    }
  })
}

function runColumns({ run, seconds, secondsPerPoint, usersBasis }: SeriesContent): SeriesColumn[] {
  const column = (
    { zh, en }: Bilingual,
    unit: Partial<Bilingual>,
    value: (point: RunSecond) => number | null,
  ): SeriesColumn => ({
    zh: unit.zh === undefined ? zh : `${zh}(${unit.zh})`,
    en: unit.en === undefined ? en : `${en} (${unit.en})`,
    values: seconds.map(value),
  })
  const rate = (name: Bilingual, unit: Bilingual, value: (point: RunSecond) => number) =>
    column(name, unit, point => pointRate(value(point), point.lengthMs, secondsPerPoint * 1_000))
  const isArrivals = run.scenario.drive === 'arrivals'
  const isExact = usersBasis === 'maximum'
  return [
    isArrivals
      ? column(texts['series.targetRate'], { zh: '次/秒', en: '1/s' }, point => point.targetUsers)
      : column(texts['series.target'], pieces, point => point.targetUsers),
    column(texts[isExact ? 'series.users' : 'series.usersSampled'], pieces, point => point.users),
    column(texts['series.requests'], pieces, point => point.requests),
    rate(texts['series.requests'], perSecond, point => point.requests),
    column(texts['series.failed'], pieces, point => point.failed),
    rate(texts['series.failed'], perSecond, point => point.failed),
    column(texts['series.transactions'], pieces, point => point.transactions),
    rate(texts['series.transactions'], perSecond, point => point.transactions),
    column({ zh: '平均响应时间', en: 'Avg response time' }, ms, point => point.avgMs),
    column(figureNames.p50Ms, ms, point => point.p50Ms),
    column(figureNames.p90Ms, ms, point => point.p90Ms),
    column(figureNames.p95Ms, ms, point => point.p95Ms),
    column(figureNames.p99Ms, ms, point => point.p99Ms),
    column({ zh: '最大响应时间', en: 'Max response time' }, ms, point => point.maxMs),
    rate(texts['series.sent'], bytesPerSecond, point => point.sentBytes),
    rate(texts['series.received'], bytesPerSecond, point => point.receivedBytes),
    ...(engines[run.scenario.engine].countsConnections
      ? [column(texts['series.connections'], pieces, point => point.connections)]
      : []),
    ...(isArrivals
      ? [
          column({ zh: '迟到的到达', en: 'Late arrivals' }, { zh: '次' }, point => point.lateStarts),
          column(
            { zh: '未能开始的到达', en: 'Dropped arrivals' },
            { zh: '次' },
            point => point.droppedStarts,
          ),
        ]
      : []),
    column({ zh: '不可信', en: 'Not to be trusted' }, { zh: '1=是', en: '1 = yes' }, point =>
      point.isSuspect ? 1 : 0,
    ),
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
