/** The tables of a data-flow report, for CSV and Excel: statistics, events, load tests and series. Pure. */
import type { FlowReport } from '@pone/contract/entities/flow-report.ts'
import type { RunSeries } from '@pone/contract/entities/run-monitoring.ts'
import { formatClock, formatDuration } from '@pone/metrics/figures.ts'
import type { Language } from '@pone/schema/bilingual.ts'
import { csvTable } from '../export/csv-table.ts'
import { formatInstant } from '../export/format.ts'
import { sayIn } from '../export/texts.ts'
import { flowTexts } from './texts.ts'

type Cell = string | number | null

export interface FlowTable {
  readonly name: string
  /** The heading first. */
  readonly rows: readonly (readonly Cell[])[]
}

export function flowTables(report: FlowReport, language: Language): FlowTable[] {
  const say = sayIn(flowTexts, language)
  return [
    { name: say('statistics'), rows: statisticRows(report, language) },
    { name: say('events'), rows: eventRows(report, language) },
    { name: say('runs'), rows: runRows(report, language) },
    { name: say('series'), rows: seriesRows(report, language) },
  ]
}

/** The tables one below the other, each with its name above it. */
export function flowCsv(tables: readonly FlowTable[]): string {
  const rows = tables.flatMap(({ name, rows: own }, index) => [
    ...(index === 0 ? [] : [[]]),
    [name],
    ...own.map(cells => cells.map(cell => (cell === null ? '' : String(cell)))),
  ])
  return csvTable(rows)
}

export const labelsText = (labels: Readonly<Record<string, string>>): string =>
  Object.values(labels).join(' · ')

/** From what the statistics of a series are computed. */
export function basisText(basisMs: number, language: Language): string {
  const say = sayIn(flowTexts, language)
  return basisMs === 0 ? say('basisSamples') : say('basisMeans', { length: formatDuration(basisMs) })
}

function statisticRows({ monitoring, statistics }: FlowReport, language: Language): Cell[][] {
  const say = sayIn(flowTexts, language)
  const monitorOf = new Map(monitoring.monitors.map(monitor => [monitor.id, monitor]))
  const head = [
    ...(['node', 'monitor', 'counter', 'labels', 'unit', 'n', 'min', 'mean', 'max'] as const).map(key =>
      say(key),
    ),
    'P95',
    say('basis'),
  ]
  const rows = monitoring.series.map(({ monitorId, names, labels, unit }, at): Cell[] => {
    const monitor = monitorOf.get(monitorId)
    const { n = 0, min = null, mean = null, max = null, p95 = null, basisMs = 0 } = statistics[at] ?? {}
    return [
      monitor?.nodes.join(', ') ?? '',
      monitor?.name ?? '',
      names[language],
      labelsText(labels),
      unit,
      n,
      min,
      mean,
      max,
      p95,
      basisText(basisMs, language),
    ]
  })
  return [head, ...rows]
}

function eventRows({ events, session, omittedEvents }: FlowReport, language: Language): Cell[][] {
  const say = sayIn(flowTexts, language)
  const head = (['time', 'elapsed', 'until', 'what', 'event'] as const).map(key => say(key))
  const rows = events.map(({ atMs, untilMs, name, text }): Cell[] => [
    formatInstant(session.startedAt + atMs, language),
    formatClock(Math.max(0, atMs) / 1_000),
    untilMs === null ? '' : formatClock(Math.max(0, untilMs) / 1_000),
    name,
    text[language],
  ])
  const omitted = omittedEvents === 0 ? [] : [[say('omittedEvents', { count: omittedEvents })]]
  return [head, ...rows, ...omitted]
}

function runRows({ runs, session }: FlowReport, language: Language): Cell[][] {
  const say = sayIn(flowTexts, language)
  const head = ['#', ...(['what', 'started', 'elapsed', 'until'] as const).map(key => say(key))]
  const rows = runs.map(({ number, scenarioName, fromMs, untilMs }): Cell[] => [
    number,
    scenarioName,
    formatInstant(session.startedAt + fromMs, language),
    formatClock(Math.max(0, fromMs) / 1_000),
    untilMs === null ? '' : formatClock(untilMs / 1_000),
  ])
  return [head, ...rows]
}

/** A row per step of the finest series; a value stands in the row in which its own step begins. */
function seriesRows({ monitoring, lengthMs }: FlowReport, language: Language): Cell[][] {
  const say = sayIn(flowTexts, language)
  const nameOf = new Map(monitoring.monitors.map(({ id, name }) => [id, name]))
  const stepMs = Math.max(1_000, Math.min(...monitoring.series.map(series => series.stepMs), lengthMs))
  const columns = monitoring.series.map(series => onRows(series, stepMs))
  const length = Math.max(0, ...columns.map(values => values.length))
  const head = [say('second'), ...monitoring.series.map(series => columnName(series, nameOf, language))]
  const rows = Array.from({ length }, (_, row): Cell[] => [
    (row * stepMs) / 1_000,
    ...columns.map(values => values[row] ?? null),
  ])
  return [head, ...rows]
}

function columnName(
  { monitorId, names, labels, unit }: RunSeries,
  nameOf: ReadonlyMap<string, string>,
  language: Language,
): string {
  const name = [nameOf.get(monitorId) ?? '', names[language], labelsText(labels)].filter(text => text !== '')
  return unit === '' ? name.join(' · ') : `${name.join(' · ')} (${unit})`
}

function onRows({ fromMs, stepMs: ownStepMs, values }: RunSeries, stepMs: number): Cell[] {
  const rows: Cell[] = []
  for (const [at, value] of values.entries())
    rows[Math.max(0, Math.floor((fromMs + at * ownStepMs) / stepMs))] = value
  return rows
}
