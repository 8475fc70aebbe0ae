/** Which counters the SLA rules of a scenario can name: those of the monitors in its links, and what of its rules is gone. */
import type { LinkTopology } from '@pone/contract/entities/monitor-link.ts'
import type { RuleCountersView, RuleSection } from '@pone/contract/entities/rule-counter.ts'
import { AppError } from '@pone/contract/errors.ts'
import { isComputed, labelKey } from '@pone/monitors/series/counter-values.ts'
import type { MonitorType } from '@pone/monitors/type.ts'
import { counterProblems } from '@pone/plan/scenario/counter-problems.ts'
import { isCounterRule, type ScenarioDocument, type SlaCounter } from '@pone/plan/scenario/scenario.ts'
import type { Bilingual } from '@pone/schema/bilingual.ts'
import type { TimeSeries } from '../../adapters/time-series/time-series.ts'
import type { MonitorRow } from '../monitor/monitor.repository.ts'
import type { MonitorTypes } from '../monitor-type/monitor-types.ts'
import { isDiscovering, ruleSections, withFound } from './rule-sections.ts'

const maxSeries = 500

export interface RuleCountersDeps {
  readonly monitors: {
    findAll(projectId: string, ids: readonly string[]): Promise<readonly MonitorRow[]>
  }
  readonly types: Pick<MonitorTypes, 'of'>
  readonly timeSeries: Pick<TimeSeries, 'labels'>
  /** Topologies of the links that are bound to a scenario of the project. */
  readonly boundLinks: (projectId: string, scenarioId: string) => Promise<readonly LinkTopology[]>
}

interface Asked {
  readonly projectId: string
  readonly scenarioId: string
  readonly monitorIds: readonly string[]
}

interface AskedSeries {
  readonly projectId: string
  readonly monitorId: string
  readonly section: string
  readonly counter: string
}

export type RuleCounters = ReturnType<typeof createRuleCounters>

export function createRuleCounters(deps: RuleCountersDeps) {
  return {
    view: (asked: Asked): Promise<RuleCountersView> => view(deps, asked),
    /** @throws AppError NotFound */
    series: (asked: AskedSeries) => series(deps, asked),
    /** Why rules of the scenario could not be judged, for its start. */
    problems: async (
      projectId: string,
      scenarioId: string,
      { sla }: ScenarioDocument,
    ): Promise<Bilingual[]> => {
      if (!sla.some(isCounterRule)) return []
      const monitorIds = sla.flatMap(({ counter }) => counter?.monitorId ?? [])
      const { monitors, sections, existing } = await view(deps, { projectId, scenarioId, monitorIds })
      return counterProblems(sla, {
        existing: new Set(existing),
        bound: new Map(monitors.map(({ id, sectionsOf: key }) => [id, countersOf(sections[key] ?? [])])),
      })
    },
    /**
     * The document with the present names and units of its counters. What a former document named already may be
     * gone, so that nothing of a form is lost.
     * @throws AppError SlaMonitorUnknown, SlaCounterUnknown
     */
    checked: (projectId: string, document: ScenarioDocument, former: ScenarioDocument | null) =>
      checked(deps, projectId, { document, former }),
  }
}

async function known(
  { monitors, types }: Pick<RuleCountersDeps, 'monitors' | 'types'>,
  projectId: string,
  ids: readonly string[],
) {
  const rows = await monitors.findAll(projectId, ids)
  return { rows, typeOf: await types.of(rows) }
}

async function view(
  deps: RuleCountersDeps,
  { projectId, scenarioId, monitorIds }: Asked,
): Promise<RuleCountersView> {
  const nodes = nodesOf(await deps.boundLinks(projectId, scenarioId))
  const { rows, typeOf } = await known(deps, projectId, [...new Set([...nodes.keys(), ...monitorIds])])
  const sections: Record<string, RuleSection[]> = {}
  const bound: RuleCountersView['monitors'] = []
  for (const row of rows) {
    const aliases = nodes.get(row.id)
    if (aliases === undefined) continue
    const type = typeOf(row)
    // What a target names itself differs from monitor to monitor.
    const isOwn = type?.sections.some(isDiscovering) === true
    const key = isOwn ? row.id : `${row.type}@${row.type_version ?? ''}`
    sections[key] ??= await sectionsOf(deps, row, type)
    bound.push({ id: row.id, name: row.name, nodes: [...aliases], sectionsOf: key })
  }
  return { monitors: bound, sections, existing: rows.map(({ id }) => id) }
}

async function series(deps: RuleCountersDeps, asked: AskedSeries): Promise<Record<string, string>[]> {
  const { rows, typeOf } = await known(deps, asked.projectId, [asked.monitorId])
  const [row] = rows
  if (row === undefined) throw new AppError('NotFound', { what: 'monitor' })
  const of = typeOf(row)?.sections.find(({ key }) => key === asked.section)
  const selector = {
    monitorId: row.id,
    section: asked.section,
    ...(!isComputed(of, asked.counter) && { counters: [asked.counter] }),
  }
  const found = await deps.timeSeries.labels([selector])
  const sets = new Map(found.map(({ labels }) => [labelKey(labels), { ...labels }]))
  return [...sets.values()].filter(labels => Object.keys(labels).length > 0).slice(0, maxSeries)
}

async function checked(
  deps: RuleCountersDeps,
  projectId: string,
  { document, former }: { readonly document: ScenarioDocument; readonly former: ScenarioDocument | null },
): Promise<ScenarioDocument> {
  if (!document.sla.some(isCounterRule)) return document
  const { rows, typeOf } = await known(
    deps,
    projectId,
    document.sla.flatMap(({ counter }) => counter?.monitorId ?? []),
  )
  const had = former?.sla.flatMap(({ counter }) => counter ?? []) ?? []
  const sla = document.sla.map((rule, at) => {
    if (rule.counter === undefined || rule.counter.monitorId === null) return rule
    const row = rows.find(({ id }) => id === rule.counter?.monitorId)
    const counter = checkedCounter(rule.counter, { at, row, type: row && typeOf(row), had })
    return { ...rule, counter }
  })
  return { ...document, sla }
}

function nodesOf(topologies: readonly LinkTopology[]): Map<string, Set<string>> {
  const nodes = new Map<string, Set<string>>()
  for (const { monitorId, alias } of topologies.flatMap(topology => topology.nodes))
    if (monitorId !== null) nodes.set(monitorId, (nodes.get(monitorId) ?? new Set()).add(alias))
  return nodes
}

async function sectionsOf(
  { timeSeries }: Pick<RuleCountersDeps, 'timeSeries'>,
  { id }: MonitorRow,
  type: MonitorType | undefined,
): Promise<RuleSection[]> {
  const own = ruleSections(type)
  const discovering = type?.sections.filter(isDiscovering) ?? []
  if (discovering.length === 0) return own
  return withFound(
    own,
    type,
    await timeSeries.labels(discovering.map(({ key }) => ({ monitorId: id, section: key }))),
  )
}

const countersOf = (sections: readonly RuleSection[]): Set<string> =>
  new Set(sections.flatMap(({ key, counters }) => counters.map(({ counter }) => `${key}.${counter}`)))

interface CheckedAgainst {
  /** Position of the rule. */
  readonly at: number
  readonly row: MonitorRow | undefined
  readonly type: MonitorType | undefined
  /** Counters of the rules that were saved before. */
  readonly had: readonly SlaCounter[]
}

/** With names and unit as the type tells them now; those of a counter that a target named itself stay as they are. */
function checkedCounter(counter: SlaCounter, { at, row, type, had }: CheckedAgainst): SlaCounter {
  const { section, counter: key } = counter
  const former = had.find(
    each => each.monitorId === counter.monitorId && each.section === section && each.counter === key,
  )
  if (row === undefined) {
    if (former === undefined) throw new AppError('SlaMonitorUnknown', { rule: at + 1 })
    const { monitorName, names, unit } = former
    return { ...counter, monitorName, names, unit }
  }
  const known = ruleSections(type)
    .find(each => each.key === section)
    ?.counters.find(each => each.counter === key)
  if (known !== undefined) return { ...counter, monitorName: row.name, names: known.names, unit: known.unit }
  const isNamedByTarget = type?.sections.some(each => each.key === section && isDiscovering(each)) === true
  if (!isNamedByTarget && former === undefined)
    throw new AppError('SlaCounterUnknown', { rule: at + 1, monitor: row.name, counter: `${section}.${key}` })
  return { ...counter, monitorName: row.name }
}
