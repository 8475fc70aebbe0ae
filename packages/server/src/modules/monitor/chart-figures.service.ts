/** Curves of charts that show counters of several monitors: one question to the storage for as many charts as it can answer. */
import type { InputOf } from '@pone/contract/call.ts'
import type { chartGroupCalls } from '@pone/contract/calls/chart-group.ts'
import type { ChartFigures, GroupFigures } from '@pone/contract/entities/chart-group.ts'
import { maxMonitorGaps } from '@pone/contract/entities/monitor.ts'
import { chartFigures, joinedQuestions, type KnownChart } from './chart-figures.ts'
import { assertRange, type MonitorFiguresDeps } from './monitor-figures.service.ts'
import { gapsOf } from './monitor-gaps.ts'

type FiguresInput = InputOf<typeof chartGroupCalls.figures>

const maxLabelValues = 500

export type ChartFiguresService = ReturnType<typeof createChartFiguresService>

export function createChartFiguresService(deps: MonitorFiguresDeps) {
  return {
    /** @throws AppError TimeOrder, MonitorRangeFuture, MonitorRangeTooLong */
    charts: (input: FiguresInput) => charts(deps, input),
    labelValues: (projectId: string, monitorIds: readonly string[], labels: readonly string[]) =>
      labelValues(deps, { projectId, monitorIds, labels }),
    /** Names of those of these monitors that the project has, by id. */
    names: async (projectId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> =>
      new Map((await deps.monitors.findAll(projectId, ids)).map(({ id, name }) => [id, name])),
  }
}

async function charts(deps: MonitorFiguresDeps, input: FiguresInput): Promise<GroupFigures> {
  const { projectId, from, to, points } = input
  assertRange(deps, input)
  const asked = input.charts.flatMap(({ counters }) => counters.map(({ monitorId }) => monitorId))
  const rows = await deps.monitors.findAll(projectId, [...new Set(asked)])
  const typeOf = await deps.types.of(rows)
  const byId = new Map(rows.map(row => [row.id, row]))
  const known = input.charts.map(
    ({ id, counters }): KnownChart => ({
      id,
      counters: counters.flatMap(counter => {
        const row = byId.get(counter.monitorId)
        const of = row && typeOf(row)?.sections.find(({ key }) => key === counter.section)
        return row === undefined || of === undefined
          ? []
          : [{ ...counter, of, frequencyMs: row.frequency_in_force_ms }]
      }),
    }),
  )
  const drawn = new Map<string, ChartFigures>()
  // One after another: several at a time would keep the connections of the database from everybody else.
  for (const question of joinedQuestions(known)) {
    const curves = await deps.series.query({
      selectors: question.selectors,
      fromMs: from,
      toMs: to,
      points,
      fn: 'rate',
      aggregate: 'avg',
    })
    for (const chart of question.charts)
      drawn.set(chart.id, chartFigures(chart, curves, { from, to, points }))
  }
  const gaps = await gapsOf(deps, rows, { from, to })
  return {
    from,
    to,
    charts: known.map(chart => drawn.get(chart.id) ?? chartFigures(chart, [], { from, to, points })),
    monitors: rows.map(({ id, name, type, type_version: typeVersion, is_running: isRunning, state }) => ({
      id,
      name,
      type,
      typeVersion,
      isRunning,
      state,
    })),
    gaps: gaps.slice(-maxMonitorGaps),
  }
}

async function labelValues(
  { monitors, series }: MonitorFiguresDeps,
  asked: {
    readonly projectId: string
    readonly monitorIds: readonly string[]
    readonly labels: readonly string[]
  },
): Promise<Record<string, string[]>> {
  const rows = await monitors.findAll(asked.projectId, asked.monitorIds)
  const sets =
    rows.length === 0 || asked.labels.length === 0
      ? []
      : await series.labels(rows.map(({ id }) => ({ monitorId: id })))
  return Object.fromEntries(
    asked.labels.map(label => {
      const values = new Set(sets.flatMap(({ labels }) => labels[label] ?? []))
      return [label, [...values].toSorted().slice(0, maxLabelValues)]
    }),
  )
}
