/** Rules of alert rules: names, limits, who saved first, and whether a rule can trigger at all. */
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import {
  type AlertRuleContent,
  alertRuleContentSchema,
  type alertRuleSchema,
  samplesPerCycle,
} from '@pone/alerts/rule.ts'
import type { InputOf } from '@pone/contract/call.ts'
import type { alertRuleCalls } from '@pone/contract/calls/alert.ts'
import {
  type IndicatorNames,
  maxAlertRules,
  type RehearsedSeries,
  type StoredAlertRule,
} from '@pone/contract/entities/alert.ts'
import { AppError } from '@pone/contract/errors.ts'
import type { z } from 'zod'
import { isUniqueViolation } from '../../adapters/database/database-error.ts'
import type { TimeSeries } from '../../adapters/time-series/time-series.ts'
import type { MonitorTypes } from '../monitor-type/monitor-types.ts'
import type { createAlertChannelRepository } from './alert-channel.repository.ts'
import { rehearseOnStored } from './alert-rehearsal.service.ts'
import type { createAlertRuleRepository, StoredAlertRule as StoredRow } from './alert-rule.repository.ts'
import { ruleNames } from './alert-rule-names.ts'
import { isInScope } from './alert-steps.ts'
import { createRulesWithoutValues } from './rules-without-values.ts'
import { valueTiming } from './value-timing.ts'

export interface AlertRuleDeps {
  readonly rules: ReturnType<typeof createAlertRuleRepository>
  readonly channels: Pick<ReturnType<typeof createAlertChannelRepository>, 'list'>
  readonly series: Pick<TimeSeries, 'latest' | 'query' | 'states'>
  readonly types: MonitorTypes
  readonly now: () => number
}

export interface RuleSave {
  readonly id: string | null
  readonly revision: number
  readonly rule: z.infer<typeof alertRuleSchema>
}

export type AlertRuleService = ReturnType<typeof createAlertRuleService>

export function createAlertRuleService(deps: AlertRuleDeps) {
  const { rules, now } = deps
  const find = (projectId: string, id: string): Promise<StoredRow> => findRule(deps, projectId, id)
  const described = async (projectId: string, row: StoredRow): Promise<StoredAlertRule> => {
    const [open, names] = await Promise.all([
      rules.openOf(projectId, row.id),
      ruleNames(deps, projectId, [row.content]),
    ])
    return describedRule(row, open, names(row.content))
  }
  return {
    list: (query: RuleQuery) => listRules(deps, query),
    /** @throws AppError NotFound */
    get: async (projectId: string, id: string): Promise<StoredAlertRule> =>
      await described(projectId, await find(projectId, id)),
    /** @throws AppError NotFound, EditedMeanwhile, NameExists, AlertRulesExceeded, AlertNeverTriggers */
    save: async (
      projectId: string,
      by: string,
      { id, revision, rule }: RuleSave,
    ): Promise<StoredAlertRule> => {
      await checkTimes(deps, projectId, rule.content)
      await checkChannels(deps, projectId, rule.channelIds)
      const stored = id === null ? null : await find(projectId, id)
      const hasChanged = stored !== null && !isSameEvaluation(stored.content, rule.content)
      const written = {
        ...rule,
        projectId,
        id: id ?? randomUUID(),
        evaluation: (stored?.evaluation ?? 1) + (hasChanged ? 1 : 0),
        at: now(),
        by,
      }
      const isStored = await withNameFault(rule.name, () =>
        stored === null ? rules.insert(written, maxAlertRules) : rules.update(written, revision),
      )
      if (!isStored && stored === null) throw new AppError('AlertRulesExceeded', { limit: maxAlertRules })
      const row = await find(projectId, written.id)
      if (!isStored)
        throw new AppError('EditedMeanwhile', {
          editor: row.updated_by,
          at: row.updated_at,
          revision: row.revision,
        })
      return await described(projectId, row)
    },
    /** Returns their names. @throws AppError NotFound, then none is deleted */
    delete: async (projectId: string, ids: readonly string[]): Promise<string[]> => {
      const names = await rules.delete(projectId, ids)
      if (names.length === 0) throw new AppError('NotFound', { what: 'alertRule' })
      return names
    },
    /** Returns their names. @throws AppError NotFound, then none is changed */
    setEnabled: async (
      projectId: string,
      ids: readonly string[],
      { isEnabled, by }: { isEnabled: boolean; by: string },
    ): Promise<string[]> => {
      const names = await rules.setEnabled(projectId, ids, { isEnabled, by, at: now() })
      if (names.length === 0) throw new AppError('NotFound', { what: 'alertRule' })
      return names
    },
    /** Those that get no values from some of their monitors. */
    withoutValues: createRulesWithoutValues(deps),
    /** @throws AppError NotFound */
    rehearse: (projectId: string, asked: AskedRehearsal): Promise<RehearsedSeries[]> =>
      rehearseAsked(deps, projectId, asked),
  }
}

/** @throws AppError NotFound */
async function findRule(
  { rules }: Pick<AlertRuleDeps, 'rules'>,
  projectId: string,
  id: string,
): Promise<StoredRow> {
  const row = await rules.find(projectId, id)
  if (row === undefined) throw new AppError('NotFound', { what: 'alertRule' })
  return row
}

interface AskedRehearsal {
  readonly monitorId: string
  /** null: there is no stored rule. */
  readonly ruleId: string | null
  readonly content: AlertRuleContent
}

/** @throws AppError NotFound */
async function rehearseAsked(
  deps: AlertRuleDeps,
  projectId: string,
  { monitorId, ruleId, content }: AskedRehearsal,
): Promise<RehearsedSeries[]> {
  const { rules, series, types, now } = deps
  const monitor = await rules.monitor(projectId, monitorId)
  if (monitor === undefined) throw new AppError('NotFound', { what: 'monitor' })
  const stored = ruleId === null ? null : (await findRule(deps, projectId, ruleId)).content
  const type = (await types.of([monitor]))(monitor)
  const { id, frequency_ms: frequencyMs, send_interval_ms, receive_interval_ms } = monitor
  const expectedMs = Math.max(send_interval_ms, receive_interval_ms)
  const rehearsed = { id, type, frequencyMs, expectedMs }
  return await rehearseOnStored(series, content, { monitor: rehearsed, stored, now: now() })
}

type RuleQuery = InputOf<typeof alertRuleCalls.rules>

/** Of a monitor that the project does not have there are no rules. */
async function listRules(deps: Pick<AlertRuleDeps, 'rules' | 'types'>, query: RuleQuery) {
  const { projectId, monitorId, page, pageSize } = query
  const monitor = monitorId === null ? null : await deps.rules.monitor(projectId, monitorId)
  if (monitor === undefined) return { total: 0, page, pageSize, rows: [] }
  const { total, rows } = await deps.rules.list({ ...query, monitor })
  const contents = rows.map(({ content }) => content)
  const names = await ruleNames(deps, projectId, contents)
  return {
    total,
    page,
    pageSize,
    rows: rows.map(row => describedRule(row, row.open, names(row.content))),
  }
}

/** Whether both evaluate the same; schedule and dependencies decide only when notices may be sent. */
const isSameEvaluation = (one: AlertRuleContent, other: AlertRuleContent): boolean =>
  isDeepStrictEqual({ ...one, schedule: null, dependsOn: [] }, { ...other, schedule: null, dependsOn: [] })

/** @throws AppError AlertNeverTriggers for a rule whose cycle is too short for each of its monitors */
async function checkTimes(
  { rules, types }: Pick<AlertRuleDeps, 'rules' | 'types'>,
  projectId: string,
  content: AlertRuleContent,
): Promise<void> {
  const watched = (await rules.monitors(projectId)).filter(monitor => isInScope(content, monitor))
  if (watched.length === 0) return
  const typeOf = await types.of(watched.map(({ ref }) => ref))
  const cadences = watched.map(
    monitor => valueTiming(content.indicator, { ...monitor, type: typeOf(monitor.ref) }).cadenceMs,
  )
  const most = samplesPerCycle(content.triggerCycleMinutes, Math.min(...cadences))
  if (most < content.times) throw new AppError('AlertNeverTriggers', { most, times: content.times })
}

/** @throws AppError NotFound for a channel that the project does not have */
async function checkChannels(
  { channels }: Pick<AlertRuleDeps, 'channels'>,
  projectId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  const own = new Set((await channels.list(projectId)).map(({ id }) => id))
  if (ids.some(id => !own.has(id))) throw new AppError('NotFound', { what: 'alertChannel' })
}

/** @throws AppError NameExists */
async function withNameFault<T>(name: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (cause) {
    if (isUniqueViolation(cause)) throw new AppError('NameExists', { name }, { cause })
    throw cause
  }
}

const describedRule = (
  row: StoredRow,
  open: number,
  indicatorNames: IndicatorNames | null,
): StoredAlertRule => ({
  id: row.id,
  revision: row.revision,
  name: row.name,
  isEnabled: row.is_enabled,
  level: row.level,
  labels: row.labels,
  channelIds: row.channel_ids,
  content: alertRuleContentSchema.parse(row.content),
  open,
  indicatorNames,
  updatedBy: row.updated_by,
  updatedAt: row.updated_at,
})
