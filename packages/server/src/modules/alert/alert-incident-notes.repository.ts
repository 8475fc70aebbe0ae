/** Queries of what people do with incidents: acknowledgements, assignments and comments. */

import type { Transaction } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'
import type { Tables } from '../../adapters/database/tables.ts'

export type AlertIncidentNotesRepository = ReturnType<typeof createAlertIncidentNotesRepository>

interface Note {
  readonly projectId: string
  readonly at: number
  /** Account. */
  readonly by: string
}

const insertNotes = async (
  transaction: Transaction<Tables>,
  { projectId, at, by }: Note,
  notes: readonly { incidentId: string; kind: 'acknowledgement' | 'assignment' | 'comment'; text: string }[],
): Promise<void> => {
  if (notes.length === 0) return
  await transaction
    .insertInto('alert_incident_notes')
    .values(
      notes.map(({ incidentId, kind, text }) => ({
        project_id: projectId,
        incident_id: incidentId,
        kind,
        made_at: at,
        made_by: by,
        text,
      })),
    )
    .execute()
}

export function createAlertIncidentNotesRepository(database: Database) {
  return {
    /** The first acknowledgement is kept. Returns the names of their rules; none when the project does not have one of them. */
    acknowledge: (ids: readonly string[], note: Note): Promise<string[]> =>
      database.transaction().execute(async transaction => {
        const rows = await transaction
          .selectFrom('alert_incidents')
          .select(['id', 'rule_name', 'acknowledged_at'])
          .where('project_id', '=', note.projectId)
          .where('id', 'in', ids)
          .orderBy('id')
          .forUpdate()
          .execute()
        if (rows.length < new Set(ids).size) return []
        const fresh = rows.filter(row => row.acknowledged_at === null).map(({ id }) => id)
        if (fresh.length > 0)
          await transaction
            .updateTable('alert_incidents')
            .set({ acknowledged_by: note.by, acknowledged_at: note.at })
            .where('id', 'in', fresh)
            .execute()
        await insertNotes(
          transaction,
          note,
          fresh.map(incidentId => ({ incidentId, kind: 'acknowledgement', text: '' })),
        )
        return [...new Set(rows.map(row => row.rule_name))].toSorted()
      }),
    /** The account of a member of the project; undefined: the user is none. */
    memberAccount: async (projectId: string, userId: string): Promise<string | undefined> => {
      const row = await database
        .selectFrom('project_members')
        .innerJoin('users', 'users.id', 'project_members.user_id')
        .select('users.account')
        .where('project_members.project_id', '=', projectId)
        .where('users.id', '=', userId)
        .executeTakeFirst()
      return row?.account
    },
    assign: (
      incidentId: string,
      assignee: { readonly userId: string; readonly account: string } | null,
      note: Note,
    ): Promise<void> =>
      database.transaction().execute(async transaction => {
        const { numUpdatedRows } = await transaction
          .updateTable('alert_incidents')
          .set({ assignee_id: assignee?.userId ?? null, assignee: assignee?.account ?? null })
          .where('project_id', '=', note.projectId)
          .where('id', '=', incidentId)
          .where('assignee_id', 'is distinct from', assignee?.userId ?? null)
          .executeTakeFirst()
        if (numUpdatedRows > 0n)
          await insertNotes(transaction, note, [
            { incidentId, kind: 'assignment', text: assignee?.account ?? '' },
          ])
      }),
    /** False when the incident would then have more than `limit` comments. */
    comment: (incidentId: string, text: string, note: Note, limit: number): Promise<boolean> =>
      database.transaction().execute(async transaction => {
        await transaction
          .selectFrom('alert_incidents')
          .select('id')
          .where('id', '=', incidentId)
          .forUpdate()
          .execute()
        const { count } = await transaction
          .selectFrom('alert_incident_notes')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('incident_id', '=', incidentId)
          .where('kind', '=', 'comment')
          .executeTakeFirstOrThrow()
        if (count >= limit) return false
        await insertNotes(transaction, note, [{ incidentId, kind: 'comment', text }])
        return true
      }),
  }
}
