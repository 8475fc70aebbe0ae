/**
 * Enabled rules that compare nothing at present: of a monitor that runs, what they compare had no value for two receive
 * intervals, so that they can neither trigger nor recover there.
 */
import { isOnSamples, sectionOf } from '@pone/alerts/indicator.ts'
import { recentMsOf } from '@pone/alerts/rule.ts'
import type { RuleWithoutValues } from '@pone/contract/entities/alert.ts'
import type { MonitorType } from '@pone/monitors/type.ts'
import type { LatestRow, TimeSeries } from '../../adapters/time-series/time-series.ts'
import type { MonitorTypes } from '../monitor-type/monitor-types.ts'
import type { createAlertRuleRepository, RunningMonitor, WatchedRule } from './alert-rule.repository.ts'
import { isInScope } from './alert-steps.ts'
import { figuresOf, previousRows, sectionKey } from './collected-rows.ts'
import { indicatorSources } from './indicator-values.ts'
import { pastValues } from './past-values.ts'
import { valueTiming } from './value-timing.ts'

/** Who asks again sooner gets the same answer. */
const keptMs = 10_000
/** Stored values are read of so many monitors at most; of others the newest row decides. */
const maxReadAgain = 50
const shownNames = 5

export interface RulesWithoutValuesDeps {
  readonly rules: Pick<ReturnType<typeof createAlertRuleRepository>, 'enabled' | 'running'>
  readonly series: Pick<TimeSeries, 'latest' | 'query' | 'states'>
  readonly types: Pick<MonitorTypes, 'of'>
  readonly now: () => number
}

interface Watched {
  readonly monitor: RunningMonitor
  readonly type: MonitorType | undefined
}

/** The returned function answers by project, in the order of the names of the rules. */
export function createRulesWithoutValues(deps: RulesWithoutValuesDeps) {
  const kept = new Map<string, { readonly at: number; readonly found: Promise<RuleWithoutValues[]> }>()
  return async (projectId: string): Promise<RuleWithoutValues[]> => {
    const known = kept.get(projectId)
    const now = deps.now()
    if (known !== undefined && now - known.at < keptMs && now >= known.at) return await known.found
    for (const [id, { at }] of kept) if (now - at >= keptMs) kept.delete(id)
    const found = find(deps, projectId)
    kept.set(projectId, { at: now, found })
    try {
      return await found
    } catch (cause) {
      kept.delete(projectId)
      throw cause
    }
  }
}

async function find(deps: RulesWithoutValuesDeps, projectId: string): Promise<RuleWithoutValues[]> {
  const { rules, types, series, now } = deps
  const enabled = (await rules.enabled(projectId)).filter(({ content }) => isOnSamples(content.indicator))
  if (enabled.length === 0) return []
  const running = await rules.running(projectId)
  const typeOf = await types.of(running.map(({ ref }) => ref))
  const watched = running.map((monitor): Watched => ({ monitor, type: typeOf(monitor.ref) }))
  const scopes = enabled.map(rule => ({
    rule,
    watched: watched.filter(each => isWatched(rule, each, now())),
  }))
  const ids = new Set(scopes.flatMap(scope => scope.watched.map(({ monitor }) => monitor.id)))
  if (ids.size === 0) return []
  const latest = Map.groupBy(await series.latest([...ids]), sectionKey)
  let readAgain = 0
  const found: RuleWithoutValues[] = []
  for (const { rule, watched: all } of scopes) {
    const silent: RunningMonitor[] = []
    for (const each of all) {
      const state = newestState(rule, each, { latest, now: now() })
      if (state === 'value') continue
      const isAgain = state === 'unknown' && readAgain < maxReadAgain
      if (isAgain) readAgain += 1
      if (!isAgain || !(await hasPastValue(deps, rule, each))) silent.push(each.monitor)
    }
    if (silent.length > 0) found.push(described(rule, silent, all.length))
  }
  return found
}

const described = (rule: WatchedRule, silent: readonly RunningMonitor[], of: number): RuleWithoutValues => ({
  id: rule.id,
  name: rule.name,
  monitors: silent.length,
  of,
  names: silent.map(({ name }) => name).slice(0, shownNames),
})

/** A monitor that has run for so long that a value, and a rate, is to be expected; a group also holds monitors without the section. */
function isWatched({ content }: WatchedRule, { monitor, type }: Watched, now: number): boolean {
  if (!isInScope(content, monitor)) return false
  const hasSection = type?.sections.some(({ key }) => key === sectionOf(content.indicator)) ?? false
  if (content.scope.kind === 'group' && !hasSection) return false
  const timing = valueTiming(content.indicator, { ...monitor, type })
  return now - monitor.runningSince > recentMsOf(timing) + timing.cadenceMs
}

/** `unknown`: there is a recent row, which does not tell what is compared. */
function newestState(
  { content }: WatchedRule,
  { monitor, type }: Watched,
  { latest, now }: { readonly latest: ReadonlyMap<string, readonly LatestRow[]>; readonly now: number },
): 'value' | 'unknown' | 'none' {
  const key = sectionOf(content.indicator) ?? ''
  const parts = latest.get(sectionKey({ monitorId: monitor.id, section: key })) ?? []
  const [first] = parts
  const row = previousRows(parts).get(sectionKey({ monitorId: monitor.id, section: key }))
  const recentMs = recentMsOf(valueTiming(content.indicator, { ...monitor, type }))
  if (first === undefined || row === undefined || row.slotMs < now - recentMs) return 'none'
  const before = parts.flatMap(({ previous, part }) =>
    previous === null ? [] : [{ ...first, ...previous, part, previous: null }],
  )
  const layout = { ...first, projectId: '', part: 0, series: row.series }
  const figureOf = figuresOf(
    { layout, slotMs: row.slotMs, values: row.values },
    previousRows(before).get(sectionKey(first)),
  )
  const section = type?.sections.find(each => each.key === key)
  const series = row.series.map((each, index) => ({ ...each, index }))
  const sources = indicatorSources(content, section, series)
  return sources.some(({ valueBy }) => !Number.isNaN(valueBy(figureOf))) ? 'value' : 'unknown'
}

async function hasPastValue(
  { series, now }: RulesWithoutValuesDeps,
  { content }: WatchedRule,
  { monitor, type }: Watched,
): Promise<boolean> {
  const to = now() + 1
  const from = to - recentMsOf(valueTiming(content.indicator, { ...monitor, type }))
  const { id, frequencyMs } = monitor
  const past = await pastValues(series, content, { monitor: { id, type, frequencyMs }, from, to })
  return past.some(({ values }) => values.some(value => value !== null))
}
