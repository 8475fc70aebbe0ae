/** Queries of the intake: whose values an agent may report, which batches are stored, and the present states of sections. */
import type { MonitorCause } from '@pone/contract/entities/monitor.ts'
import { sql, type Transaction } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'
import type { Tables } from '../../adapters/database/tables.ts'

/** A time in which the agent collects a monitor. */
export interface IntakeRight {
  readonly monitor_id: string
  readonly project_id: string
  readonly type: string
  readonly type_version: number | null
  readonly group_id: string | null
  readonly frequency_ms: number
  readonly frequency_in_force_ms: number
  readonly send_interval_ms: number
  readonly receive_interval_ms: number
  readonly assigned_at: number
  readonly until_at: number | null
}

export interface SectionNote {
  readonly monitorId: string
  readonly section: string
  readonly answersAvailability: boolean
  /** undefined: the state stays, only the instant of the newest values moves. */
  readonly state:
    | { readonly cause: MonitorCause | null; readonly params: object; readonly detail: string }
    | undefined
  readonly at: number
  readonly lastAt: number | null
}

export interface TableNote {
  readonly monitorId: string
  readonly section: string
  readonly slot: number
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

export type IntakeRepository = ReturnType<typeof createIntakeRepository>

export function createIntakeRepository(database: Database) {
  return {
    ...silenceQueries(database),
    rights: (agentId: string, monitorIds: readonly string[]): Promise<IntakeRight[]> =>
      monitorIds.length === 0
        ? Promise.resolve([])
        : database
            .selectFrom('monitor_assignments')
            .innerJoin('monitors', 'monitors.id', 'monitor_assignments.monitor_id')
            .select([
              'monitor_assignments.monitor_id',
              'monitors.project_id',
              'monitors.type',
              'monitors.type_version',
              'monitors.group_id',
              'monitors.frequency_ms',
              'monitors.frequency_in_force_ms',
              'monitors.send_interval_ms',
              'monitors.receive_interval_ms',
              'monitor_assignments.assigned_at',
              'monitor_assignments.until_at',
            ])
            .where('monitor_assignments.agent_id', '=', agentId)
            .where('monitor_assignments.monitor_id', '=', sql<string>`any(${[...monitorIds]}::uuid[])`)
            .execute(),
    /** Sections of these monitors that count as lost with their agent or as without data, and since when. */
    lostSections: (
      monitorIds: readonly string[],
    ): Promise<{ monitor_id: string; section: string; since: number }[]> =>
      monitorIds.length === 0
        ? Promise.resolve([])
        : database
            .selectFrom('monitor_sections')
            .select(['monitor_id', 'section', 'since'])
            .where('monitor_id', '=', sql<string>`any(${[...monitorIds]}::uuid[])`)
            .where('cause', 'in', ['agentLost', 'noData'])
            .execute(),
    /** Returns the projects of the lines that were stored. */
    addLogLines: async (
      agentId: string,
      lines: readonly { monitorId: string; at: number; level: string; text: string }[],
    ): Promise<string[]> => {
      const { rows } = await sql<{ project_id: string }>`
        insert into monitor_log_lines (project_id, monitor_id, agent_id, at, level, text)
        select monitors.project_id, monitors.id, ${agentId}::uuid, line.at, line.level, line.text
        from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
          as line ("monitorId" uuid, at bigint, level text, text text)
        join monitors on monitors.id = line."monitorId"
        where exists (
          select from monitor_assignments
          where monitor_assignments.monitor_id = monitors.id and agent_id = ${agentId}::uuid
        ) returning project_id`.execute(database)
      return [...new Set(rows.map(row => row.project_id))]
    },
    /** Keeps the newest lines of each project. */
    trimLog: async (linesPerProject: number): Promise<void> => {
      await sql`
        delete from monitor_log_lines using (
          select project_id, (array_agg(seq order by seq desc))[${linesPerProject}::int] as last_kept
          from monitor_log_lines group by project_id
        ) as bounds
        where monitor_log_lines.project_id = bounds.project_id and seq < bounds.last_kept`.execute(database)
    },
  }
}

interface AnsweringSection {
  readonly monitor_id: string
  readonly type: string
  readonly type_version: number | null
  readonly frequency_in_force_ms: number
  readonly section: string
}

interface Silence {
  readonly monitorId: string
  readonly agentId: string
}

/** Of monitors that run and that the agent still collects: sections that had values and answer. */
const answeringOf = (silences: readonly Silence[]) => sql`
  jsonb_to_recordset(${JSON.stringify(silences)}::jsonb) as silence ("monitorId" uuid, "agentId" uuid, since bigint)
  join monitors on monitors.id = silence."monitorId" and monitors.is_running
  join monitor_assignments on monitor_assignments.monitor_id = monitors.id
    and monitor_assignments.agent_id = silence."agentId" and monitor_assignments.until_at is null`

function silenceQueries(database: Database) {
  return {
    answeringSections: async (silences: readonly Silence[]): Promise<AnsweringSection[]> => {
      const { rows } = await sql<AnsweringSection>`
        select stored.monitor_id, monitors.type, monitors.type_version, monitors.frequency_in_force_ms,
          stored.section
        from ${answeringOf(silences)}
        join monitor_sections stored on stored.monitor_id = monitors.id
        where stored.cause is null and stored.last_at is not null`.execute(database)
      return rows
    },
    /** Sections have no data after `since` and their last state. Returns those that were marked, and since when. */
    markSilent: async (
      silences: readonly (Silence & { readonly since: number })[],
    ): Promise<{ monitor_id: string; project_id: string; section: string; since: number }[]> => {
      const { rows } = await sql<{ monitor_id: string; project_id: string; section: string; since: number }>`
        update monitor_sections stored
        set cause = 'noData', params = '{}', detail = '', since = greatest(stored.since, silence.since) + 1
        from ${answeringOf(silences)}
        where stored.monitor_id = monitors.id and stored.cause is null and stored.last_at is not null
        returning stored.monitor_id, monitors.project_id, stored.section, stored.since`.execute(database)
      return rows
    },
  }
}

/** False when the batch was stored before. */
export async function claimBatch(
  transaction: Transaction<Tables>,
  { agentId, incarnation, seq, at }: { agentId: string; incarnation: string; seq: number; at: number },
): Promise<boolean> {
  const rows = await transaction
    .insertInto('monitor_intake')
    .values({ agent_id: agentId, incarnation, last_seq: seq, stored_at: at })
    .onConflict(conflict =>
      conflict
        .columns(['agent_id', 'incarnation'])
        .doUpdateSet({ last_seq: seq, stored_at: at })
        .where('monitor_intake.last_seq', '<', seq),
    )
    .returning('last_seq')
    .execute()
  return rows.length > 0
}

/** A state that is older than the stored one changes nothing. */
export async function noteSections(
  transaction: Transaction<Tables>,
  notes: readonly SectionNote[],
): Promise<void> {
  if (notes.length === 0) return
  const rows = JSON.stringify(
    notes.map(({ state, ...note }) => ({
      ...note,
      hasState: state !== undefined,
      cause: state?.cause ?? null,
      params: state?.params ?? {},
      detail: state?.detail ?? '',
    })),
  )
  await sql`
    insert into monitor_sections as stored
      (monitor_id, section, answers_availability, cause, params, detail, since, last_at)
    select note."monitorId", note.section, note."answersAvailability", note.cause, note.params, note.detail,
      note.at, note."lastAt"
    from jsonb_to_recordset(${rows}::jsonb) as note (
      "monitorId" uuid, section text, "answersAvailability" boolean, cause text, params jsonb, detail text,
      at bigint, "lastAt" bigint, "hasState" boolean
    )
    join monitors on monitors.id = note."monitorId" and monitors.is_running
    order by note."monitorId", note.section, note."hasState", note.at
    on conflict (monitor_id, section) do update set
      answers_availability = excluded.answers_availability,
      last_at = greatest(stored.last_at, excluded.last_at)`.execute(transaction)
  await sql`
    update monitor_sections as stored
    set cause = note.cause, params = note.params, detail = note.detail, since = note.at
    from jsonb_to_recordset(${rows}::jsonb) as note (
      "monitorId" uuid, section text, cause text, params jsonb, detail text, at bigint, "hasState" boolean
    )
    where stored.monitor_id = note."monitorId" and stored.section = note.section and note."hasState"
      and note.at >= stored.since`.execute(transaction)
}

/** Keeps the newest two collections of a section. */
export async function storeTables(
  transaction: Transaction<Tables>,
  tables: readonly TableNote[],
): Promise<void> {
  for (const { monitorId, section, slot, columns, rows } of tables) {
    await transaction
      .insertInto('monitor_tables')
      .values({
        monitor_id: monitorId,
        section,
        slot,
        columns: JSON.stringify(columns),
        rows: JSON.stringify(rows),
      })
      .onConflict(conflict => conflict.columns(['monitor_id', 'section', 'slot']).doNothing())
      .execute()
    await sql`
      delete from monitor_tables where monitor_id = ${monitorId} and section = ${section} and slot < (
        select min(slot) from (
          select slot from monitor_tables
          where monitor_id = ${monitorId} and section = ${section} order by slot desc limit 2
        ) as newest
      )`.execute(transaction)
  }
}
