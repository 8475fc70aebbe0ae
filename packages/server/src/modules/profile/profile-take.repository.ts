/** Queries of executions of orders for flame diagrams. */
import type { ProfileTake, ProfilingFields, TakeReason } from '@pone/contract/entities/profiling.ts'
import { toldCause } from '@pone/contract/told-cause.ts'
import type { Selectable } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'
import { fieldsOf, type ProfileTakeTable, type ProfilingTable } from './profiling.table.ts'

type StoredTake = Selectable<ProfileTakeTable>

/** An execution that has begun, and what it has to do. */
export interface BegunTake {
  readonly take: Pick<StoredTake, 'id' | 'number' | 'monitor_id' | 'began_at' | 'reason'>
  readonly projectId: string
  readonly fields: ProfilingFields
  readonly createdBy: string
}

/** For attaching, sending and storing, besides the time of a recording. */
const graceMs = 150_000
const begunAtOnce = 20

export const createTakeQueries = (database: Database) => ({
  ...takeQueries(database),
  ...takeWrites(database),
})

function takeQueries(database: Database) {
  return {
    takes: async (profilingId: string, limit: number): Promise<ProfileTake[]> =>
      (
        await database
          .selectFrom('profile_takes')
          .selectAll()
          .where('profiling_id', '=', profilingId)
          .orderBy('number', 'desc')
          .limit(limit)
          .execute()
      ).map(takeOf),
    /** Begins what is due. An execution whose monitor is still being recorded fails at once. */
    begin: (atMs: number, newId: () => string): Promise<BegunTake[]> =>
      database.transaction().execute(async transaction => {
        const due = await transaction
          .selectFrom('profilings')
          .selectAll()
          .where('next_at', '<=', atMs)
          .orderBy('next_at')
          .limit(begunAtOnce)
          .forUpdate()
          .skipLocked()
          .execute()
        const begun: BegunTake[] = []
        for (const row of due) {
          const number = row.begun + 1
          await transaction
            .updateTable('profilings')
            .set({
              begun: number,
              next_at: nextOf(row, number, atMs),
              armed_since: armedSince(row, number, atMs),
              reason: null,
            })
            .where('id', '=', row.id)
            .execute()
          const take = {
            id: newId(),
            profiling_id: row.id,
            monitor_id: row.monitor_id,
            number,
            began_at: atMs,
            reason: row.reason,
            until_at: atMs + row.fields.seconds * 1_000 + graceMs,
          }
          const inserted = await transaction
            .insertInto('profile_takes')
            .values({ ...take, reason: jsonOf(take.reason), state: 'running' })
            .onConflict(conflict => conflict.column('monitor_id').where('state', '=', 'running').doNothing())
            .returning('id')
            .executeTakeFirst()
          if (inserted === undefined)
            await transaction
              .insertInto('profile_takes')
              .values({
                ...take,
                reason: jsonOf(take.reason),
                state: 'failed',
                ended_at: atMs,
                cause: toldCause('profileOverlap'),
              })
              .execute()
          else
            begun.push({
              take,
              projectId: row.project_id,
              fields: fieldsOf(row.fields),
              createdBy: row.created_by,
            })
        }
        return begun
      }),
  }
}

function takeWrites(database: Database) {
  return {
    /** False when it was cancelled meanwhile. */
    given: async (id: string, agent: { readonly id: string; readonly name: string }): Promise<boolean> =>
      (await database
        .updateTable('profile_takes')
        .set({ agent_id: agent.id, machine: agent.name })
        .where('id', '=', id)
        .where('state', '=', 'running')
        .returning('id')
        .executeTakeFirst()) !== undefined,
    /** The running execution that this agent was given. */
    running: async (id: string, agentId: string): Promise<(BegunTake & { machine: string }) | undefined> => {
      const row = await database
        .selectFrom('profile_takes')
        .innerJoin('profilings', 'profilings.id', 'profile_takes.profiling_id')
        .select([
          'profile_takes.id',
          'profile_takes.number',
          'profile_takes.monitor_id',
          'profile_takes.began_at',
          'profile_takes.machine',
          'profile_takes.reason',
          'profilings.project_id',
          'profilings.fields',
          'profilings.created_by',
        ])
        .where('profile_takes.id', '=', id)
        .where('profile_takes.agent_id', '=', agentId)
        .where('profile_takes.state', '=', 'running')
        .executeTakeFirst()
      if (row === undefined) return undefined
      const { project_id: projectId, fields, created_by: createdBy, machine, ...take } = row
      return { take, projectId, fields: fieldsOf(fields), createdBy, machine }
    },
    /** Does nothing to one that has ended. */
    end: async (
      id: string,
      how: Pick<StoredTake, 'state' | 'ended_at'> & Partial<Pick<StoredTake, 'cause' | 'profile_id'>>,
    ): Promise<void> => {
      await database
        .updateTable('profile_takes')
        .set(how)
        .where('id', '=', id)
        .where('state', '=', 'running')
        .execute()
    },
    /** Ends those whose agents never answered. */
    endOverdue: async (atMs: number): Promise<void> => {
      await database
        .updateTable('profile_takes')
        .set({ state: 'failed', ended_at: atMs, cause: toldCause('profileAgentLost') })
        .where('state', '=', 'running')
        .where('until_at', '<', atMs)
        .execute()
    },
  }
}

/** Times that passed while no server ran are left out. */
function nextOf({ fields, next_at }: Selectable<ProfilingTable>, begun: number, atMs: number): number | null {
  if (fields.mode !== 'timed' || begun >= fields.times || next_at === null) return null
  const cycleMs = fields.cycleMinutes * 60_000
  return next_at + cycleMs * (Math.floor((atMs - next_at) / cycleMs) + 1)
}

/** Triggers in the pause after one are left out. */
const armedSince = ({ fields }: Selectable<ProfilingTable>, begun: number, atMs: number): number | null =>
  fields.mode === 'triggered' && begun < fields.times ? atMs + fields.cycleMinutes * 60_000 : null

const jsonOf = (reason: TakeReason | null): string | null => (reason === null ? null : JSON.stringify(reason))

export const takeOf = (row: StoredTake): ProfileTake => ({
  id: row.id,
  number: row.number,
  state: row.state,
  beganAt: row.began_at,
  endedAt: row.ended_at,
  machine: row.machine,
  cause: row.cause,
  profileId: row.profile_id,
})
