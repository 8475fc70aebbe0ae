/** Queries for processing the operation queue: waiting operations, claims, log lines, and results. */
import type { HostProblem, OperationLine } from '@pone/contract/entities/host.ts'
import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'
import { isUniqueViolation } from '../../adapters/database/database-error.ts'
import { activeOperations, type OperationRow } from './operation.repository.ts'

export type OperationEnd =
  | { readonly state: 'successful'; readonly note: string }
  | { readonly state: 'failed'; readonly code: HostProblem; readonly detail: string }
  | { readonly state: 'cancelled' }

/** Maximum number of log lines of one operation; further lines are dropped. */
const maxLines = 5_000

export type OperationQueueRepository = ReturnType<typeof createOperationQueueRepository>

export function createOperationQueueRepository(database: Database) {
  return { ...claimableOperations(database), ...leases(database), ...executionNotes(database) }
}

/** Operations that a server may start or must end. */
function claimableOperations(database: Database) {
  return {
    /** The first waiting operation of every host without an executing one, oldest first. */
    claimable: (limit: number): Promise<OperationRow[]> =>
      database
        .selectFrom('host_operations as mine')
        .selectAll()
        .where('state', '=', 'waiting')
        .where(eb =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('host_operations as other')
                .select('other.id')
                .whereRef('other.host_id', '=', 'mine.host_id')
                .where(or =>
                  or.or([
                    or('other.state', '=', 'executing'),
                    or.and([
                      or('other.state', '=', 'waiting'),
                      or('other.number', '<', or.ref('mine.number')),
                    ]),
                  ]),
                ),
            ),
          ),
        )
        .orderBy('number')
        .limit(limit)
        .execute(),
    /** Executing operations whose server's lease has expired. */
    orphans: (now: number): Promise<OperationRow[]> =>
      database
        .selectFrom('host_operations')
        .selectAll()
        .where('state', '=', 'executing')
        .where('lease_until', '<', now)
        .orderBy('number')
        .execute(),
    /** Ids among these whose end was requested. */
    cancelling: async (owner: string): Promise<string[]> => {
      const rows = await database
        .selectFrom('host_operations')
        .select('id')
        .where('owner', '=', owner)
        .where('state', '=', 'executing')
        .where('is_cancelling', '=', true)
        .execute()
      return rows.map(row => row.id)
    },
  }
}

/** Which server executes which operation. */
function leases(database: Database) {
  return {
    /** False when another server was faster, or the operation has been cancelled. */
    claim: async (
      id: string,
      owner: string,
      times: { now: number; leaseUntil: number },
    ): Promise<boolean> => {
      try {
        const row = await database
          .updateTable('host_operations')
          .set(eb => ({
            state: 'executing',
            owner,
            lease_until: times.leaseUntil,
            started_at: eb.fn.coalesce('started_at', eb.val(times.now)),
            attempts: eb('attempts', '+', 1),
          }))
          .where('id', '=', id)
          .where(eb =>
            eb.or([
              eb('state', '=', 'waiting'),
              eb.and([eb('state', '=', 'executing'), eb('lease_until', '<', times.now)]),
            ]),
          )
          .returning('id')
          .executeTakeFirst()
        return row !== undefined
      } catch (cause) {
        if (isUniqueViolation(cause, 'host_operations_one')) return false
        throw cause
      }
    },
    renew: async (owner: string, leaseUntil: number): Promise<void> => {
      await database
        .updateTable('host_operations')
        .set({ lease_until: leaseUntil })
        .where('owner', '=', owner)
        .where('state', '=', 'executing')
        .execute()
    },
    /** Releases the operation, so that the next server that polls may take it over. */
    release: async (id: string, owner: string, now: number): Promise<void> => {
      await database
        .updateTable('host_operations')
        .set(eb => ({ lease_until: now - 1, attempts: eb('attempts', '-', 1) }))
        .where('id', '=', id)
        .where('owner', '=', owner)
        .where('state', '=', 'executing')
        .execute()
    },
  }
}

/** What an executing operation reports, and its end. */
function executionNotes(database: Database) {
  return {
    progress: async (id: string, step: string, progress01: number | null): Promise<void> => {
      await database
        .updateTable('host_operations')
        .set({ step, progress: progress01 })
        .where('id', '=', id)
        .where('state', '=', 'executing')
        .execute()
    },
    /** False when it was over already. */
    end: async (id: string, end: OperationEnd, now: number): Promise<boolean> => {
      const row = await database
        .updateTable('host_operations')
        .set({
          state: end.state,
          ended_at: now,
          lease_until: null,
          ...(end.state === 'failed' ? { problem_code: end.code, problem_detail: end.detail } : {}),
          ...(end.state === 'successful' ? { note: end.note, progress: 1 } : {}),
        })
        .where('id', '=', id)
        .where('state', 'in', activeOperations)
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },
    addLines: async (operationId: string, lines: readonly Omit<OperationLine, 'seq'>[]): Promise<void> => {
      if (lines.length === 0) return
      const { count } = await database
        .selectFrom('host_operation_lines')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('operation_id', '=', operationId)
        .executeTakeFirstOrThrow()
      const kept = lines.slice(0, Math.max(0, maxLines - count))
      if (kept.length === 0) return
      await database
        .insertInto('host_operation_lines')
        .values(kept.map(line => ({ operation_id: operationId, ...line })))
        .execute()
    },
    /** Deletes operations that ended before that time, except the newest `kept` of each host. */
    prune: async (before: number, kept: number): Promise<void> => {
      await sql`
        delete from host_operations where id in (
          select id from (
            select id, state, ended_at, row_number() over (partition by host_id order by number desc) as place
            from host_operations
          ) as ranked
          where place > ${kept} and ended_at < ${before} and state not in ('waiting', 'executing')
        )`.execute(database)
    },
  }
}
