/** Statistics of the series of a session, from every stored sample where there are not too many. */
import type { InputOf } from '@pone/contract/call.ts'
import type { monitorFigureCalls } from '@pone/contract/calls/monitor-figures.ts'
import type { FlowStatistics } from '@pone/contract/entities/flow-report.ts'
import { maxChartPoints } from '@pone/contract/entities/monitor.ts'
import type { RunMonitoring, RunSeries } from '@pone/contract/entities/run-monitoring.ts'
import { labelKey } from '@pone/monitors/series/counter-values.ts'
import { statisticsOf } from '@pone/results/flow-report/statistics.ts'
import type { EvenSeries } from '../monitor/monitor-figures.service.ts'

interface StatisticsDeps {
  readonly figures: {
    evenSeries(input: InputOf<typeof monitorFigureCalls.series>): Promise<EvenSeries>
  }
}

interface Session {
  readonly projectId: string
  /** Epoch ms. */
  readonly startedAt: number
  readonly until: number
  /** Questions for samples of one section, of `maxChartPoints` collections each; beyond that means are used. */
  readonly maxQuestions: number
}

/** In the order of the series. */
export async function sessionStatistics(
  deps: StatisticsDeps,
  { series }: Pick<RunMonitoring, 'series'>,
  session: Session,
): Promise<FlowStatistics[]> {
  const statistics = new Map<RunSeries, FlowStatistics>()
  const sections = Map.groupBy(series, each => `${each.monitorId} ${each.section}`)
  for (const own of sections.values()) {
    const samples = own.some(each => each.stepMs > each.cadenceMs)
      ? await samplesOf(deps, own, session)
      : null
    for (const each of own) {
      const found = samples?.get(seriesKey(each))
      statistics.set(
        each,
        found === undefined
          ? statisticsOf(known(each.values), each.stepMs > each.cadenceMs ? each.stepMs : 0)
          : statisticsOf(found.values, found.basisMs),
      )
    }
  }
  return series.map(each => statistics.get(each) ?? statisticsOf([], 0))
}

const known = (values: readonly (number | null)[]): number[] => values.filter(value => value !== null)
const seriesKey = ({ counter, labels }: Pick<RunSeries, 'counter' | 'labels'>): string =>
  `${counter} ${labelKey(labels)}`

interface Samples {
  readonly values: number[]
  basisMs: number
}

/** Every sample of a section's series by `seriesKey`; null: too many. Of old ones that are stored as summaries their means. */
async function samplesOf(
  { figures }: StatisticsDeps,
  series: readonly RunSeries[],
  { projectId, startedAt, until, maxQuestions }: Session,
): Promise<Map<string, Samples> | null> {
  const [first] = series
  if (first === undefined) return null
  const spanMs = first.cadenceMs * maxChartPoints
  if ((until - startedAt) / spanMs > maxQuestions) return null
  const samples = new Map(series.map(each => [seriesKey(each), { values: [] as number[], basisMs: 0 }]))
  // From a slot on, so that each step holds exactly one collection.
  for (let from = startedAt + first.fromMs; from < until; from += spanMs) {
    const read = await figures.evenSeries({
      projectId,
      id: first.monitorId,
      section: first.section,
      counters: [...new Set(series.map(each => each.counter))],
      labels: {},
      from,
      to: Math.min(until, from + spanMs),
      points: maxChartPoints,
    })
    for (const { counter, labels, values } of read.series) {
      const own = samples.get(seriesKey({ counter, labels }))
      if (own === undefined) continue
      for (const value of values) if (value !== null) own.values.push(value)
      if (read.stepMs > first.cadenceMs) own.basisMs = Math.max(own.basisMs, read.stepMs)
    }
  }
  return samples
}
