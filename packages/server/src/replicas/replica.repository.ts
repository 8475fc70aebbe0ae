/** Queries of server processes and the runs they own; the database's clock decides which servers are alive, so that the servers' own clocks need not be synchronized. */
import { activeRunStates } from '@pone/contract/states.ts'
import { importedClusterId } from '@pone/results/run-record.ts'
import { sql } from 'kysely'
import type { Database } from '../adapters/database/database.ts'

/** A process without a heartbeat for this time counts as dead, ms. */
export const goneAfterMs = 6_000

/** It stays in the list for this time after its last heartbeat, ms. */
const forgottenAfterMs = 7 * 24 * 3_600_000

export interface ReplicaRow {
  readonly id: string
  readonly name: string
  readonly address: string
  readonly port: number | null
  readonly socketPort: number | null
  readonly version: string
  readonly fileFolder: string | null
  readonly startedAt: number
  readonly seenAt: number
  readonly isAlive: boolean
}

/** Which server drives a run, and its epoch. */
export interface Ownership {
  readonly controllerId: string | null
  readonly epoch: number
}

export interface ReplicaRepository {
  /** Replaces the earlier process of that name; returns the id of the name. */
  join(replica: {
    id: string
    name: string
    incarnation: string
    version: string
    fileFolder: string
  }): Promise<string>
  announce(id: string, place: { address: string; port: number; socketPort: number }): Promise<void>
  /** false when another process has taken over the name. */
  beat(id: string, incarnation: string): Promise<boolean>
  /** Marks this process as stopped in an orderly way. */
  leave(id: string, incarnation: string): Promise<void>
  all(): Promise<ReplicaRow[]>
  activeRuns(): Promise<Map<string, Ownership>>
  /** null when there is no such run, or it has ended. */
  ownerOf(runId: string): Promise<Ownership | null>
  /** Claims the runs of dead processes, and those of `former`, this server's previous process; returns them with their new epochs. */
  claim(id: string, former: string | null): Promise<{ id: string; epoch: number }[]>
  /** Number of runs that each process drives, by its id. */
  runCounts(): Promise<Map<string, number>>
  /** The sealed text; `ours` is stored when there is none. */
  seal(ours: string): Promise<string>
}

const databaseNow = sql<number>`(extract(epoch FROM clock_timestamp()) * 1000)::bigint`
const aliveIds = sql`(SELECT id FROM controllers WHERE seen_at > ${databaseNow} - ${goneAfterMs}::bigint)`

export function createReplicaRepository(database: Database): ReplicaRepository {
  return {
    ...processQueries(database),
    ...ownershipQueries(database),
    seal: async ours => {
      await database
        .insertInto('key_seal')
        .values({ is_only: true, sealed: ours })
        .onConflict(conflict => conflict.doNothing())
        .execute()
      return (await database.selectFrom('key_seal').select('sealed').executeTakeFirstOrThrow()).sealed
    },
  }
}

/** Server processes and their heartbeats. */
function processQueries(
  database: Database,
): Pick<ReplicaRepository, 'join' | 'announce' | 'beat' | 'leave' | 'all'> {
  return {
    join: async ({ id, name, incarnation, version, fileFolder }) => {
      const fresh = {
        incarnation,
        version,
        file_folder: fileFolder,
        address: '',
        port: null,
        socket_port: null,
        started_at: databaseNow,
        seen_at: databaseNow,
      }
      await database
        .deleteFrom('controllers')
        .where('seen_at', '<', sql<number>`${databaseNow} - ${forgottenAfterMs}::bigint`)
        .where('name', '!=', name)
        .execute()
      const row = await database
        .insertInto('controllers')
        .values({ id, name, ...fresh })
        .onConflict(conflict => conflict.column('name').doUpdateSet(fresh))
        .returning('id')
        .executeTakeFirstOrThrow()
      return row.id
    },
    announce: async (id, { address, port, socketPort }) => {
      await database
        .updateTable('controllers')
        .set({ address, port, socket_port: socketPort })
        .where('id', '=', id)
        .execute()
    },
    beat: async (id, incarnation) => {
      const { numUpdatedRows } = await database
        .updateTable('controllers')
        .set({ seen_at: databaseNow })
        .where('id', '=', id)
        .where('incarnation', '=', incarnation)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    leave: async (id, incarnation) => {
      await database
        .updateTable('controllers')
        .set({ seen_at: sql<number>`${databaseNow} - ${goneAfterMs}::bigint` })
        .where('id', '=', id)
        .where('incarnation', '=', incarnation)
        .execute()
    },
    all: () =>
      database
        .selectFrom('controllers')
        .select([
          'id',
          'name',
          'address',
          'port',
          'socket_port as socketPort',
          'version',
          'file_folder as fileFolder',
          'started_at as startedAt',
          'seen_at as seenAt',
          sql<boolean>`seen_at > ${databaseNow} - ${goneAfterMs}::bigint`.as('isAlive'),
        ])
        .orderBy('name')
        .execute(),
  }
}

/** Which process drives which run. */
function ownershipQueries(
  database: Database,
): Pick<ReplicaRepository, 'activeRuns' | 'ownerOf' | 'claim' | 'runCounts'> {
  const activeRuns = () =>
    database
      .selectFrom('runs')
      .select(['id', 'controller_id as controllerId', 'epoch'])
      .where('state', 'in', [...activeRunStates])
  return {
    activeRuns: async () => new Map((await activeRuns().execute()).map(({ id, ...rest }) => [id, rest])),
    ownerOf: async runId => (await activeRuns().where('id', '=', runId).executeTakeFirst()) ?? null,
    claim: async (id, former) =>
      database
        .updateTable('runs')
        .set(run => ({ controller_id: id, epoch: run('epoch', '+', 1) }))
        .where('state', 'in', [...activeRunStates])
        .where(run =>
          run.or([
            run('controller_id', 'is', null),
            sql<boolean>`controller_id NOT IN ${aliveIds}`,
            ...(former === null ? [] : [run('controller_id', '=', former)]),
          ]),
        )
        .returning(['id', 'epoch'])
        .execute(),
    runCounts: async () => {
      const rows = await database
        .selectFrom('runs')
        .select(run => ['controller_id', run.fn.countAll<number>().as('runs')])
        .where('state', 'in', [...activeRunStates])
        .where('controller_id', 'is not', null)
        .where('cluster_id', '!=', importedClusterId)
        .groupBy('controller_id')
        .execute()
      return new Map(rows.map(row => [row.controller_id ?? '', row.runs]))
    },
  }
}
