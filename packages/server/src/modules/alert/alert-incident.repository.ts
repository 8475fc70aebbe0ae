/** Queries of incidents, their timeline, and open alerts per rule. */
import type { AlertIncident } from '@pone/contract/entities/alert.ts'
import { type Selectable, sql } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'
import type { AlertIncidentTable } from './alert.table.ts'

export interface IncidentQuery {
  readonly projectId: string
  readonly page: number
  readonly pageSize: number
  readonly search: string
  readonly isOpen: boolean
}

const incidentOf = (row: Selectable<AlertIncidentTable>): AlertIncident => ({
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
})

export type AlertIncidentRepository = ReturnType<typeof createAlertIncidentRepository>

export function createAlertIncidentRepository(database: Database) {
  const find = async (projectId: string, id: string): Promise<AlertIncident | undefined> => {
    const row = await database
      .selectFrom('alert_incidents')
      .selectAll()
      .where('project_id', '=', projectId)
      .where('id', '=', id)
      .executeTakeFirst()
    return row && incidentOf(row)
  }
  return {
    ...otherQueries(database),
    find,
    list: async ({ projectId, page, pageSize, search, isOpen }: IncidentQuery) => {
      const pattern = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`
      const found = database
        .selectFrom('alert_incidents')
        .where('project_id', '=', projectId)
        .$if(isOpen, rows => rows.where('closed_at', 'is', null))
        .$if(search !== '', rows =>
          rows.where(eb => eb.or([eb('rule_name', 'ilike', pattern), eb('monitor_name', 'ilike', pattern)])),
        )
      const [{ total }, rows] = await Promise.all([
        found.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
        found
          .selectAll()
          .orderBy('opened_at', 'desc')
          .orderBy('id')
          .limit(pageSize)
          .offset((page - 1) * pageSize)
          .execute(),
      ])
      return { total, page, pageSize, rows: rows.map(incidentOf) }
    },
    timeline: (incidentId: string) =>
      database
        .selectFrom('alert_transitions')
        .select([
          'key',
          'from_phase as from',
          'to_phase as to',
          'made_at as at',
          'value',
          'notice',
          'muted_by as mutedBy',
          'reason',
        ])
        .where('incident_id', '=', incidentId)
        .orderBy('seq')
        .limit(1_000)
        .execute(),
  }
}

function otherQueries(database: Database) {
  return {
    /** The first acknowledgement is kept. */
    acknowledge: async (
      projectId: string,
      id: string,
      { at, by }: { at: number; by: string },
    ): Promise<void> => {
      await database
        .updateTable('alert_incidents')
        .set({ acknowledged_by: by, acknowledged_at: at })
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .where('acknowledged_at', 'is', null)
        .execute()
    },
    /** Number of triggered and silent alerts by rule. */
    openByRule: async (
      projectId: string,
      ruleIds: readonly string[],
    ): Promise<ReadonlyMap<string, number>> => {
      if (ruleIds.length === 0) return new Map()
      const rows = await database
        .selectFrom('alert_states')
        .select(['rule_id', sql<number>`count(*)`.as('open')])
        .where('project_id', '=', projectId)
        .where('rule_id', 'in', ruleIds)
        .where('phase', 'in', ['triggered', 'silent'])
        .groupBy('rule_id')
        .execute()
      return new Map(rows.map(row => [row.rule_id, row.open]))
    },
  }
}
