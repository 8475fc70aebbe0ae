/** Reads what the SLA rules of a run judge: one question to the storage of series for all of them. */

import { rawCounters } from '@pone/monitors/series/counter-values.ts'
import { cadenceOf, type MonitorSection } from '@pone/monitors/type.ts'
import { type CounterRule, isCounterRule } from '@pone/plan/scenario/scenario.ts'
import type { RuleValues } from '@pone/results/merge/rule-values.ts'
import type { RunRecord } from '@pone/results/run-record.ts'
import {
  maxSeriesPerQuery,
  type SeriesCurve,
  type SeriesSelector,
  type TimeSeries,
} from '../../adapters/time-series/time-series.ts'
import type { MonitorRow } from '../monitor/monitor.repository.ts'
import type { MonitorTypes } from '../monitor-type/monitor-types.ts'
import { ruleValues } from './rule-values.ts'

/** Collections of one series in a question; the storage answers up to 5,000 as they are. */
const collectionsPerQuestion = 4_000
/** A rate needs the collection before, and a sum the one before that. */
const collectionsBefore = 2.5
/** Beyond the time between two sends, what a batch may need on its way. */
const deliveryMs = 3_000
/** After so many collections without a value it is asked first whether there is a newer one, so that a silent monitor does not make all be read again. */
const silentCollections = 5

export interface RuleReadingDeps {
  readonly monitors: {
    findAll(projectId: string, ids: readonly string[]): Promise<readonly MonitorRow[]>
  }
  readonly types: Pick<MonitorTypes, 'of'>
  readonly timeSeries: Pick<TimeSeries, 'query' | 'latest'>
}

interface Source {
  readonly rule: CounterRule
  readonly row: MonitorRow
  readonly section: MonitorSection
  readonly cadenceMs: number
}

/**
 * Values of the run from the instants in `taken` on, by rule id, or from its start on, until `until`; all epoch ms. A
 * rule whose monitor or section is gone is left out.
 */
export async function readRuleValues(
  deps: RuleReadingDeps,
  run: Pick<RunRecord, 'projectId' | 'scenario' | 'startedAt'>,
  taken: ReadonlyMap<string, number | null>,
  until: number,
): Promise<RuleValues[]> {
  const { startedAt } = run
  const all = startedAt === null ? [] : await sourcesOf(deps, run)
  if (startedAt === null || all.length === 0) return []
  let next = new Map(all.map(({ rule }) => [rule.id, taken.get(rule.id) ?? startedAt]))
  const sources = await withNews(deps, all, next, until)
  let read = all.map(
    (source): RuleValues => ({ ...ruleValues(source.rule, { ...sourceOf(source), curves: [] }) }),
  )
  if (sources.length === 0) return read
  const step = collectionsPerQuestion * Math.min(...sources.map(({ cadenceMs }) => cadenceMs))
  next = new Map(sources.map(({ rule }) => [rule.id, next.get(rule.id) ?? startedAt]))
  for (let from = Math.min(...next.values()); ; from += step) {
    const to = Math.min(until, from + step)
    const begin = Math.min(
      ...sources.map(
        ({ rule, cadenceMs }) => Math.max(next.get(rule.id) ?? from, from) - collectionsBefore * cadenceMs,
      ),
    )
    read = joined(read, await ask(deps, sources, Math.floor(begin), to))
    if (to >= until) return read
    next = new Map()
  }
}

/** Those of which there may be values after these instants. */
async function withNews(
  { timeSeries }: Pick<RuleReadingDeps, 'timeSeries'>,
  sources: readonly Source[],
  since: ReadonlyMap<string, number>,
  until: number,
): Promise<Source[]> {
  const sinceOf = ({ rule }: Source): number => since.get(rule.id) ?? 0
  const isSilent = (source: Source): boolean =>
    until - sinceOf(source) > silentCollections * source.cadenceMs + sourceOf(source).delayMs
  const silent = new Set(sources.filter(isSilent))
  if (silent.size === 0) return [...sources]
  const newest = await timeSeries.latest([...new Set([...silent].map(({ row }) => row.id))])
  return sources.filter(
    source =>
      !silent.has(source) ||
      newest.some(
        ({ monitorId, section, slotMs }) =>
          monitorId === source.row.id && section === source.section.key && slotMs > sinceOf(source),
      ),
  )
}

const sourceOf = ({ section, cadenceMs, row }: Source) => ({
  section,
  cadenceMs,
  delayMs: row.send_interval_ms + deliveryMs,
})

async function sourcesOf(
  { monitors, types }: Pick<RuleReadingDeps, 'monitors' | 'types'>,
  { projectId, scenario }: Pick<RunRecord, 'projectId' | 'scenario'>,
): Promise<Source[]> {
  const rules = scenario.sla.filter(isCounterRule)
  const ids = rules.flatMap(({ counter }) => counter.monitorId ?? [])
  const rows = await monitors.findAll(projectId, [...new Set(ids)])
  const typeOf = await types.of(rows)
  return rules.flatMap(rule => {
    const row = rows.find(({ id }) => id === rule.counter.monitorId)
    const section = row && typeOf(row)?.sections.find(({ key }) => key === rule.counter.section)
    if (row === undefined || section === undefined) return []
    return [{ rule, row, section, cadenceMs: cadenceOf(section, row.frequency_ms) }]
  })
}

async function ask(
  { timeSeries }: Pick<RuleReadingDeps, 'timeSeries'>,
  sources: readonly Source[],
  fromMs: number,
  toMs: number,
): Promise<RuleValues[]> {
  const selectors = new Map(sources.map(source => [JSON.stringify(selectorOf(source)), selectorOf(source)]))
  const curves = await timeSeries.query({
    selectors: [...selectors.values()],
    fromMs,
    toMs: Math.max(toMs, fromMs + 1),
    points: 5_000,
    fn: 'raw',
    aggregate: 'avg',
  })
  const isCut = curves.length >= maxSeriesPerQuery
  const of = Map.groupBy(curves, ({ monitorId, section }) => `${monitorId} ${section}`)
  return sources.map(source => {
    const { rule, row, section } = source
    // With more series than the storage answers, what all of them are is not known.
    const own: readonly SeriesCurve[] =
      isCut && rule.counter.labels === null ? [] : (of.get(`${row.id} ${section.key}`) ?? [])
    return ruleValues(rule, { ...sourceOf(source), curves: own })
  })
}

function selectorOf({ rule, row, section }: Source): SeriesSelector {
  const { counter, labels } = rule.counter
  return {
    monitorId: row.id,
    section: section.key,
    counters: rawCounters(section, [counter]),
    ...(labels !== null && {
      labels: Object.fromEntries(Object.entries(labels).map(([name, value]) => [name, [value]])),
    }),
  }
}

/** Of what was read twice the first reading is kept: it knew what came before. */
function joined(before: readonly RuleValues[], after: readonly RuleValues[]): RuleValues[] {
  return before.map(former => {
    const each = after.find(({ ruleId }) => ruleId === former.ruleId)
    if (each === undefined) return former
    const last = former.at.at(-1) ?? Number.NEGATIVE_INFINITY
    const first = each.at.findIndex(at => at > last)
    if (first < 0) return former
    return {
      ...each,
      isRate: former.isRate || each.isRate,
      at: [...former.at, ...each.at.slice(first)],
      values: [...former.values, ...each.values.slice(first)],
    }
  })
}
