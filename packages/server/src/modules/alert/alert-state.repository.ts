/** Queries of states of alerts. What a step made is stored as a whole: state, incident, timeline, and notices for the channels. */
import { transitionKey } from '@pone/alerts/state.ts'
import type { IndicatorNames } from '@pone/contract/entities/alert.ts'
import type { MonitorType } from '@pone/monitors/type.ts'
import { type Selectable, sql, type Transaction } from 'kysely'
import type { Tables } from '../../adapters/database/tables.ts'
import type { MonitorTypes } from '../monitor-type/monitor-types.ts'
import type { AlertStateTable } from './alert.table.ts'
import type { Mutes } from './alert-mutes.ts'
import type { AlertNotice, NoticeContacts } from './alert-notice.ts'
import { alertKey, incidentId, isLive, type SteppedAlert, type StoredAlert } from './alert-steps.ts'
import { indicatorNames } from './indicator-names.ts'

type Writing = Transaction<Tables>

const minuteMs = 60_000

const storedAlert = (row: Selectable<AlertStateTable>): StoredAlert => ({
  ruleId: row.rule_id,
  monitorId: row.monitor_id,
  labelsHash: row.labels_hash,
  labels: row.labels,
  evaluation: row.evaluation,
  state: row.state,
})

/** All alerts of these monitors of which something is stored; until the end of the transaction no other one evaluates these monitors. */
export async function lockAlerts(
  transaction: Writing,
  monitorIds: readonly string[],
): Promise<StoredAlert[]> {
  if (monitorIds.length === 0) return []
  await sql`
    select pg_advisory_xact_lock(hashtextextended('alerts ' || id, 0))
    from (select unnest(${monitorIds.toSorted()}::text[]) as id) as monitor`.execute(transaction)
  const rows = await transaction
    .selectFrom('alert_states')
    .selectAll()
    .where('monitor_id', '=', sql<string>`any(${[...monitorIds]}::uuid[])`)
    .execute()
  return rows.map(storedAlert)
}

/** Monitors of the project that have alerts of which something is stored and which passing time, or a change of rule or monitor, can change. */
export async function monitorsToSettle(
  transaction: Writing,
  projectId: string,
  enabled: readonly { readonly id: string; readonly evaluation: number }[],
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ monitor_id: string }>`
    select distinct alert_states.monitor_id
    from alert_states
    left join jsonb_to_recordset(${JSON.stringify(enabled)}::jsonb) as rule (id uuid, evaluation integer)
      on rule.id = alert_states.rule_id
    left join monitors on monitors.id = alert_states.monitor_id
    where alert_states.project_id = ${projectId}::uuid and (
      is_live
      or (phase = 'activated' and (
        rule.id is null or not coalesce(monitors.is_running, false) or rule.evaluation <> alert_states.evaluation
      ))
    )
    limit ${limit}::int`.execute(transaction)
  return rows.map(row => row.monitor_id)
}

/** What was stored besides states. */
export interface StoredMoves {
  /** Number of notices for channels. */
  readonly notices: number
  /** Projects with transitions. */
  readonly projectIds: ReadonlySet<string>
}

export const noMoves: StoredMoves = { notices: 0, projectIds: new Set() }

/** Stores what was stepped. */
export async function storeAlerts(
  transaction: Writing,
  alerts: readonly SteppedAlert[],
  { mutes, types }: { readonly mutes: Mutes; readonly types: Pick<MonitorTypes, 'of'> },
): Promise<StoredMoves> {
  if (alerts.length === 0) return noMoves
  await storeStates(transaction, alerts)
  const moves = alerts.flatMap(alert => alert.transitions.map(transition => ({ alert, transition })))
  if (moves.length === 0) return noMoves
  const ids = [...new Set(moves.map(({ alert }) => alert.monitorId))]
  const named = await namedMonitors(transaction, ids, types)
  await storeIncidents(transaction, moves, named)
  await storeTransitions(transaction, moves, mutes)
  const notices = await storeNotices(transaction, moves, { named, mutes })
  return { notices, projectIds: new Set(moves.map(({ alert }) => alert.rule.projectId)) }
}

async function storeStates(transaction: Writing, alerts: readonly SteppedAlert[]): Promise<void> {
  const rows = alerts.map(alert => ({
    rule_id: alert.ruleId,
    monitor_id: alert.monitorId,
    labels_hash: alert.labelsHash,
    project_id: alert.rule.projectId,
    labels: alert.labels,
    evaluation: alert.evaluation,
    phase: alert.state.phase,
    is_live: isLive(alert.state),
    state: alert.state,
  }))
  await sql`
    insert into alert_states
      (rule_id, monitor_id, labels_hash, project_id, labels, evaluation, phase, is_live, state)
    select rule_id, monitor_id, labels_hash, project_id, labels, evaluation, phase, is_live, state
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (
      rule_id uuid, monitor_id uuid, labels_hash text, project_id uuid, labels jsonb, evaluation integer,
      phase text, is_live boolean, state jsonb
    )
    on conflict (monitor_id, rule_id, labels_hash) do update set
      evaluation = excluded.evaluation, phase = excluded.phase, is_live = excluded.is_live,
      state = excluded.state`.execute(transaction)
}

interface Move {
  readonly alert: SteppedAlert
  readonly transition: SteppedAlert['transitions'][number]
}

/** Whether the incident of the transition ends with it. */
const isClosing = ({ transition: { to, mutedBy, from } }: Move): boolean =>
  to !== 'triggered' && to !== 'silent' && mutedBy !== 'flapping' && from !== 'deactivated'

async function storeIncidents(
  transaction: Writing,
  moves: readonly Move[],
  named: ReadonlyMap<string, NamedMonitor>,
): Promise<void> {
  const opened = moves.filter(({ transition }) => transition.to === 'triggered')
  if (opened.length > 0)
    await transaction
      .insertInto('alert_incidents')
      .values(
        opened.map(({ alert, transition }) => ({
          id: incidentId(alert, transition.incident),
          project_id: alert.rule.projectId,
          rule_id: alert.ruleId,
          rule_name: alert.rule.name,
          level: alert.rule.level,
          monitor_id: alert.monitorId,
          monitor_name: named.get(alert.monitorId)?.name ?? '',
          labels: JSON.stringify(alert.labels),
          number: transition.incident,
          opened_at: transition.now,
          opened_value: transition.value,
          indicator: JSON.stringify(alert.rule.content.indicator),
          max: alert.rule.content.max,
          min: alert.rule.content.min,
          indicator_names: namesOf(alert, named),
        })),
      )
      .onConflict(conflict => conflict.column('id').doNothing())
      .execute()
  for (const move of moves) {
    const { alert, transition } = move
    if (transition.incident === 0 || !isClosing(move)) continue
    await transaction
      .updateTable('alert_incidents')
      .set({ closed_at: transition.now, closed_value: transition.value, close_reason: transition.reason })
      .where('id', '=', incidentId(alert, transition.incident))
      .where('closed_at', 'is', null)
      .execute()
  }
}

/** As JSON; null: the type of the monitor does not name what the rule compares. */
function namesOf({ monitorId, rule }: SteppedAlert, named: ReadonlyMap<string, NamedMonitor>): string | null {
  const names = indicatorNames(named.get(monitorId)?.type, rule.content.indicator)
  return names === undefined ? null : JSON.stringify(names)
}

async function storeTransitions(transaction: Writing, moves: readonly Move[], mutes: Mutes): Promise<void> {
  await transaction
    .insertInto('alert_transitions')
    .values(
      moves.map(({ alert, transition: each }) => ({
        key: transitionKey(alertKey(alert), each.seq),
        project_id: alert.rule.projectId,
        incident_id: each.incident === 0 ? null : incidentId(alert, each.incident),
        seq: each.seq,
        from_phase: each.from,
        to_phase: each.to,
        made_at: each.now,
        sample_at: each.at,
        value: each.value,
        notice: each.notice,
        muted_by: each.mutedBy,
        muted_for:
          each.mutedBy === 'dependency' ? mutes.blockersOf(alert.rule, alert.monitorId).join(', ') : null,
        held_until: heldUntil({ alert, transition: each }, mutes),
        reason: each.reason,
      })),
    )
    .execute()
}

/** Until when the schedule holds the notice back, or until when a trigger silences the alert; null: not known, or neither. */
function heldUntil({ alert: { rule }, transition: { to, now, mutedBy } }: Move, mutes: Mutes): number | null {
  if (mutedBy === 'maintenance' || mutedBy === 'outsideHours') return mutes.endOf(rule)
  if (to !== 'triggered' || mutedBy === 'dependency') return null
  return now + rule.content.silentCycleMinutes * minuteMs
}

/** Returns the number of notices. */
async function storeNotices(
  transaction: Writing,
  moves: readonly Move[],
  { named, mutes }: Pick<NoticeMakings, 'named' | 'mutes'>,
): Promise<number> {
  const told = moves.filter(({ transition }) => transition.notice !== null)
  const ids = [...new Set(told.map(({ alert, transition }) => incidentId(alert, transition.incident)))]
  const openings =
    ids.length === 0
      ? []
      : await transaction
          .selectFrom('alert_incidents')
          .select(['id', 'opened_at', 'monitor_name', 'indicator_names'])
          .where('id', 'in', ids)
          .execute()
  const incidents = new Map(openings.map(row => [row.id, row]))
  const rows = told.flatMap(({ alert, transition }) => {
    const content = noticeOf({ alert, transition }, { named, mutes, incidents })
    return alert.rule.channelIds.map(channelId => ({
      project_id: alert.rule.projectId,
      key: content.key,
      channel_id: channelId,
      content: JSON.stringify(content),
      made_at: transition.now,
      next_at: transition.now,
    }))
  })
  if (rows.length > 0) await transaction.insertInto('alert_outbox').values(rows).execute()
  return rows.length
}

interface NoticeMakings {
  readonly named: ReadonlyMap<string, NamedMonitor>
  readonly mutes: Mutes
  readonly incidents: ReadonlyMap<string, NotedIncident>
}

interface NotedIncident {
  readonly opened_at: number
  /** Also of a monitor that was deleted since. */
  readonly monitor_name: string
  readonly indicator_names: IndicatorNames | null
}

function noticeOf({ alert, transition }: Move, { named, mutes, incidents }: NoticeMakings): AlertNotice {
  const { rule } = alert
  const monitor = named.get(alert.monitorId)
  const id = incidentId(alert, transition.incident)
  const incident = incidents.get(id)
  return {
    key: transitionKey(alertKey(alert), transition.seq),
    kind: transition.notice ?? 'triggered',
    incidentId: id,
    projectId: rule.projectId,
    rule: rule.name,
    level: rule.level,
    monitorId: alert.monitorId,
    monitor: monitor?.name ?? incident?.monitor_name ?? '',
    labels: alert.labels,
    ruleLabels: rule.labels,
    indicator: rule.content.indicator,
    indicatorNames: incident?.indicator_names ?? indicatorNames(monitor?.type, rule.content.indicator),
    max: rule.content.max,
    min: rule.content.min,
    value: transition.value,
    at: transition.at,
    madeAt: transition.now,
    openedAt: incident?.opened_at ?? transition.now,
    reason: transition.reason,
    silenced: isTriggering(transition) ? mutes.silencedBy(alert.monitorId) : [],
    contacts: monitor?.contacts ?? { emails: [], phones: [] },
  }
}

const isTriggering = ({ notice }: Move['transition']): boolean =>
  notice === 'triggered' || notice === 'flapping'

/** What incidents and notices tell of a monitor. */
interface NamedMonitor {
  readonly name: string
  /** undefined: not known. */
  readonly type: MonitorType | undefined
  readonly contacts: NoticeContacts
}

async function namedMonitors(
  transaction: Writing,
  ids: readonly string[],
  types: Pick<MonitorTypes, 'of'>,
): Promise<ReadonlyMap<string, NamedMonitor>> {
  const rows = await transaction
    .selectFrom('monitors')
    .select(['id', 'name', 'type', 'type_version', 'notification_emails', 'notification_phones'])
    .where('id', 'in', ids)
    .execute()
  const typeOf = await types.of(rows, transaction)
  return new Map(
    rows.map(row => [
      row.id,
      {
        name: row.name,
        type: typeOf(row),
        contacts: { emails: row.notification_emails, phones: row.notification_phones },
      },
    ]),
  )
}
