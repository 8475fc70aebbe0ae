/** Queries on the counters of failed sign-ins. */
import type { Transaction } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'
import type { Tables } from '../../adapters/database/tables.ts'
import type { SignInFailureTable } from './session.table.ts'

export interface SignInFailureRepository {
  /** Locks the rows of these keys, inserting missing ones, and stores the result of `work`; concurrent attempts are serialized. */
  update(
    keys: readonly Pick<SignInFailureTable, 'key' | 'account'>[],
    work: (rows: ReadonlyMap<string, SignInFailureTable>) => readonly SignInFailureTable[],
  ): Promise<void>
  delete(keys: readonly string[]): Promise<void>
  /** Removes one failure that was none, and restores the time stored with it. */
  takeBack(key: string, counted: { readonly at: number; readonly before: number }): Promise<void>
  deleteOfAccount(account: string): Promise<void>
  /** Deletes counters without recent failures, and the oldest beyond `limit`. */
  prune(before: number, limit: number): Promise<void>
}

export function createSignInFailureRepository(database: Database): SignInFailureRepository {
  return {
    update: (keys, work) =>
      database.transaction().execute(async transaction => {
        const rows = await lockedRows(transaction, keys)
        for (const row of work(new Map(rows.map(each => [each.key, each])))) {
          const { failures, last_at, locked_until } = row
          await transaction
            .updateTable('sign_in_failures')
            .set({ failures, last_at, locked_until })
            .where('key', '=', row.key)
            .execute()
        }
      }),
    delete: async keys => {
      if (keys.length > 0) await database.deleteFrom('sign_in_failures').where('key', 'in', keys).execute()
    },
    takeBack: async (key, { at, before }) => {
      await database
        .updateTable('sign_in_failures')
        .set(eb => ({
          failures: eb('failures', '-', 1),
          last_at: eb.case().when('last_at', '=', at).then(before).else(eb.ref('last_at')).end(),
        }))
        .where('key', '=', key)
        .where('failures', '>', 0)
        .execute()
    },
    deleteOfAccount: async account => {
      await database.deleteFrom('sign_in_failures').where('account', '=', account).execute()
    },
    prune: async (before, limit) => {
      await database.deleteFrom('sign_in_failures').where('last_at', '<', before).execute()
      const newest = database
        .selectFrom('sign_in_failures')
        .select('key')
        .orderBy('last_at', 'desc')
        .offset(limit)
      await database.deleteFrom('sign_in_failures').where('key', 'in', newest).execute()
    },
  }
}

/** In the order of their keys, to avoid deadlocks between attempts. */
async function lockedRows(
  transaction: Transaction<Tables>,
  keys: readonly Pick<SignInFailureTable, 'key' | 'account'>[],
): Promise<SignInFailureTable[]> {
  const ordered = keys.toSorted((a, b) => (a.key < b.key ? -1 : 1))
  await transaction
    .insertInto('sign_in_failures')
    .values(ordered.map(each => ({ ...each, failures: 0, last_at: 0, locked_until: null })))
    .onConflict(conflict => conflict.column('key').doNothing())
    .execute()
  return transaction
    .selectFrom('sign_in_failures')
    .selectAll()
    .where(
      'key',
      'in',
      ordered.map(({ key }) => key),
    )
    .orderBy('key')
    .forUpdate()
    .execute()
}
