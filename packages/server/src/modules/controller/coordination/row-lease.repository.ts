/** Queries of the leases of unique parameter rows. */
import type { Lease } from '@pone/engine/coordination/row-leases.ts'
import type { Database } from '../../../adapters/database/database.ts'
import { drivenRun } from '../../run/driven-run.ts'
import { type RunOwnership, soleOwner } from '../../run/run-ownership.ts'

export interface RowLeaseRepository {
  /** Stores the present state of leases. @throws Error when another server drives the run, which may have leased the same rows. */
  keep(runId: string, leases: readonly Lease[]): Promise<void>
  ofRun(runId: string): Promise<Lease[]>
  /** Deletes the leases of a run that has ended. */
  deleteOfRun(runId: string): Promise<void>
}

/** With `ownership`, data of a run that another server drives is not changed. */
export function createRowLeaseRepository(
  database: Database,
  ownership: RunOwnership = soleOwner,
): RowLeaseRepository {
  return {
    keep: (runId, leases) =>
      database.transaction().execute(async transaction => {
        // The share lock makes a server that takes over the run wait, so that it reads these leases.
        const own = await drivenRun(transaction, ownership, runId).forShare().executeTakeFirst()
        if (own === undefined) throw new Error(`run ${runId} is driven by another server`)
        await transaction
          .insertInto('run_row_leases')
          .values(
            leases.map(lease => ({
              run_id: runId,
              worker_id: lease.workerId,
              parameter: lease.key,
              request: lease.request,
              row_count: lease.rowCount,
              from_row: lease.from,
              to_row: lease.to,
              is_reusable: lease.isReusable,
              is_given_back: lease.isGivenBack,
            })),
          )
          .onConflict(conflict =>
            conflict.columns(['run_id', 'worker_id', 'parameter', 'request']).doUpdateSet(row => ({
              from_row: row.ref('excluded.from_row'),
              to_row: row.ref('excluded.to_row'),
              is_given_back: row.ref('excluded.is_given_back'),
            })),
          )
          .execute()
      }),
    ofRun: async runId => {
      const rows = await database
        .selectFrom('run_row_leases')
        .selectAll()
        .where('run_id', '=', runId)
        .orderBy('parameter')
        .orderBy('from_row')
        .execute()
      return rows.map(row => ({
        workerId: row.worker_id,
        key: row.parameter,
        request: row.request,
        rowCount: row.row_count,
        from: row.from_row,
        to: row.to_row,
        isReusable: row.is_reusable,
        isGivenBack: row.is_given_back,
      }))
    },
    deleteOfRun: async runId => {
      await database
        .deleteFrom('run_row_leases')
        .where('run_id', 'in', drivenRun(database, ownership, runId))
        .execute()
    },
  }
}
