/**
 * What follows from time: ends of silences, no data, availability, and alerts whose rule or monitor was switched off,
 * changed or deleted. One server at a time does it for a project.
 */
import { isBreach, type ValueTiming, valueDelayMs } from '@pone/alerts/rule.ts'
import type { AlertEvent } from '@pone/alerts/state.ts'
import { sql, type Transaction } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'
import type { Tables } from '../../adapters/database/tables.ts'
import type { TimeSeries } from '../../adapters/time-series/time-series.ts'
import type { MonitorTypes } from '../monitor-type/monitor-types.ts'
import type { MuteMemory, Mutes } from './alert-mutes.ts'
import { removeDeletedRules } from './alert-rule.repository.ts'
import {
  lockAlerts,
  monitorsToSettle,
  noMoves,
  type StoredMoves,
  storeAlerts,
} from './alert-state.repository.ts'
import {
  type AlertMonitor,
  AlertSteps,
  type EvaluatedRule,
  isInScope,
  isLive,
  labelsHash,
  type StoredAlert,
} from './alert-steps.ts'
import { timedValuesMs } from './past-by-time.ts'
import type { RuleMemory } from './rule-memory.ts'
import { isByTime, valueTiming } from './value-timing.ts'

/** After a pause of this length the server itself was away, and silence of monitors is counted anew. */
const awayMs = 60_000
const monitorsAtOnce = 1_000

export interface AlertTicksDeps {
  readonly database: Database
  readonly series: Pick<TimeSeries, 'labels'>
  readonly rules: RuleMemory
  readonly mutes: MuteMemory
  readonly types: Pick<MonitorTypes, 'of'>
  readonly now: () => number
  /** Called after the commit of transitions. */
  readonly onMoves: (moves: StoredMoves) => void
}

interface TickedMonitor extends AlertMonitor {
  readonly isRunning: boolean
  readonly runningSince: number
  readonly state: string
  readonly lastAt: number | null
}

export class AlertTicks {
  readonly #deps: AlertTicksDeps
  #tickedAt = 0
  #awakeSince = 0

  constructor(deps: AlertTicksDeps) {
    this.#deps = deps
  }

  async tick(): Promise<void> {
    const { database, now } = this.#deps
    const at = now()
    if (at - this.#tickedAt > awayMs) this.#awakeSince = at
    this.#tickedAt = at
    const projects = await database.selectFrom('alert_rule_versions').select('project_id').execute()
    for (const { project_id: projectId } of projects) await this.#tickProject(projectId, at)
  }

  async #tickProject(projectId: string, now: number): Promise<void> {
    const moves = await this.#deps.database.transaction().execute(async transaction => {
      const { rows } = await sql<{ is_mine: boolean }>`
        select pg_try_advisory_xact_lock(hashtextextended(${`alert ticks ${projectId}`}, 0)) as is_mine`.execute(
        transaction,
      )
      if (rows[0]?.is_mine !== true) return noMoves
      const rules = (await this.#deps.rules.read(transaction, [projectId])).get(projectId)?.rules ?? []
      const enabled = rules.filter(rule => rule.isEnabled)
      await removeDeletedRules(transaction, projectId)
      const timed = enabled.filter(({ content: { indicator } }) => isByTime(indicator))
      const settled = await monitorsToSettle(transaction, projectId, enabled, monitorsAtOnce)
      const monitors = await tickedMonitors(
        transaction,
        this.#deps.types,
        projectId,
        timed.length > 0 ? null : settled,
      )
      const watched = timed.length > 0 ? monitors.map(({ id }) => id) : []
      const ids = [...new Set([...settled, ...watched])]
      if (ids.length === 0) return noMoves
      const stored = await lockAlerts(transaction, ids)
      const steps = new AlertSteps(stored)
      const mutes = await this.#deps.mutes.read(transaction, [projectId], now)
      const context = { steps, rules, mutes, now, monitors: new Map(monitors.map(each => [each.id, each])) }
      const gone = await this.#goneOf(stored, context)
      for (const alert of stored) settle(alert, context, gone)
      for (const rule of timed) for (const monitor of monitors) this.#watch(rule, monitor, context)
      return await storeAlerts(transaction, steps.changed(), { mutes, types: this.#deps.types })
    })
    if (moves.projectIds.size > 0) this.#deps.onMoves(moves)
  }

  /** Open alerts whose label set the target no longer has, though their section is collected. */
  async #goneOf(
    stored: readonly StoredAlert[],
    { now, monitors }: TickContext,
  ): Promise<ReadonlySet<string>> {
    const suspects = stored.filter(({ monitorId, labels, state }) => {
      const monitor = monitors.get(monitorId)
      const isOld =
        state.lastAt !== null && now - state.lastAt > (monitor === undefined ? 0 : valueDelayMs(monitor))
      return isLive(state) && isOld && monitor?.isRunning === true && Object.keys(labels).length > 0
    })
    if (suspects.length === 0) return new Set()
    const ids = [...new Set(suspects.map(each => each.monitorId))]
    const sets = await this.#deps.series.labels(ids.map(monitorId => ({ monitorId })))
    const present = new Set(
      sets.flatMap(each => (each.isGone ? [] : [`${each.monitorId} ${labelsHash(each.labels)}`])),
    )
    return new Set(
      suspects.map(each => `${each.monitorId} ${each.labelsHash}`).filter(key => !present.has(key)),
    )
  }

  #watch(rule: EvaluatedRule, monitor: TickedMonitor, { steps, now, mutes }: TickContext): void {
    const value = this.#valueOf(rule, monitor, now)
    if (!monitor.isRunning || value === null || !isInScope(rule.content, monitor)) return
    const key = { ruleId: rule.id, monitorId: monitor.id, labelsHash: labelsHash({}), labels: {} }
    if (!isBreach(value, rule.content) && steps.isAtRest(key)) return
    const at = Math.floor(now / timedValuesMs) * timedValuesMs
    steps.take(key, rule, valueTimingOf(rule, monitor), {
      kind: 'sample',
      at,
      now,
      value,
      muted: mutes.causeOf(rule, monitor.id),
    })
  }

  #valueOf({ content: { indicator } }: EvaluatedRule, monitor: TickedMonitor, now: number): number | null {
    if (indicator.kind === 'noData') {
      const since = Math.max(monitor.lastAt ?? 0, monitor.runningSince, this.#awakeSince)
      return Math.max(0, Math.round((now - since) / 1_000))
    }
    if (monitor.state === 'down') return 0
    return monitor.state === 'up' || monitor.state === 'partly' ? 1 : null
  }
}

interface TickContext {
  readonly steps: AlertSteps
  readonly rules: readonly EvaluatedRule[]
  readonly mutes: Mutes
  readonly now: number
  readonly monitors: ReadonlyMap<string, TickedMonitor>
}

function settle(alert: StoredAlert, context: TickContext, gone: ReadonlySet<string>): void {
  const { steps, rules, mutes, now, monitors } = context
  if (alert.state.phase === 'deactivated' || alert.state.phase === 'deactivatedNotified') return
  const rule = rules.find(each => each.id === alert.ruleId)
  if (rule === undefined) return
  const monitor = monitors.get(alert.monitorId)
  const end = (reason: Extract<AlertEvent, { kind: 'deactivate' }>['reason']): void =>
    steps.take(alert, rule, valueTimingOf(rule, monitor), { kind: 'deactivate', now, reason })
  if (monitor === undefined) end('monitorDeleted')
  else if (!rule.isEnabled) end('switchedOff')
  else if (!monitor.isRunning) end('monitorStopped')
  else if (!isInScope(rule.content, monitor) || gone.has(`${alert.monitorId} ${alert.labelsHash}`))
    end('gone')
  else {
    const muted = mutes.causeOf(rule, monitor.id)
    steps.take(alert, rule, valueTimingOf(rule, monitor), { kind: 'tick', now, muted })
  }
}

/** Of a monitor that is gone no value is expected. */
const valueTimingOf = ({ content }: EvaluatedRule, monitor: TickedMonitor | undefined): ValueTiming =>
  monitor === undefined
    ? { expectedMs: 0, cadenceMs: 0 }
    : valueTiming(content.indicator, { ...monitor, type: monitor.definition })

async function tickedMonitors(
  transaction: Transaction<Tables>,
  types: Pick<MonitorTypes, 'of'>,
  projectId: string,
  ids: readonly string[] | null,
): Promise<TickedMonitor[]> {
  if (ids?.length === 0) return []
  const rows = await transaction
    .selectFrom('monitors')
    .innerJoin('monitor_current', 'monitor_current.monitor_id', 'monitors.id')
    .select([
      'monitors.id',
      'monitors.type',
      'monitors.type_version',
      'monitors.frequency_ms',
      'monitors.group_id',
      'monitors.is_running',
      'monitors.running_since',
      'monitors.send_interval_ms',
      'monitors.receive_interval_ms',
      'monitor_current.state',
      'monitor_current.last_at',
    ])
    .where('monitors.project_id', '=', projectId)
    .$if(ids !== null, query => query.where('monitors.id', 'in', ids ?? []))
    .execute()
  const typeOf = await types.of(rows, transaction)
  return rows.map(row => ({
    id: row.id,
    projectId,
    type: row.type,
    groupId: row.group_id,
    expectedMs: Math.max(row.send_interval_ms, row.receive_interval_ms),
    frequencyMs: row.frequency_ms,
    definition: typeOf(row),
    isRunning: row.is_running,
    runningSince: row.running_since ?? 0,
    state: row.state,
    lastAt: row.last_at,
  }))
}
