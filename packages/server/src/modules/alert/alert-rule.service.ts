/** Rules of alert rules: names, limits, who saved first, and whether a rule can trigger at all. */
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import {
  type AlertRuleContent,
  alertLevels,
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
import type { createAlertChannelRepository } from './alert-channel.repository.ts'
import type { MonitorTypes } from '../monitor-type/monitor-types.ts'
import type { AlertIncidentRepository } from './alert-incident.repository.ts'
import { rehearseOnStored } from './alert-rehearsal.service.ts'
import type { createAlertRuleRepository, StoredAlertRule as StoredRow } from './alert-rule.repository.ts'
import { ruleNames } from './alert-rule-names.ts'
import { type AlertMonitor, isInScope } from './alert-steps.ts'

export interface AlertRuleDeps {
  readonly rules: ReturnType<typeof createAlertRuleRepository>
  readonly channels: Pick<ReturnType<typeof createAlertChannelRepository>, 'list'>
  readonly incidents: Pick<AlertIncidentRepository, 'openByRule'>
  readonly series: Pick<TimeSeries, 'query' | 'states'>
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
  const { rules, incidents, series, types, now } = deps
  const find = async (projectId: string, id: string): Promise<StoredRow> => {
    const row = await rules.find(projectId, id)
    if (row === undefined) throw new AppError('NotFound', { what: 'alertRule' })
    return row
  }
  const described = async (projectId: string, row: StoredRow): Promise<StoredAlertRule> => {
    const [open, names] = await Promise.all([
      incidents.openByRule(projectId),
      ruleNames(deps, projectId, [row.content]),
    ])
    return describedRule(row, open.get(row.id) ?? 0, names(row.content))
  }
  return {
    list: (query: RuleQuery) => listRules(deps, query),
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
    /** @throws AppError NotFound */
    rehearse: async (
      projectId: string,
      { monitorId, ruleId, content }: { monitorId: string; ruleId: string | null; content: AlertRuleContent },
    ): Promise<RehearsedSeries[]> => {
      const monitor = await rules.monitorType(projectId, monitorId)
      if (monitor === undefined) throw new AppError('NotFound', { what: 'monitor' })
      const stored = ruleId === null ? null : (await find(projectId, ruleId)).content
      const type = (await types.of([monitor]))(monitor)
      return await rehearseOnStored(series, content, {
        monitor: { id: monitor.id, type },
        stored,
        now: now(),
      })
    },
  }
}

type RuleQuery = InputOf<typeof alertRuleCalls.rules>

/** A project has so few rules that all are read. */
async function listRules(
  deps: Pick<AlertRuleDeps, 'rules' | 'incidents' | 'types'>,
  query: RuleQuery,
) {
  const { rules, incidents } = deps
  const { projectId, page, pageSize, monitorId, search, level, isEnabled } = query
  const [all, open, monitors] = await Promise.all([
    rules.all(projectId),
    incidents.openByRule(projectId),
    monitorId === null ? [] : rules.monitors(projectId),
  ])
  const monitor = monitors.find(({ id }) => id === monitorId)
  const wanted = search.toLowerCase()
  const found = all
    .filter(
      row =>
        row.name.toLowerCase().includes(wanted) &&
        (level === null || row.level === level) &&
        (isEnabled === null || row.is_enabled === isEnabled) &&
        (monitorId === null || (monitor !== undefined && isInScope(row.content, monitor))),
    )
    .map(row => ({ row, open: open.get(row.id) ?? 0 }))
    .toSorted(ruleOrder(query))
  const shown = found.slice((page - 1) * pageSize, page * pageSize)
  const names = await ruleNames(
    deps,
    projectId,
    shown.map(({ row }) => row.content),
  )
  return {
    total: found.length,
    page,
    pageSize,
    rows: shown.map(({ row, open: ofRule }) => describedRule(row, ofRule, names(row.content))),
  }
}

interface ListedRule {
  readonly row: StoredRow
  readonly open: number
}

/** Rows come by name, which remains the order of those that are equal. */
function ruleOrder({ sort, descending }: Pick<RuleQuery, 'sort' | 'descending'>) {
  const sign = descending ? -1 : 1
  const rank = ({ row, open }: ListedRule): number => {
    if (sort === 'level') return alertLevels.indexOf(row.level)
    return sort === 'open' ? open : row.updated_at
  }
  return (one: ListedRule, other: ListedRule): number =>
    sign * (sort === 'name' ? one.row.name.localeCompare(other.row.name) : rank(one) - rank(other))
}

/** Whether both evaluate the same; schedule and dependencies decide only when notices may be sent. */
const isSameEvaluation = (one: AlertRuleContent, other: AlertRuleContent): boolean =>
  isDeepStrictEqual({ ...one, schedule: null, dependsOn: [] }, { ...other, schedule: null, dependsOn: [] })

/** @throws AppError AlertNeverTriggers for a rule whose cycle is too short for each of its monitors */
async function checkTimes(
  { rules }: Pick<AlertRuleDeps, 'rules'>,
  projectId: string,
  content: AlertRuleContent,
): Promise<void> {
  const watched = (await rules.monitors(projectId)).filter((monitor: AlertMonitor) =>
    isInScope(content, monitor),
  )
  if (watched.length === 0) return
  const most = samplesPerCycle(
    content.triggerCycleMinutes,
    Math.min(...watched.map(({ frequencyMs }) => frequencyMs)),
  )
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
