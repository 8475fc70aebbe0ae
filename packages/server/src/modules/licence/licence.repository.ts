/** Queries of the installed licence, its changes, and the users that active runs hold of it. */
import { type Selectable, sql, type Transaction } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'
import type { Tables } from '../../adapters/database/tables.ts'
import type { LicenceChangeTable, LicenceStateTable } from './licence.table.ts'

export type LicenceTransaction = Transaction<Tables>
export type LicenceStateRow = Omit<Selectable<LicenceStateTable>, 'id'>

/** Longer than any run; an older holding without reservations belongs to no run. */
const forgottenAfterMs = 8 * 24 * 3_600_000

export type LicenceRepository = ReturnType<typeof createLicenceRepository>

export function createLicenceRepository(database: Database) {
  return {
    ...licenceState(database),
    ...licenceHoldings(database),
    ...licenceChanges(database),
    inTransaction: <T>(work: (transaction: LicenceTransaction) => Promise<T>): Promise<T> =>
      database.transaction().execute(work),
  }
}

/** The installed licence and the server's related state. */
function licenceState(database: Database) {
  const state = (connection: Database | LicenceTransaction) =>
    connection
      .selectFrom('licence_state')
      .select(['file', 'last_seen_at', 'peak_users', 'peak_at'])
      .where('id', '=', 1)
  return {
    read: (): Promise<LicenceStateRow> => state(database).executeTakeFirstOrThrow(),
    /** No other server checks a start until the transaction ends. Acquire it after all other locks. */
    lock: (transaction: LicenceTransaction): Promise<LicenceStateRow> =>
      state(transaction).forUpdate().executeTakeFirstOrThrow(),
    /** Stores the number of users held at once, if it is a new maximum. */
    notePeak: async (transaction: LicenceTransaction, { users, at }: { users: number; at: number }) => {
      await transaction
        .updateTable('licence_state')
        .set({ peak_users: users, peak_at: at })
        .where('peak_users', '<', users)
        .execute()
    },
    /** Stores the present time; it never goes back. */
    noteSeen: async (connection: LicenceTransaction | null, at: number) => {
      await (connection ?? database)
        .updateTable('licence_state')
        .set({ last_seen_at: sql<number>`greatest(last_seen_at, ${at}::bigint)` })
        .where('last_seen_at', '<', at)
        .execute()
    },
  }
}

/** Users that runs hold of the licence. */
function licenceHoldings(database: Database) {
  /** Users of runs that have machines reserved, except `exceptRun`. */
  const heldUsers = async (
    connection: Database | LicenceTransaction,
    exceptRun?: string,
  ): Promise<number> => {
    const held = connection
      .selectFrom('licence_holdings')
      .select(({ fn }) => fn.sum<number | null>('users').as('users'))
      .where(where =>
        where.exists(
          where
            .selectFrom('run_reservations')
            .select('run_id')
            .whereRef('run_reservations.run_id', '=', 'licence_holdings.run_id'),
        ),
      )
    const row = await (exceptRun === undefined
      ? held
      : held.where('run_id', '!=', exceptRun)
    ).executeTakeFirst()
    return row?.users ?? 0
  }
  return {
    usedUsers: (): Promise<number> => heldUsers(database),
    usedByOthers: (transaction: LicenceTransaction, runId: string): Promise<number> =>
      heldUsers(transaction, runId),
    hold: async (transaction: LicenceTransaction, holding: { runId: string; users: number; at: number }) => {
      const { runId, users, at } = holding
      await transaction
        .insertInto('licence_holdings')
        .values({ run_id: runId, users, held_at: at })
        .onConflict(conflict => conflict.column('run_id').doUpdateSet({ users }))
        .execute()
      await transaction
        .deleteFrom('licence_holdings')
        .where('held_at', '<', at - forgottenAfterMs)
        .where(where =>
          where.not(
            where.exists(
              where
                .selectFrom('run_reservations')
                .select('run_id')
                .whereRef('run_reservations.run_id', '=', 'licence_holdings.run_id'),
            ),
          ),
        )
        .execute()
    },
  }
}

/** Licences that were installed and removed. */
function licenceChanges(database: Database) {
  return {
    /** `seenAt` null leaves the stored time unchanged. */
    change: async (
      transaction: LicenceTransaction,
      change: LicenceChangeTable,
      { file, seenAt }: { file: string | null; seenAt: number | null },
    ) => {
      await transaction.insertInto('licence_changes').values(change).execute()
      await transaction
        .updateTable('licence_state')
        .set({ file, ...(seenAt === null ? {} : { last_seen_at: seenAt }) })
        .execute()
    },
    wasInstalled: async (licenceId: string, connection?: LicenceTransaction): Promise<boolean> => {
      const row = await (connection ?? database)
        .selectFrom('licence_changes')
        .select('id')
        .where('licence_id', '=', licenceId)
        .where('kind', '=', 'installed')
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },
    changes: async (page: number, pageSize: number) => {
      const [{ total }, rows] = await Promise.all([
        database
          .selectFrom('licence_changes')
          .select(({ fn }) => fn.countAll<number>().as('total'))
          .executeTakeFirstOrThrow(),
        database
          .selectFrom('licence_changes')
          .selectAll()
          .orderBy('changed_at', 'desc')
          .orderBy('id')
          .limit(pageSize)
          .offset((page - 1) * pageSize)
          .execute(),
      ])
      return { total, rows }
    },
  }
}
