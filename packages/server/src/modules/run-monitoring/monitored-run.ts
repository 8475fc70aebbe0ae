/** Reads what monitors collected during a run, or a session of a link, on its time axis and within fixed bounds. */
import type { InputOf } from '@pone/contract/call.ts'
import type { monitorFigureCalls } from '@pone/contract/calls/monitor-figures.ts'
import type { MonitorGap, MonitorSeries } from '@pone/contract/entities/monitor.ts'
import type { LinkTopology, ShownCounter } from '@pone/contract/entities/monitor-link.ts'
import {
  maxRunSeries,
  maxRunSeriesPerMonitor,
  maxRunSeriesPoints,
  type RunChart,
  type RunGap,
  type RunLink,
  type RunMonitor,
  type RunMonitoring,
  type RunSeries,
} from '@pone/contract/entities/run-monitoring.ts'
import { offsetOf, slotAfter } from '@pone/monitors/series/grid.ts'
import { cadenceOf, filledParams, type MonitorType } from '@pone/monitors/type.ts'
import type { MonitorRow } from '../monitor/monitor.repository.ts'
import type { EvenSeries } from '../monitor/monitor-figures.service.ts'
import { frequencyInForce } from '../monitor/run-frequency.ts'
import type { MonitorTypes } from '../monitor-type/monitor-types.ts'
import { type KnownMachines, machineOf } from './known-machines.ts'
import { type WatchedCounter, watchedCounters } from './watched-counters.ts'

/** Series of one counter, such as disks, that are kept: those with the highest means. */
const maxLabelSets = 5
const usualGapsPerMonitor = 50
/** Systems tell larger numbers where there is no limit, such as 2⁶³ open files. */
const maxCapacity = 2 ** 53

export interface RunLinkRow {
  readonly id: string
  readonly name: string
  readonly topology: LinkTopology
  readonly isStartedByRun: boolean
  /** Epoch ms. */
  readonly fromAt: number
  readonly untilAt: number | null
  readonly stoppedAt: number | null
  /** Whether its monitors were collected each second during the run. */
  readonly collectsEachSecond?: boolean
}

export interface MonitoredRunDeps {
  readonly monitors: {
    findAll(projectId: string, ids: readonly string[]): Promise<readonly MonitorRow[]>
  }
  readonly figures: {
    evenSeries(input: InputOf<typeof monitorFigureCalls.series>): Promise<EvenSeries>
    gaps(input: {
      readonly projectId: string
      readonly id: string
      readonly from: number
      readonly to: number
    }): Promise<MonitorGap[]>
  }
  readonly types: Pick<MonitorTypes, 'of'>
  readonly machines: KnownMachines
}

interface Span {
  readonly projectId: string
  /** Epoch ms. */
  readonly startedAt: number
  readonly until: number
  /** The newest ones are kept. */
  readonly gapsPerMonitor?: number
}

/** A monitor as the nodes of the links name it. */
interface NamedMonitor {
  readonly name: string
  readonly type: string
  readonly nodes: Set<string>
  readonly counters: ShownCounter[]
  /** When the last of its links was stopped, epoch ms; what is collected later belongs to others. */
  readonly until: number
  /** Whether it was collected each second. */
  readonly isFast: boolean
}

/** From the start of the run to `until`; a monitor that was deleted has no series. */
export async function readMonitoredRun(
  deps: MonitoredRunDeps,
  span: Span,
  links: readonly RunLinkRow[],
): Promise<RunMonitoring> {
  const named = monitorsOf(links, span.until)
  const rows = await deps.monitors.findAll(span.projectId, [...named.keys()])
  const typeOf = await deps.types.of(rows)
  const found = new Map(rows.map(row => [row.id, row]))
  const whole: RunMonitoring = {
    links: links.map(link => linkOf(link, span)),
    monitors: [],
    series: [],
    charts: [],
    gaps: [],
    omitted: 0,
    edges: links.flatMap(link => edgesOf(link.topology)),
  }
  for (const [id, monitor] of named) {
    const row = found.get(id)
    const type = row === undefined ? undefined : typeOf(row)
    const described = describeMonitor(id, monitor, row, type, deps)
    whole.monitors.push(described)
    if (row === undefined || span.until <= span.startedAt) continue
    const share = Math.min(maxRunSeriesPerMonitor, maxRunSeries - whole.series.length)
    const own = { ...span, until: monitor.until }
    const { series, omitted } = await seriesOf(deps, own, {
      row,
      type,
      chosen: monitor.counters,
      isFast: monitor.isFast,
      share,
    })
    const first = whole.series.length
    whole.series.push(...withQueues(series, first))
    whole.charts.push(...chartsOf(id, type, series, first))
    whole.omitted += omitted
    const gaps = await gapsOf(deps, span, row)
    whole.gaps.push(...gaps)
    described.sections = sectionNames(type, gaps)
  }
  return whole
}

function monitorsOf(links: readonly RunLinkRow[], end: number): Map<string, NamedMonitor> {
  const named = new Map<string, NamedMonitor>()
  for (const { topology, stoppedAt, untilAt, collectsEachSecond: isFast = false } of links) {
    const until = Math.min(end, stoppedAt ?? untilAt ?? end)
    const monitorOf = new Map<string, string>()
    for (const node of topology.nodes) {
      if (node.monitorId === null) continue
      monitorOf.set(node.id, node.monitorId)
      const { targetName: name, targetType: type } = node
      const known = named.get(node.monitorId) ?? { name, type, nodes: new Set(), counters: [], until, isFast }
      known.nodes.add(node.alias)
      known.counters.push(...node.counters)
      named.set(node.monitorId, {
        ...known,
        until: Math.max(known.until, until),
        isFast: known.isFast || isFast,
      })
    }
    for (const { counters } of topology.edges)
      for (const { nodeId, section, counter } of counters)
        named.get(monitorOf.get(nodeId) ?? '')?.counters.push({ section, counter })
  }
  return named
}

const edgesOf = ({ nodes, edges }: LinkTopology): { from: string; to: string }[] => {
  const aliasOf = new Map(nodes.map(node => [node.id, node.alias]))
  return edges.map(({ from, to }) => ({ from: aliasOf.get(from) ?? from, to: aliasOf.get(to) ?? to }))
}

function linkOf(
  { id, name, isStartedByRun, fromAt, untilAt, stoppedAt }: RunLinkRow,
  { startedAt, until }: Span,
): RunLink {
  const end = stoppedAt ?? untilAt
  const untilMs = end === null || end >= until ? null : end - startedAt
  return { id, name, isStartedByRun, fromMs: fromAt - startedAt, untilMs }
}

function describeMonitor(
  id: string,
  { name, type: formerType, nodes }: NamedMonitor,
  row: MonitorRow | undefined,
  type: MonitorType | undefined,
  { machines }: MonitoredRunDeps,
): RunMonitor {
  const typeName = row?.type ?? formerType
  const collectorId = row?.collector_id ?? null
  const machine =
    row === undefined || type === undefined
      ? ''
      : machineOf({ type, params: filledParams(type, row.params), collectorId }, machines)
  return {
    id,
    name: row?.name ?? name,
    type: typeName,
    typeNames: type?.names ?? { zh: typeName, en: typeName },
    category: type?.category ?? 'custom',
    nodes: [...nodes],
    sections: {},
    isDeleted: row === undefined,
    collector: row?.collector_name ?? '',
    clockOffsetMs: collectorId === null ? null : machines.clockOffset(collectorId),
    ...(machine === '' ? {} : { machine, agents: machines.agentsOn(machine) }),
  }
}

const sectionNames = (type: MonitorType | undefined, gaps: readonly RunGap[]): RunMonitor['sections'] => {
  const failed = new Set(gaps.map(({ section }) => section))
  const sections = type?.sections.filter(({ key }) => failed.has(key)) ?? []
  return Object.fromEntries(sections.map(({ key, names }) => [key, names]))
}

interface Asked {
  readonly row: MonitorRow
  readonly type: MonitorType | undefined
  readonly chosen: readonly ShownCounter[]
  readonly isFast: boolean
  /** Series that may be kept. */
  readonly share: number
}

interface ReadSeries extends RunSeries {
  readonly queueKey: string | null
}

async function seriesOf(deps: MonitoredRunDeps, span: Span, { row, type, chosen, isFast, share }: Asked) {
  const series: ReadSeries[] = []
  let omitted = 0
  const watched = watchedCounters(type, chosen).slice(0, maxRunSeriesPerMonitor)
  const chosenKeys = new Set(chosen.map(({ section, counter }) => `${section}.${counter}`))
  const weight = new Map(watched.map(({ section, counter }, at) => [`${section}.${counter}`, at]))
  for (const [key, counters] of Map.groupBy(watched, each => each.section)) {
    const section = type?.sections.find(each => each.key === key)
    if (section === undefined) continue
    const cadenceMs = cadenceOf(section, frequencyInForce(row.frequency_ms, isFast))
    // From a slot on, so that a step without condensation holds exactly one collection.
    const from = slotAfter(span.startedAt - 1, cadenceMs, offsetOf(row.id, row.frequency_ms))
    if (from >= span.until) continue
    const capacities = counters.flatMap(({ capacity }) => (typeof capacity === 'string' ? [capacity] : []))
    const read = await deps.figures.evenSeries({
      projectId: span.projectId,
      id: row.id,
      section: key,
      counters: [...new Set([...counters.map(each => each.counter), ...capacities])],
      labels: {},
      from,
      to: span.until,
      points: maxRunSeriesPoints,
    })
    omitted += read.omitted
    for (const counter of counters) {
      const sets = read.series.filter(
        each => each.counter === counter.counter && each.values.some(value => value !== null),
      )
      const highest = sets.toSorted((a, b) => meanOf(b.values) - meanOf(a.values)).slice(0, maxLabelSets)
      omitted += sets.length - highest.length
      const isChosen = chosenKeys.has(`${key}.${counter.counter}`)
      for (const each of highest) series.push(runSeries(row.id, counter, each, { read, span, isChosen }))
    }
  }
  const kept = series
    .toSorted(
      (a, b) =>
        (weight.get(`${a.section}.${a.counter}`) ?? 0) - (weight.get(`${b.section}.${b.counter}`) ?? 0),
    )
    .slice(0, Math.max(0, share))
  return { series: kept, omitted: omitted + series.length - kept.length }
}

interface ReadContext {
  readonly read: EvenSeries
  readonly span: Span
  readonly isChosen: boolean
}

function runSeries(
  monitorId: string,
  { section, counter, names, unit, role, nature, tier, timeOf, capacity, queue }: WatchedCounter,
  { labels, values }: MonitorSeries['series'][number],
  { read, span, isChosen }: ReadContext,
): ReadSeries {
  const fromMs = (read.times[0] ?? read.from) - span.startedAt
  const limits =
    typeof capacity === 'string'
      ? read.series.find(each => each.counter === capacity && isSame(each.labels, labels))?.values
      : undefined
  return {
    monitorId,
    section,
    counter,
    labels,
    names,
    unit,
    role,
    nature,
    ...(isChosen ? { isChosen } : {}),
    ...(tier === null ? {} : { tier }),
    ...(timeOf === null ? {} : { timeOf }),
    capacity: typeof capacity === 'number' ? [[0, capacity]] : changesOf(limits ?? [], fromMs, read.stepMs),
    queue: null,
    queueKey: queue,
    fromMs,
    stepMs: read.stepMs,
    cadenceMs: read.cadenceMs,
    values: values.map(value => (value === null ? null : Number(value.toPrecision(6)))),
  }
}

/** Where a capacity begins to differ by more than 1 %; 0 or less is none, and so is what stands for no limit. */
function changesOf(values: readonly (number | null)[], fromMs: number, stepMs: number): [number, number][] {
  const changes: [number, number][] = []
  for (const [at, value] of values.entries()) {
    if (value === null || value <= 0 || value > maxCapacity) continue
    const last = changes.at(-1)?.[1]
    if (last === undefined || Math.abs(value - last) > last / 100) changes.push([fromMs + at * stepMs, value])
    if (changes.length >= 100) break
  }
  return changes
}

const meanOf = (values: readonly (number | null)[]): number => {
  const known = values.filter(value => value !== null)
  return known.reduce((sum, value) => sum + value, 0) / Math.max(1, known.length)
}

const labelText = (labels: Readonly<Record<string, string>>): string =>
  JSON.stringify(Object.entries(labels).toSorted(([a], [b]) => (a < b ? -1 : 1)))
const isSame = (a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean =>
  labelText(a) === labelText(b)

/** With the index of what waits for each of them, which has the same labels, or none. */
function withQueues(series: readonly ReadSeries[], first: number): RunSeries[] {
  return series.map(({ queueKey, ...each }) => {
    const at = series.findIndex(
      other =>
        `${other.section}.${other.counter}` === queueKey &&
        (isSame(other.labels, each.labels) || Object.keys(other.labels).length === 0),
    )
    return { ...each, queue: at === -1 ? null : first + at }
  })
}

/** The type's charts as far as their series are kept, then one for each unit of what is in none of them. */
function chartsOf(
  monitorId: string,
  type: MonitorType | undefined,
  series: readonly RunSeries[],
  first: number,
): RunChart[] {
  const charts: RunChart[] = []
  const drawn = new Set<number>()
  for (const { names, unit, style, counters } of type?.charts ?? []) {
    const at = [...series.keys()].filter(index => {
      const one = series[index]
      return one !== undefined && counters.includes(`${one.section}.${one.counter}`)
    })
    for (const index of at) drawn.add(index)
    for (const same of Map.groupBy(at, index => gridKey(series[index])).values())
      charts.push({ monitorId, names, unit, style, series: same.map(index => first + index) })
  }
  const rest = [...series.keys()].filter(index => !drawn.has(index))
  const groups = Map.groupBy(
    rest,
    index => `${gridKey(series[index])} ${series[index]?.section} ${series[index]?.unit}`,
  )
  for (const group of groups.values()) {
    const one = series[group[0] ?? -1]
    const section = type?.sections.find(each => each.key === one?.section)
    const isAlone = new Set(group.map(index => series[index]?.counter)).size === 1
    const names = (isAlone ? one?.names : section?.names) ?? { zh: '', en: '' }
    charts.push({
      monitorId,
      names,
      unit: one?.unit ?? '',
      style: 'line',
      series: group.map(index => first + index),
    })
  }
  return charts
}

const gridKey = (series: RunSeries | undefined): string => `${series?.fromMs} ${series?.stepMs}`

async function gapsOf(
  { figures }: MonitoredRunDeps,
  { projectId, startedAt, until, gapsPerMonitor = usualGapsPerMonitor }: Span,
  { id }: MonitorRow,
): Promise<RunGap[]> {
  const gaps = await figures.gaps({ projectId, id, from: startedAt, to: until })
  return gaps
    .slice(0, gapsPerMonitor)
    .map(({ section, cause, params, from, until: end }) => ({
      monitorId: id,
      section,
      cause,
      params,
      fromMs: Math.max(0, from - startedAt),
      untilMs: end === null || end >= until ? null : end - startedAt,
    }))
    .toReversed()
}
