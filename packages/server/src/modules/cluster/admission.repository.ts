/** Queries of machines that join or reconnect, their keys, and their join tokens. */
import type { Insertable, Transaction, Updateable } from 'kysely'
import { z } from 'zod'
import type { Database } from '../../adapters/database/database.ts'
import type { Tables } from '../../adapters/database/tables.ts'
import type { LoadMachineTable } from './cluster.table.ts'

export interface MachineKeys {
  readonly name: string
  readonly agentName: string
  readonly keyHash: string
  readonly nextKeyHash: string | null
  readonly isRevoked: boolean
}

/** What an agent that joins with a token becomes: a new machine of this cluster, or this existing machine. */
export interface JoinPlace {
  readonly clusterId: string
  readonly machineId: string | null
  readonly isUsedUp: boolean
}

export interface AdmissionRepository {
  keysOf(agentId: string): Promise<MachineKeys | null>
  /** null for a token that does not exist, has expired or has been revoked. */
  findToken(tokenHash: string, now: number): Promise<JoinPlace | null>
  /** The ones of these names that other machines have. */
  namesTaken(names: readonly string[], exceptId: string | null): Promise<Set<string>>
  /**
   * Adds the machine to the cluster and counts the token's use; false when the token was used up meanwhile. Fails with a
   * unique violation when the name is taken.
   */
  addMachine(
    machine: Insertable<LoadMachineTable>,
    clusterId: string,
    tokenHash: string | null,
  ): Promise<boolean>
  /** Replaces the key of an existing machine and counts the token's use; false when the token was used up meanwhile. */
  replaceKey(id: string, keyHash: string, use: { tokenHash: string; at: number }): Promise<boolean>
  /** Fails with a unique violation when the name is taken. */
  updateMachine(id: string, facts: Updateable<LoadMachineTable>): Promise<void>
  /** Deletes all other keys, if the key of this hash is the one that was sent last. */
  takeKey(id: string, keyHash: string, at: number): Promise<void>
}

export function createAdmissionRepository(database: Database): AdmissionRepository {
  return {
    keysOf: async agentId => {
      // An unknown client may send any text as its id; the column accepts only uuids.
      if (!z.uuid().safeParse(agentId).success) return null
      const row = await database
        .selectFrom('load_machines')
        .select(['name', 'agent_name', 'key_hash', 'next_key_hash', 'revoked_at'])
        .where('id', '=', agentId)
        .executeTakeFirst()
      if (row === undefined) return null
      return {
        name: row.name,
        agentName: row.agent_name,
        keyHash: row.key_hash,
        nextKeyHash: row.next_key_hash,
        isRevoked: row.revoked_at !== null,
      }
    },
    findToken: async (tokenHash, now) => {
      const row = await database
        .selectFrom('agent_join_tokens')
        .select(['cluster_id', 'machine_id', 'uses', 'max_uses'])
        .where('token_hash', '=', tokenHash)
        .where('revoked_at', 'is', null)
        .where(where => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
        .executeTakeFirst()
      if (row === undefined) return null
      const isUsedUp = row.max_uses !== null && row.uses >= row.max_uses
      return { clusterId: row.cluster_id, machineId: row.machine_id, isUsedUp }
    },
    namesTaken: async (names, exceptId) => {
      const taken = database.selectFrom('load_machines').select('name').where('name', 'in', names)
      const rows = await (exceptId === null ? taken : taken.where('id', '!=', exceptId)).execute()
      return new Set(rows.map(row => row.name))
    },
    addMachine: (machine, clusterId, tokenHash) =>
      database.transaction().execute(async transaction => {
        if (tokenHash !== null && !(await useToken(transaction, tokenHash, machine.joined_at))) return false
        await transaction.insertInto('load_machines').values(machine).execute()
        await transaction
          .insertInto('cluster_machines')
          .values({ cluster_id: clusterId, machine_id: machine.id })
          .execute()
        if (tokenHash === null) return true
        // Machines that join with such a token get its user limit from the beginning.
        await transaction
          .updateTable('load_machines')
          .from('agent_join_tokens')
          .set(row => ({
            max_users: row.fn.coalesce('agent_join_tokens.max_users', 'load_machines.max_users'),
          }))
          .where('agent_join_tokens.token_hash', '=', tokenHash)
          .where('load_machines.id', '=', String(machine.id))
          .execute()
        return true
      }),
    replaceKey: (id, keyHash, { tokenHash, at }) =>
      database.transaction().execute(async transaction => {
        if (!(await useToken(transaction, tokenHash, at))) return false
        await transaction
          .updateTable('load_machines')
          .set({ key_hash: keyHash, key_changed_at: at, next_key_hash: null, next_key_at: null })
          .where('id', '=', id)
          .execute()
        return true
      }),
    updateMachine: async (id, facts) => {
      await database.updateTable('load_machines').set(facts).where('id', '=', id).execute()
    },
    takeKey: async (id, keyHash, at) => {
      await database
        .updateTable('load_machines')
        .set({ key_hash: keyHash, key_changed_at: at, next_key_hash: null, next_key_at: null })
        .where('id', '=', id)
        .where('next_key_hash', '=', keyHash)
        .execute()
    },
  }
}

/** Counts a use if one is left; a concurrent use waits for the row lock, and then sees this one. */
async function useToken(transaction: Transaction<Tables>, tokenHash: string, at: number): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('agent_join_tokens')
    .set(({ eb }) => ({ uses: eb('uses', '+', 1), last_used_at: at }))
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null)
    .where(where => where.or([where('max_uses', 'is', null), where('uses', '<', where.ref('max_uses'))]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
