/** The charts of the timeline: load, throughput, response times, errors, traffic, connections. */

import type { RunSecond } from '@pone/contract/entities/run.ts'
import { formatBytes, formatMs, formatNumber } from '@pone/metrics/figures.ts'
import { hasRate, pointRate } from '@pone/metrics/statistics.ts'
import { engines } from '@pone/plan/engines/registry.ts'
import type { FigureChart } from '../../export/chart-figure.ts'
import type { ReportView } from '../../export/report-view.ts'
import { type Say, sayIn } from '../../export/texts.ts'
import type { eventsData } from '../events/data.ts'
import type { figuresData } from '../figures/data.ts'
import type { SectionData } from '../section.ts'
import type { timelineData } from './data.ts'
import { texts } from './texts.ts'

export type TimelineView = ReportView<
  SectionData<typeof timelineData> &
    SectionData<typeof eventsData> &
    Pick<SectionData<typeof figuresData>, 'labels' | 'usersBasis'>
>

type Content = TimelineView['content']
type Words = Say<keyof typeof texts>
type ValueAt = (point: RunSecond) => number | null

/** Values of a curve, one per point. */
interface Curves {
  readonly of: (value: ValueAt) => (number | null)[]
  /** At the very end of a run nothing is asked for any more, which is no change of the load. */
  readonly lasting: (value: (point: RunSecond) => number) => (number | null)[]
  readonly perSecond: (value: (point: RunSecond) => number) => (number | null)[]
}

function curvesOf({ seconds, secondsPerPoint }: Content): Curves {
  const widthMs = secondsPerPoint * 1_000
  return {
    of: value => seconds.map(value),
    lasting: value => seconds.map(point => (hasRate(point.lengthMs, widthMs) ? value(point) : null)),
    perSecond: value => seconds.map(point => pointRate(value(point), point.lengthMs, widthMs)),
  }
}

export function timelineCharts({ content, language }: TimelineView): FigureChart[] {
  const say = sayIn(texts, language)
  const curves = curvesOf(content)
  return [
    users(content, curves, say),
    throughput(content, curves, say),
    responseTimes(curves, say),
    {
      title: say('chart.errors'),
      unit: say('unit.perSecond'),
      tickKind: 'decimal',
      format: formatNumber,
      series: [
        { name: say('series.failed'), color: 'errors', values: curves.perSecond(point => point.failed) },
      ],
    },
    traffic(curves, say),
    ...(engines[content.run.scenario.engine].countsConnections ? [connections(curves, say)] : []),
  ]
}

const isArrivals = ({ run }: Content): boolean => run.scenario.drive === 'arrivals'

const target = (name: string, curves: Curves) => ({
  name,
  color: 'target',
  values: curves.lasting(point => point.targetUsers),
  isDashed: true,
})

const users = (content: Content, curves: Curves, say: Words): FigureChart => ({
  title: say('chart.users'),
  unit: say('unit.users'),
  tickKind: 'whole',
  format: formatNumber,
  series: [
    ...(isArrivals(content) ? [] : [target(say('series.target'), curves)]),
    {
      name: say(content.usersBasis === 'maximum' ? 'series.users' : 'series.usersSampled'),
      color: 'users',
      values: curves.of(point => point.users),
    },
  ],
})

function throughput(content: Content, curves: Curves, say: Words): FigureChart {
  const hasTransactions = content.labels.some(row => row.label.kind === 'transaction')
  const transactions = {
    name: say('series.transactions'),
    color: 'transactions',
    values: curves.perSecond(point => point.transactions),
  }
  return {
    title: say('chart.rate'),
    unit: say('unit.perSecond'),
    tickKind: 'decimal',
    format: formatNumber,
    series: [
      ...(isArrivals(content) ? [target(say('series.targetRate'), curves)] : []),
      ...(hasTransactions ? [transactions] : []),
      { name: say('series.requests'), color: 'rate', values: curves.perSecond(point => point.requests) },
    ],
  }
}

const responseTimes = (curves: Curves, say: Words): FigureChart => ({
  title: say('chart.time'),
  unit: say('unit.ms'),
  tickKind: 'decimal',
  format: value => formatMs(value).replace(' ms', ''),
  series: [
    { name: say('series.avg'), color: 'avg', values: curves.of(point => point.avgMs) },
    { name: 'P50', color: 'p50', values: curves.of(point => point.p50Ms) },
    { name: 'P90', color: 'p90', values: curves.of(point => point.p90Ms) },
    { name: 'P95', color: 'p95', values: curves.of(point => point.p95Ms) },
    { name: 'P99', color: 'p99', values: curves.of(point => point.p99Ms) },
  ],
})

const traffic = (curves: Curves, say: Words): FigureChart => ({
  title: say('chart.traffic'),
  unit: say('unit.bytes'),
  format: formatBytes,
  tickKind: 'bytes',
  series: [
    { name: say('series.sent'), color: 'sent', values: curves.perSecond(point => point.sentBytes) },
    {
      name: say('series.received'),
      color: 'received',
      values: curves.perSecond(point => point.receivedBytes),
    },
  ],
})

const connections = (curves: Curves, say: Words): FigureChart => ({
  title: say('chart.connections'),
  unit: say('unit.connections'),
  tickKind: 'whole',
  format: formatNumber,
  series: [
    {
      name: say('series.connections'),
      color: 'connections',
      values: curves.lasting(point => point.connections),
    },
  ],
})
