/** Queries of incidents, in a project and over all, and their timeline. */
import type {
  AlertFigures,
  AlertIncident,
  AlertIncidentDetail,
  AlertMark,
  AlertTimelineEntry,
  NoticeDelivery,
  OpenAlerts,
} from '@pone/contract/entities/alert.ts'
import { maxAlertMarks, maxIncidentRuns } from '@pone/contract/entities/alert.ts'
import { type ExpressionBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'
import type { Tables } from '../../adapters/database/tables.ts'
import type { AlertIncidentTable } from './alert.table.ts'

export interface IncidentQuery {
  /** null: of all projects. */
  readonly projectId: string | null
  readonly page: number
  readonly pageSize: number
  readonly search: string
  readonly level: AlertIncidentTable['level'] | null
  readonly state: 'open' | 'closed' | 'all'
  readonly monitorId: string | null
  readonly ruleId: string | null
  readonly from: number | null
  readonly to: number | null
  /** A user; 'nobody'; null: whoever. */
  readonly assignee: string | null
}

export const incidentOf = (row: Selectable<AlertIncidentTable>): AlertIncident => ({
  id: row.id,
  ruleId: row.rule_id,
  rule: row.rule_name,
  level: row.level,
  monitorId: row.monitor_id,
  monitor: row.monitor_name,
  labels: row.labels,
  openedAt: row.opened_at,
  closedAt: row.closed_at,
  closeReason: row.close_reason,
  openedValue: row.opened_value,
  closedValue: row.closed_value,
  acknowledgedBy: row.acknowledged_by,
  acknowledgedAt: row.acknowledged_at,
  assignee: row.assignee_id === null ? null : { userId: row.assignee_id, account: row.assignee ?? '' },
  indicator: row.indicator,
  max: row.max,
  min: row.min,
  indicatorNames: row.indicator_names,
})

export type AlertIncidentRepository = ReturnType<typeof createAlertIncidentRepository>

export function createAlertIncidentRepository(database: Database) {
  return { ...incidentLists(database), ...incidentReads(database), ...incidentFigures(database) }
}

type Incidents = ExpressionBuilder<Tables, 'alert_incidents'>

/** Whether the incident was open at some time between the instants; null: without that bound. */
const overlaps = (eb: Incidents, from: number | null, to: number | null) =>
  eb.and([
    ...(from === null ? [] : [eb.or([eb('closed_at', 'is', null), eb('closed_at', '>=', from)])]),
    ...(to === null ? [] : [eb('opened_at', '<=', to)]),
  ])

function matches(eb: Incidents, query: IncidentQuery) {
  const { projectId, search, level, state, monitorId, ruleId, from, to, assignee } = query
  const pattern = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`
  const found = [overlaps(eb, from, to)]
  if (projectId !== null) found.push(eb.and([eb('alert_incidents.project_id', '=', projectId)]))
  if (level !== null) found.push(eb.and([eb('level', '=', level)]))
  if (state !== 'all') found.push(eb.and([eb('closed_at', state === 'open' ? 'is' : 'is not', null)]))
  if (monitorId !== null) found.push(eb.and([eb('monitor_id', '=', monitorId)]))
  if (ruleId !== null) found.push(eb.and([eb('rule_id', '=', ruleId)]))
  if (assignee === 'nobody') found.push(eb.and([eb('assignee_id', 'is', null)]))
  else if (assignee !== null) found.push(eb.and([eb('assignee_id', '=', assignee)]))
  if (search !== '')
    found.push(eb.or([eb('rule_name', 'ilike', pattern), eb('monitor_name', 'ilike', pattern)]))
  return eb.and(found)
}

function incidentLists(database: Database) {
  return {
    /** Newest first, each with the project that it belongs to. */
    list: async (query: IncidentQuery) => {
      const { page, pageSize } = query
      const found = database.selectFrom('alert_incidents').where(eb => matches(eb, query))
      const [{ total }, rows] = await Promise.all([
        found.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
        found
          .innerJoin('projects', 'projects.id', 'alert_incidents.project_id')
          .selectAll('alert_incidents')
          .select('projects.name as project_name')
          .orderBy('opened_at', 'desc')
          .orderBy('alert_incidents.id')
          .limit(pageSize)
          .offset((page - 1) * pageSize)
          .execute(),
      ])
      return {
        total,
        page,
        pageSize,
        rows: rows.map(row => ({
          ...incidentOf(row),
          projectId: row.project_id,
          projectName: row.project_name,
        })),
      }
    },
    /** Of these monitors, the newest that were open in the range, ascending. */
    marks: async (
      projectId: string,
      { monitorIds, from, to }: { monitorIds: readonly string[]; from: number; to: number },
    ): Promise<AlertMark[]> => {
      if (monitorIds.length === 0) return []
      const rows = await database
        .selectFrom('alert_incidents')
        .select(['id', 'rule_id', 'rule_name', 'level', 'monitor_id', 'labels', 'opened_at', 'closed_at'])
        .where('project_id', '=', projectId)
        .where('monitor_id', 'in', monitorIds)
        .where(eb => overlaps(eb, from, to))
        .orderBy('opened_at', 'desc')
        .orderBy('id')
        .limit(maxAlertMarks)
        .execute()
      return rows.toReversed().map(row => ({
        incidentId: row.id,
        ruleId: row.rule_id,
        rule: row.rule_name,
        level: row.level,
        monitorId: row.monitor_id,
        labels: row.labels,
        from: row.opened_at,
        to: row.closed_at,
      }))
    },
  }
}

const maxTransitions = 1_000
const maxDeliveries = 2_000

/** What became of the incident's notices, by the key of the transition; channels by name. */
async function deliveriesOf(
  database: Database,
  incidentId: string,
): Promise<ReadonlyMap<string, NoticeDelivery[]>> {
  const rows = await database
    .selectFrom('alert_transitions')
    .innerJoin('alert_outbox', 'alert_outbox.key', 'alert_transitions.key')
    .leftJoin('alert_channels', 'alert_channels.id', 'alert_outbox.channel_id')
    .select(['alert_transitions.key', 'alert_channels.name as channel', 'alert_outbox.state'])
    .select(['alert_outbox.attempts', 'alert_outbox.ended_at as endedAt', 'alert_outbox.held_by as heldBy'])
    .select('alert_outbox.together')
    .where('alert_transitions.incident_id', '=', incidentId)
    .where('alert_transitions.notice', 'is not', null)
    .orderBy('alert_transitions.seq')
    .orderBy('alert_channels.name')
    .limit(maxDeliveries)
    .execute()
  const byKey = new Map<string, NoticeDelivery[]>()
  for (const { key, ...delivery } of rows) byKey.set(key, [...(byKey.get(key) ?? []), delivery])
  return byKey
}

function incidentReads(database: Database) {
  return {
    find: async (projectId: string, id: string): Promise<AlertIncident | undefined> => {
      const row = await database
        .selectFrom('alert_incidents')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .executeTakeFirst()
      return row && incidentOf(row)
    },
    /** Oldest first. */
    timeline: async (incidentId: string): Promise<AlertTimelineEntry[]> => {
      const [transitions, notes, deliveries] = await Promise.all([
        database
          .selectFrom('alert_transitions')
          .select(['key', 'from_phase as from', 'to_phase as to', 'made_at as at', 'value', 'notice'])
          .select(['muted_by as mutedBy', 'muted_for as mutedFor', 'held_until as heldUntil', 'reason'])
          .where('incident_id', '=', incidentId)
          .orderBy('seq')
          .limit(maxTransitions)
          .execute(),
        database
          .selectFrom('alert_incident_notes')
          .select(['kind', 'made_at', 'made_by', 'text'])
          .where('incident_id', '=', incidentId)
          .orderBy('id')
          .execute(),
        deliveriesOf(database, incidentId),
      ])
      const noted = notes.map(({ kind, made_at: at, made_by: by, text }): AlertTimelineEntry => {
        if (kind === 'comment') return { kind, at, by, text }
        return kind === 'assignment' ? { kind, at, by, to: text === '' ? null : text } : { kind, at, by }
      })
      const moves = transitions.map(each => ({
        kind: 'transition' as const,
        ...each,
        deliveries: deliveries.get(each.key) ?? [],
      }))
      return [...moves, ...noted].toSorted((one, other) => one.at - other.at)
    },
    /** Load tests of the project that ran between the instants, newest first. */
    runsBetween: async (
      projectId: string,
      from: number,
      to: number,
    ): Promise<NonNullable<AlertIncidentDetail['runs']>> => {
      const rows = await database
        .selectFrom('runs')
        .select(['id', 'number', 'scenario_name', 'state', 'started_at', 'ended_at'])
        .where('project_id', '=', projectId)
        .where('started_at', '<=', to)
        .where(eb => eb.or([eb('ended_at', 'is', null), eb('ended_at', '>=', from)]))
        .orderBy('started_at', 'desc')
        .limit(maxIncidentRuns)
        .execute()
      return rows.map(row => ({
        id: row.id,
        number: row.number,
        scenarioName: row.scenario_name,
        state: row.state,
        startedAt: row.started_at ?? 0,
        endedAt: row.ended_at,
      }))
    },
  }
}

const countIf = (condition: ReturnType<typeof sql<SqlBool>>) =>
  sql<number>`count(*) filter (where ${condition})`
const byLevel = [
  countIf(sql`level = 'notice'`).as('notice'),
  countIf(sql`level = 'warning'`).as('warning'),
  countIf(sql`level = 'critical'`).as('critical'),
] as const

function incidentFigures(database: Database) {
  return {
    /** Notices of the incident that channels were to be told, and that were held back. */
    noticesOf: (incidentId: string): Promise<{ told: number; heldBack: number }> =>
      database
        .selectFrom('alert_transitions')
        .select([
          sql<number>`count(notice)`.as('told'),
          sql<number>`count(muted_by) filter (where notice is null)`.as('heldBack'),
        ])
        .where('incident_id', '=', incidentId)
        .executeTakeFirstOrThrow(),
    /** Of a project, or of all. */
    openCounts: async (projectId: string | null): Promise<OpenAlerts> =>
      await database
        .selectFrom('alert_incidents')
        .select(byLevel)
        .select(countIf(sql`acknowledged_at is null`).as('unacknowledged'))
        .where('closed_at', 'is', null)
        .$if(projectId !== null, rows => rows.where('project_id', '=', projectId ?? ''))
        .executeTakeFirstOrThrow(),
    /** Opened at or after the instant; of a project, or of all. */
    openedSince: async (projectId: string | null, since: number): Promise<AlertFigures['lastDay']> =>
      await database
        .selectFrom('alert_incidents')
        .select(byLevel)
        .where('opened_at', '>=', since)
        .$if(projectId !== null, rows => rows.where('project_id', '=', projectId ?? ''))
        .executeTakeFirstOrThrow(),
  }
}
