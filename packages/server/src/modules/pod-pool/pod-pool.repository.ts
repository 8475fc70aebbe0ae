/** Queries of pools and their pods, and of the load machines in these pods. */
import type { PodPoolSettings } from '@pone/contract/entities/pod-pool.ts'
import { activeRunStates } from '@pone/contract/states.ts'
import { engineNames } from '@pone/plan/engines/engine.ts'
import { engines } from '@pone/plan/engines/registry.ts'
import type { Selectable } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'
import type { PodPoolTable, PoolPodTable } from './pod-pool.table.ts'

const enginesWithPods = engineNames.filter(name => engines[name].hasPodsOnDemand)

export type PodPoolRow = Selectable<PodPoolTable>
export type PoolPodRow = Selectable<PoolPodTable>
export type PodPoolRepository = ReturnType<typeof createPodPoolRepository>

export function createPodPoolRepository(database: Database) {
  return { ...poolQueries(database), ...podQueries(database), ...podUse(database), ...podTokens(database) }
}

/** Pools and the clusters they belong to. */
function poolQueries(database: Database) {
  return {
    find: (clusterId: string): Promise<PodPoolRow | undefined> =>
      database.selectFrom('pod_pools').selectAll().where('cluster_id', '=', clusterId).executeTakeFirst(),
    all: (): Promise<PodPoolRow[]> => database.selectFrom('pod_pools').selectAll().execute(),
    /** null unless it is an administrator's cluster whose engine supports pods. */
    clusterName: async (clusterId: string): Promise<string | null> => {
      const row = await database
        .selectFrom('clusters')
        .select('name')
        .where('id', '=', clusterId)
        .where('project_id', 'is', null)
        .where('engine', 'in', enginesWithPods)
        .executeTakeFirst()
      return row?.name ?? null
    },
    /** `kubeconfig` is sealed; null keeps the stored one. */
    save: async (clusterId: string, settings: PodPoolSettings, kubeconfig: string | null): Promise<void> => {
      const row = { settings: JSON.stringify(settings), ...(kubeconfig === null ? {} : { kubeconfig }) }
      await database
        .insertInto('pod_pools')
        .values({ cluster_id: clusterId, kubeconfig: null, ...row } as unknown as PodPoolTable)
        .onConflict(conflict => conflict.column('cluster_id').doUpdateSet(row as unknown as PodPoolTable))
        .execute()
    },
    remove: async (clusterId: string): Promise<void> => {
      await database.deleteFrom('pod_pools').where('cluster_id', '=', clusterId).execute()
    },
  }
}

/** Pods of a pool. */
function podQueries(database: Database) {
  const pods = () => database.selectFrom('pool_pods').selectAll().orderBy('created_at').orderBy('name')
  return {
    podsOf: (clusterId: string): Promise<PoolPodRow[]> =>
      pods().where('cluster_id', '=', clusterId).execute(),
    /** Adds pods unless the pool would then have more than `most`: all of them or none. */
    addPods: (clusterId: string, rows: readonly PoolPodTable[], most: number): Promise<boolean> =>
      database.transaction().execute(async transaction => {
        // The lock serializes servers that create pods for the same cluster.
        await transaction
          .selectFrom('pod_pools')
          .select('cluster_id')
          .where('cluster_id', '=', clusterId)
          .forUpdate()
          .executeTakeFirst()
        const { count } = await transaction
          .selectFrom('pool_pods')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('cluster_id', '=', clusterId)
          .executeTakeFirstOrThrow()
        if (count + rows.length > most) return false
        await transaction
          .insertInto('pool_pods')
          .values([...rows])
          .execute()
        return true
      }),
    removePod: async (name: string): Promise<void> => {
      await database.deleteFrom('pool_pods').where('name', '=', name).execute()
    },
    /** Assigns pods to the machines that joined under their names. */
    bindJoined: async (clusterId: string): Promise<void> => {
      const joined = await database
        .selectFrom('pool_pods')
        .innerJoin('load_machines', 'load_machines.agent_name', 'pool_pods.name')
        .innerJoin('cluster_machines', join =>
          join
            .onRef('cluster_machines.machine_id', '=', 'load_machines.id')
            .onRef('cluster_machines.cluster_id', '=', 'pool_pods.cluster_id'),
        )
        .where('pool_pods.cluster_id', '=', clusterId)
        .where('pool_pods.machine_id', 'is', null)
        .select(['pool_pods.name', 'load_machines.id'])
        .execute()
      for (const { name, id } of joined) {
        await database.updateTable('pool_pods').set({ machine_id: id }).where('name', '=', name).execute()
      }
    },
  }
}

/** Which pods are used by runs, and which machines are removed. */
function podUse(database: Database) {
  return {
    /** Stores the present time as last use of every pod that a run holds. */
    noteUse: async (clusterId: string, at: number): Promise<void> => {
      await database
        .updateTable('pool_pods')
        .set({ used_at: at })
        .where('cluster_id', '=', clusterId)
        .where('machine_id', 'in', query => query.selectFrom('run_reservations').select('machine_id'))
        .execute()
    },
    /** Whether a run holds one of the pods, or waits for one that was created for it. */
    isAnyBusy: async (clusterId: string): Promise<boolean> => {
      const row = await database
        .selectFrom('pool_pods')
        .select('name')
        .where('cluster_id', '=', clusterId)
        .where(where =>
          where.or([
            where('machine_id', 'in', where.selectFrom('run_reservations').select('machine_id')),
            where(
              'run_id',
              'in',
              where
                .selectFrom('runs')
                .select('id')
                .where('state', 'in', [...activeRunStates]),
            ),
          ]),
        )
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },
    /** Removes the machine when no run holds it; false when one does. Afterwards it cannot be reserved. */
    retireMachine: (machineId: string): Promise<boolean> =>
      database.transaction().execute(async transaction => {
        // The same lock as for a reservation.
        await transaction
          .selectFrom('load_machines')
          .select('id')
          .where('id', '=', machineId)
          .forUpdate()
          .executeTakeFirst()
        const held = await transaction
          .selectFrom('run_reservations')
          .select('run_id')
          .where('machine_id', '=', machineId)
          .limit(1)
          .executeTakeFirst()
        if (held !== undefined) return false
        await transaction.deleteFrom('load_machines').where('id', '=', machineId).execute()
        return true
      }),
  }
}

/** Tokens that pods join with. */
function podTokens(database: Database) {
  return {
    addToken: async (token: {
      id: string
      name: string
      tokenHash: string
      clusterId: string
      maxUsers: number
      at: number
      expiresAt: number
    }): Promise<void> => {
      await database
        .insertInto('agent_join_tokens')
        .values({
          id: token.id,
          name: token.name,
          token_hash: token.tokenHash,
          cluster_id: token.clusterId,
          max_users: token.maxUsers,
          created_at: token.at,
          expires_at: token.expiresAt,
        })
        .execute()
    },
    removeToken: async (id: string): Promise<void> => {
      await database.deleteFrom('agent_join_tokens').where('id', '=', id).execute()
    },
  }
}
