/** Queries of the tokens that agents join with. */
import type { Insertable, Selectable } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'
import type { AgentJoinTokenTable } from './cluster.table.ts'

export type JoinTokenRow = Selectable<AgentJoinTokenTable> & { readonly clusterName: string }

export interface JoinTokenRepository {
  /** Newest first. */
  list(): Promise<JoinTokenRow[]>
  find(id: string): Promise<JoinTokenRow | undefined>
  insert(token: Insertable<AgentJoinTokenTable>): Promise<void>
  revoke(id: string, at: number): Promise<void>
}

export function createJoinTokenRepository(database: Database): JoinTokenRepository {
  const tokens = () =>
    database
      .selectFrom('agent_join_tokens')
      .innerJoin('clusters', 'clusters.id', 'agent_join_tokens.cluster_id')
      .selectAll('agent_join_tokens')
      .select('clusters.name as clusterName')
  return {
    list: () => tokens().orderBy('agent_join_tokens.created_at', 'desc').execute(),
    find: id => tokens().where('agent_join_tokens.id', '=', id).executeTakeFirst(),
    insert: async token => {
      await database.insertInto('agent_join_tokens').values(token).execute()
    },
    revoke: async (id, at) => {
      await database
        .updateTable('agent_join_tokens')
        .set({ revoked_at: at })
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .execute()
    },
  }
}
