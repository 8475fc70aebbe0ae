/** Queries of who collects what: running monitors, agents that may collect, and changes of collectors. */
import { type Selectable, sql } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'
import type { Tables } from '../../adapters/database/tables.ts'
import type { MonitorTable } from './monitor.table.ts'
import { isAllotted } from './monitor-agents.repository.ts'

export type RunningMonitor = Pick<
  Selectable<MonitorTable>,
  'id' | 'project_id' | 'type' | 'type_version' | 'params' | 'agent_id'
> & { collector_id: string | null }

export type PlannedMonitor = Pick<
  Selectable<MonitorTable>,
  | 'id'
  | 'project_id'
  | 'type'
  | 'type_version'
  | 'params'
  | 'sealed_secrets'
  | 'slow_log_address'
  | 'frequency_ms'
  | 'send_interval_ms'
> & { collector_id: string; epoch: number }

export interface Reassignment {
  readonly monitorId: string
  readonly agentId: string
}

export type AssignmentRepository = ReturnType<typeof createAssignmentRepository>

export function createAssignmentRepository(database: Database) {
  return { ...assignmentReads(database), ...assignmentWrites(database) }
}

const openOnes = 'monitor_assignments.until_at'

function assignmentReads(database: Database) {
  return {
    running: (): Promise<RunningMonitor[]> =>
      database
        .selectFrom('monitors')
        .leftJoin('monitor_assignments', join =>
          join.onRef('monitor_assignments.monitor_id', '=', 'monitors.id').on(openOnes, 'is', null),
        )
        .select([
          'monitors.id',
          'monitors.project_id',
          'monitors.type',
          'monitors.type_version',
          'monitors.params',
          'monitors.agent_id',
          'monitor_assignments.agent_id as collector_id',
        ])
        .where('monitors.is_running', '=', true)
        .orderBy('monitors.id')
        .execute(),
    /** Which of these agents each project with running monitors may use. */
    allotments: (
      agentIds: readonly string[],
    ): Promise<{ project_id: string; id: string; name: string; host: string; address: string }[]> =>
      agentIds.length === 0
        ? Promise.resolve([])
        : database
            .selectFrom('load_machines')
            .innerJoin(
              database
                .selectFrom('monitors')
                .select('project_id')
                .distinct()
                .where('is_running', '=', true)
                .as('used'),
              join => join.onTrue(),
            )
            .select([
              'used.project_id',
              'load_machines.id',
              'load_machines.name',
              'load_machines.host',
              'load_machines.address',
            ])
            .where('load_machines.id', 'in', agentIds)
            .where('load_machines.revoked_at', 'is', null)
            .where(isAllotted(sql`used.project_id`))
            .execute(),
    /** What an agent collects, or these monitors wherever they are collected. */
    planned: (of: { agentId: string } | { ids: readonly string[] }): Promise<PlannedMonitor[]> =>
      database
        .selectFrom('monitors')
        .innerJoin('monitor_assignments', 'monitor_assignments.monitor_id', 'monitors.id')
        .select([
          'monitors.id',
          'monitors.project_id',
          'monitors.type',
          'monitors.type_version',
          'monitors.params',
          'monitors.sealed_secrets',
          'monitors.slow_log_address',
          'monitors.frequency_ms',
          'monitors.send_interval_ms',
          'monitor_assignments.agent_id as collector_id',
          'monitor_assignments.epoch',
        ])
        .where(openOnes, 'is', null)
        .where('monitors.is_running', '=', true)
        .$if('agentId' in of, rows =>
          rows.where('monitor_assignments.agent_id', '=', 'agentId' in of ? of.agentId : ''),
        )
        .$if('ids' in of, rows => rows.where('monitors.id', 'in', 'ids' in of ? of.ids : []))
        .execute(),
  }
}

function assignmentWrites(database: Database) {
  return {
    /** Only one server decides at a time; `decide` is not called while another one does. */
    alone: (decide: () => Promise<void>): Promise<void> =>
      database.connection().execute(async connection => {
        const { rows } = await sql<{ locked: boolean }>`
          select pg_try_advisory_lock(hashtextextended('monitor assignments', 0)) as locked`.execute(
          connection,
        )
        if (rows[0]?.locked !== true) return
        try {
          await decide()
        } finally {
          await sql`select pg_advisory_unlock(hashtextextended('monitor assignments', 0))`.execute(connection)
        }
      }),
    /** Ends who collected before at `at`, and begins a new epoch. */
    reassign: (changes: readonly Reassignment[], at: number): Promise<void> =>
      database.transaction().execute(async transaction => {
        const ids = changes.map(change => change.monitorId)
        await transaction
          .updateTable('monitor_assignments')
          .set({ until_at: at })
          .where('monitor_id', 'in', ids)
          .where('until_at', 'is', null)
          .execute()
        const rows = JSON.stringify(changes)
        // A monitor that was stopped or deleted in the meantime gets none.
        await sql`
          insert into monitor_assignments (monitor_id, epoch, agent_id, assigned_at)
          select monitors.id,
            coalesce((select max(epoch) from monitor_assignments where monitor_id = monitors.id), 0) + 1,
            change."agentId", ${at}::bigint
          from jsonb_to_recordset(${rows}::jsonb) as change ("monitorId" uuid, "agentId" uuid)
          join monitors on monitors.id = change."monitorId" and monitors.is_running
          for share of monitors`.execute(transaction)
      }),
    /** Sections answer no more from `since` on. Returns those that had another state. */
    markSections: async (
      monitorIds: readonly string[],
      cause: 'agentLost' | 'credentialLost',
      since: number,
    ): Promise<Pick<Selectable<Tables['monitor_sections']>, 'monitor_id' | 'section'>[]> =>
      database
        .updateTable('monitor_sections')
        .set({ cause, since, params: '{}', detail: '' })
        .where('monitor_id', 'in', monitorIds)
        .where('cause', 'is distinct from', cause)
        .returning(['monitor_id', 'section'])
        .execute(),
    /** Who collected what is needed only as long as an agent may still have values of it. */
    forgetBefore: async (instant: number): Promise<void> => {
      await database.deleteFrom('monitor_assignments').where('until_at', '<', instant).execute()
      await database.deleteFrom('monitor_intake').where('stored_at', '<', instant).execute()
    },
  }
}
