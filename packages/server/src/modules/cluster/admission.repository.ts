/** Queries about the machines that have joined and the tokens by which they join. */
import { z } from 'zod'
import type { Database } from '../../adapters/database/database.ts'
import type { AgentJoinTokenTable, LoadMachineTable } from './cluster.table.ts'

export interface AdmissionRepository {
  keyHashOf(agentId: string): Promise<string | null>
  /** null for a token that does not exist or has expired. */
  clusterOfToken(tokenHash: string, now: number): Promise<string | null>
  addMachine(machine: LoadMachineTable, clusterId: string): Promise<void>
  updateMachine(id: string, facts: Partial<Omit<LoadMachineTable, 'id' | 'key_hash'>>): Promise<void>
  addToken(token: AgentJoinTokenTable): Promise<void>
}

export function createAdmissionRepository(database: Database): AdmissionRepository {
  return {
    keyHashOf: async agentId => {
      // What an unknown client calls its id may be anything; the column takes only uuids.
      if (!z.uuid().safeParse(agentId).success) return null
      const row = await database
        .selectFrom('load_machines')
        .select('key_hash')
        .where('id', '=', agentId)
        .executeTakeFirst()
      return row?.key_hash ?? null
    },
    clusterOfToken: async (tokenHash, now) => {
      const row = await database
        .selectFrom('agent_join_tokens')
        .select('cluster_id')
        .where('token_hash', '=', tokenHash)
        .where(where => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
        .executeTakeFirst()
      return row?.cluster_id ?? null
    },
    addMachine: (machine, clusterId) =>
      database.transaction().execute(async transaction => {
        await transaction.insertInto('load_machines').values(machine).execute()
        await transaction
          .insertInto('cluster_machines')
          .values({ cluster_id: clusterId, machine_id: machine.id })
          .execute()
      }),
    updateMachine: async (id, facts) => {
      await database.updateTable('load_machines').set(facts).where('id', '=', id).execute()
    },
    addToken: async token => {
      await database.insertInto('agent_join_tokens').values(token).execute()
    },
  }
}
