/** What monitors have collected, for their project: a series is reached only through its monitor. */
import type { InputOf } from '@pone/contract/call.ts'
import type { monitorFigureCalls } from '@pone/contract/calls/monitor-figures.ts'
import {
  type FoundCounter,
  type MonitorLatest,
  type MonitorSeries,
  type MonitorTable,
  maxChartRangeMs,
  maxChartSeries,
  maxFoundCounters,
  maxMonitorGaps,
} from '@pone/contract/entities/monitor.ts'
import { AppError } from '@pone/contract/errors.ts'
import { labelKey, rawCounters } from '@pone/monitors/series/counter-values.ts'
import { cadenceOf, type MonitorSection } from '@pone/monitors/type.ts'
import type { TimeSeries } from '../../adapters/time-series/time-series.ts'
import type { MonitorTypes, TypeRef } from '../monitor-type/monitor-types.ts'
import { type GridOptions, gridOf, timesOf } from './curve-grid.ts'
import type { MonitorRepository } from './monitor.repository.ts'
import { findMonitor } from './monitor.service.ts'
import { chartCounters, gridCurves, latestOf } from './monitor-figures.ts'
import { gapsOf } from './monitor-gaps.ts'
import type { MonitorHistoryRepository, SessionQuery } from './monitor-history.repository.ts'

type SeriesInput = InputOf<typeof monitorFigureCalls.series>
type TableInput = InputOf<typeof monitorFigureCalls.table>
interface Range {
  readonly from: number
  readonly to: number
}

const maxLatestValues = 5_000
const maxTableRows = 500

export interface MonitorFiguresDeps {
  readonly monitors: MonitorRepository
  readonly history: MonitorHistoryRepository
  readonly series: TimeSeries
  readonly types: Pick<MonitorTypes, 'of'>
  readonly now: () => number
}

export type MonitorFigures = ReturnType<typeof createMonitorFigures>

export function createMonitorFigures(deps: MonitorFiguresDeps) {
  const { history } = deps
  return {
    latest: (projectId: string, ids: readonly string[], counters: readonly string[]) =>
      latest(deps, projectId, { ids, counters }),
    /** Values of all counters, at most `maxLatestValues` of a monitor. */
    newest: (projectId: string, ids: readonly string[]) => latest(deps, projectId, { ids, counters: null }),
    series: async (input: SeriesInput): Promise<MonitorSeries> => {
      const { cadenceMs: _, ...series } = await curves(deps, input)
      return series
    },
    /** In steps of one width, for readers that count in steps, with the largest cadence in the range. */
    evenSeries: (input: SeriesInput) => curves(deps, input, { isEven: true }),
    labels: (input: Range & { projectId: string; id: string; section: string }) => labels(deps, input),
    counters: (input: { projectId: string; id: string; section: string }) => foundCounters(deps, input),
    table: (input: TableInput) => table(deps, input),
    gaps: async ({ projectId, id, ...range }: Range & { projectId: string; id: string }) => {
      const row = await findMonitor(deps, projectId, id)
      assertRange(deps, range)
      return (await gapsOf(deps, [row], range)).toReversed().slice(0, maxMonitorGaps)
    },
    sessions: async (query: SessionQuery) => {
      const { total, rows } = await history.sessions(query)
      return { total, page: query.page, pageSize: query.pageSize, rows }
    },
    log: (input: InputOf<typeof monitorFigureCalls.log>) => history.log(input),
  }
}

/** @throws AppError TimeOrder, BadInput for a start in the future or a range that is too long */
export function assertRange({ now }: Pick<MonitorFiguresDeps, 'now'>, { from, to }: Range): void {
  if (from > to) throw new AppError('TimeOrder')
  if (from > now()) throw new AppError('MonitorRangeFuture')
  if (to - from > maxChartRangeMs)
    throw new AppError('MonitorRangeTooLong', { days: maxChartRangeMs / 86_400_000 })
}

/** @throws AppError NotFound */
async function sectionOf(
  { types }: Pick<MonitorFiguresDeps, 'types'>,
  row: TypeRef,
  key: string,
): Promise<MonitorSection> {
  const section = (await types.of([row]))(row)?.sections.find(each => each.key === key)
  if (section === undefined) throw new AppError('NotFound', { what: 'monitorSection' })
  return section
}

async function latest(
  { monitors, series, types }: MonitorFiguresDeps,
  projectId: string,
  { ids, counters }: { readonly ids: readonly string[]; readonly counters: readonly string[] | null },
): Promise<MonitorLatest[]> {
  const found = await monitors.findAll(projectId, ids)
  const known = found.map(row => row.id)
  if (known.length === 0) return []
  const [rows, texts] = await Promise.all([series.latest(known), series.latestTexts(known)])
  const rowsOf = Map.groupBy(rows, row => row.monitorId)
  const textsOf = Map.groupBy(texts, text => text.monitorId)
  const typeOf = await types.of(found)
  const byId = new Map(found.map(row => [row.id, row]))
  return ids.flatMap(id => {
    const row = byId.get(id)
    const type = row === undefined ? undefined : typeOf(row)
    if (row === undefined) return []
    const wanted =
      counters === null || type === undefined
        ? null
        : counters.length > 0
          ? new Set(counters)
          : chartCounters(type)
    const isWanted = (section: string, counter: string): boolean =>
      wanted === null || wanted.has(`${section}.${counter}`) || wanted.has(counter)
    const numbers = (type?.sections ?? []).flatMap(section =>
      latestOf(
        section,
        (rowsOf.get(id) ?? []).filter(each => each.section === section.key),
      ),
    )
    const told = (textsOf.get(id) ?? []).map(({ section, counter, labels: of, fromMs: at, text: value }) => ({
      section,
      counter,
      labels: { ...of },
      at,
      value,
    }))
    const { state, problem, revision, last_at: lastAt } = row
    const values = [...numbers.filter(({ section, counter }) => isWanted(section, counter)), ...told]
    return [{ monitorId: id, revision, state, problem, lastAt, values: values.slice(0, maxLatestValues) }]
  })
}

/** A section's curves with the largest cadence that their values were collected with, ms. */
export type EvenSeries = MonitorSeries & { readonly cadenceMs: number }

async function curves(
  deps: MonitorFiguresDeps,
  input: SeriesInput,
  options: GridOptions = {},
): Promise<EvenSeries> {
  const { projectId, id, from, to, points, counters } = input
  const row = await findMonitor(deps, projectId, id)
  assertRange(deps, input)
  const section = await sectionOf(deps, row, input.section)
  const stored = await deps.series.query({
    selectors: [
      {
        monitorId: id,
        section: section.key,
        counters: rawCounters(section, counters),
        ...(Object.keys(input.labels).length === 0 ? {} : { labels: input.labels }),
      },
    ],
    fromMs: from,
    toMs: to,
    points,
    fn: 'rate',
    aggregate: 'avg',
  })
  const grid = gridOf({ from, to, points }, cadenceOf(section, row.frequency_in_force_ms), stored, options)
  const drawn = gridCurves(section, counters, stored, grid)
  const gaps = await gapsOf(deps, [row], { from, to })
  return {
    from,
    to,
    stepMs: grid.stepMs,
    cadenceMs: grid.cadenceMs,
    times: [...timesOf(grid)],
    series: drawn.slice(0, maxChartSeries).map(({ counter, labels: of, values }) => ({
      section: section.key,
      counter,
      labels: { ...of },
      values,
    })),
    omitted: Math.max(0, drawn.length - maxChartSeries),
    gaps: gaps.filter(gap => gap.section === section.key || gap.section === '').slice(-maxMonitorGaps),
  }
}

async function labels(
  deps: MonitorFiguresDeps,
  { projectId, id, section }: { projectId: string; id: string; section: string },
): Promise<Record<string, string[]>> {
  const row = await findMonitor(deps, projectId, id)
  const { key } = await sectionOf(deps, row, section)
  const sets = await deps.series.labels([{ monitorId: id, section: key }])
  const values = new Map<string, Set<string>>()
  for (const set of sets)
    for (const [name, value] of Object.entries(set.labels))
      values.set(name, (values.get(name) ?? new Set()).add(value))
  return Object.fromEntries([...values].map(([name, of]) => [name, [...of].toSorted()]))
}

/** What the series of a section are called, each name once; ascending. */
async function foundCounters(
  deps: MonitorFiguresDeps,
  { projectId, id, section }: { projectId: string; id: string; section: string },
): Promise<FoundCounter[]> {
  const row = await findMonitor(deps, projectId, id)
  const { key } = await sectionOf(deps, row, section)
  const sets = await deps.series.labels([{ monitorId: id, section: key }])
  const found = new Map(
    sets.map(({ counter, kind }): [string, FoundCounter] => [
      counter,
      { counter, kind: kind === 'counter' ? 'counter' : 'gauge' },
    ]),
  )
  return [...found.values()].slice(0, maxFoundCounters)
}

async function table(deps: MonitorFiguresDeps, input: TableInput): Promise<MonitorTable> {
  const row = await findMonitor(deps, input.projectId, input.id)
  const type = (await deps.types.of([row]))(row)
  const shown = type?.tables.find(each => each.key === input.table)
  if (shown === undefined) throw new AppError('NotFound', { what: 'monitorTable' })
  const section = await sectionOf(deps, row, shown.section)
  return section.isTable ? storedTable(deps, input, section) : tableOfSeries(deps, input.id, section)
}

/** Rows as the target gave them, e.g. slow operations. */
async function storedTable(
  { history }: Pick<MonitorFiguresDeps, 'history'>,
  { id, at }: TableInput,
  section: MonitorSection,
): Promise<MonitorTable> {
  const stored = await history.table(id, section.key, at)
  if (stored === undefined) return { at: null, rows: [], omitted: 0 }
  const labelNames = new Set(section.rows?.labels ?? [])
  const isNumber = new Set(
    section.counters.filter(({ kind }) => kind === 'gauge' || kind === 'counter').map(({ key }) => key),
  )
  const rows = stored.rows.map(cells => {
    const named = stored.columns.map((column, index) => [column, cells[index] ?? ''] as const)
    return {
      labels: Object.fromEntries(named.filter(([column]) => labelNames.has(column))),
      values: Object.fromEntries(
        named
          .filter(([column]) => !labelNames.has(column))
          .map(([column, cell]) => [column, isNumber.has(column) ? numberOf(cell) : cell]),
      ),
    }
  })
  return {
    at: stored.slot,
    rows: rows.slice(0, maxTableRows),
    omitted: Math.max(0, rows.length - maxTableRows),
  }
}

const numberOf = (cell: string): number | null => {
  const value = cell.trim() === '' ? Number.NaN : Number(cell)
  return Number.isFinite(value) ? value : null
}

/** A row per set of labels of the newest collection. */
async function tableOfSeries(
  { series }: Pick<MonitorFiguresDeps, 'series'>,
  id: string,
  section: MonitorSection,
): Promise<MonitorTable> {
  const [numbers, texts] = await Promise.all([series.latest([id]), series.latestTexts([id])])
  const values = latestOf(
    section,
    numbers.filter(row => row.section === section.key),
  )
  const at = values.reduce<number | null>((newest, value) => Math.max(newest ?? 0, value.at), null)
  const told = texts
    .filter(text => text.section === section.key)
    .map(({ counter, labels: of, text: value }) => ({ counter, labels: { ...of }, value }))
  const isShown = new Set(values.map(value => labelKey(value.labels)))
  const cells = [...values, ...told.filter(text => values.length === 0 || isShown.has(labelKey(text.labels)))]
  const sets = Map.groupBy(cells, value => labelKey(value.labels))
  const rows = [...sets.values()].map(set => ({
    labels: set[0]?.labels ?? {},
    values: Object.fromEntries(set.map(({ counter, value }) => [counter, value])),
  }))
  return { at, rows: rows.slice(0, maxTableRows), omitted: Math.max(0, rows.length - maxTableRows) }
}
