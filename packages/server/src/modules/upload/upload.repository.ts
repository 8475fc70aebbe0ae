/** Queries on uploads in pieces; what must not happen twice at a time happens under the lock of the upload's row. */
import { type Selectable, sql, type Transaction } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'
import type { Tables } from '../../adapters/database/tables.ts'
import type { UploadTable } from './upload.table.ts'

export type UploadRow = Selectable<UploadTable>
export type UploadRepository = ReturnType<typeof createUploadRepository>

/** What may be done to a row that is locked. */
interface UploadChange {
  readonly set: (values: Partial<Omit<UploadRow, 'id' | 'answer'>>) => Promise<void>
  readonly remove: () => Promise<void>
}

/** Any number that nothing else locks. */
const beginLock = 7_260_126

export function createUploadRepository(database: Database) {
  return { ...uploadCourse(database), ...uploadClaims(database), ...uploadCleaning(database) }
}

/** An upload under way. */
function uploadCourse(database: Database) {
  /** The user's own, unless it has expired. */
  const ownRow = (
    connection: Database | Transaction<Tables>,
    key: { id: string; userId: string },
    now: number,
  ) =>
    connection
      .selectFrom('uploads')
      .selectAll()
      .where('id', '=', key.id)
      .where('user_id', '=', key.userId)
      .where(where => where.or([where('expires_at', '>', now), where('claimed_until', '>', now)]))
  /** Those whose bytes are still to be kept. */
  const waiting = (connection: Transaction<Tables>, now: number) =>
    connection.selectFrom('uploads').where('answer', 'is', null).where('expires_at', '>', now)
  return {
    find: (key: { id: string; userId: string }, now: number): Promise<UploadRow | undefined> =>
      ownRow(database, key, now).executeTakeFirst(),
    /** What the user and all users together have waiting, while no other upload begins; `judge` throws or lets the row in. */
    async insert(
      row: Omit<UploadRow, 'answer'>,
      now: number,
      judge: (there: {
        count: number
        bytes: number
        firstExpiry: number
        missingBytes: number
      }) => Promise<void>,
    ): Promise<void> {
      await database.transaction().execute(async transaction => {
        await sql`SELECT pg_advisory_xact_lock(${beginLock})`.execute(transaction)
        const own = await waiting(transaction, now)
          .where('user_id', '=', row.user_id)
          .select(({ fn }) => [
            fn.countAll<number>().as('count'),
            fn.sum<number | null>('size_bytes').as('bytes'),
            fn.min<number | null>('expires_at').as('firstExpiry'),
          ])
          .executeTakeFirstOrThrow()
        const all = await waiting(transaction, now)
          .select(({ fn }) => fn.sum<number | null>(sql<number>`size_bytes - offset_bytes`).as('missing'))
          .executeTakeFirstOrThrow()
        await judge({
          count: own.count,
          bytes: own.bytes ?? 0,
          firstExpiry: own.firstExpiry ?? now,
          missingBytes: all.missing ?? 0,
        })
        await transaction.insertInto('uploads').values(row).execute()
      })
    },
    /** Nobody else changes the row until `work` has settled; undefined is given where the user has no such upload. */
    locked: <T>(
      key: { id: string; userId: string },
      now: number,
      work: (row: UploadRow | undefined, change: UploadChange) => Promise<T>,
    ): Promise<T> =>
      database.transaction().execute(async transaction => {
        const row = await ownRow(transaction, key, now).forUpdate().executeTakeFirst()
        return work(row, {
          set: async values => {
            await transaction.updateTable('uploads').set(values).where('id', '=', key.id).execute()
          },
          remove: async () => {
            await transaction.deleteFrom('uploads').where('id', '=', key.id).execute()
          },
        })
      }),
  }
}

/** Work that has the file of an upload. */
function uploadClaims(database: Database) {
  return {
    async renew(claim: string, claimedUntil: number): Promise<void> {
      await database
        .updateTable('uploads')
        .set({ claimed_until: claimedUntil })
        .where('claim', '=', claim)
        .execute()
    },
    /** The work that had the file is over; with `output` it has succeeded. */
    async release(claim: string, values: { expires_at: number; output?: { value: unknown } }): Promise<void> {
      const { expires_at, output } = values
      await database
        .updateTable('uploads')
        .set({ claim: null, claimed_until: 0, expires_at })
        .$if(output !== undefined, query => query.set({ answer: JSON.stringify({ output: output?.value }) }))
        .where('claim', '=', claim)
        .execute()
    },
  }
}

/** Uploads that are no longer needed. */
function uploadCleaning(database: Database) {
  return {
    /** Forgets what has expired; answers the ids. */
    async deleteExpired(now: number): Promise<string[]> {
      const rows = await database
        .deleteFrom('uploads')
        .where('expires_at', '<=', now)
        .where('claimed_until', '<=', now)
        .returning('id')
        .execute()
      return rows.map(({ id }) => id)
    },
    /** Which of the ids belong to no upload. */
    async unknownOf(ids: readonly string[]): Promise<string[]> {
      const rows =
        ids.length === 0
          ? []
          : await database.selectFrom('uploads').select('id').where('id', 'in', ids).execute()
      const known = new Set(rows.map(({ id }) => id))
      return ids.filter(id => !known.has(id))
    },
  }
}
