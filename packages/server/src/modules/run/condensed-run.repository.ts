/** Queries of condensed runs: created from the batches after a run has ended, and again when more batches were added. */

import { type CondensedSeconds, Condenser, condensedWidth } from '@pone/results/batches/condenser.ts'
import type { CondensedReader } from '@pone/results/run-results.ts'
import type { Database } from '../../adapters/database/database.ts'
import type { RunBatchRepository } from './run-batch.repository.ts'

export interface CondensedRunRepository extends CondensedReader {
  /**
   * Width of the rows of an ended run, s; creates the rows when they are missing or older than its batches. null for a run
   * with so few batches that it needs none. `breathe` is called often, and may throw to abort.
   */
  ensure(runId: string, breathe?: () => Promise<void>): Promise<number | null>
}

const rowsPerInsert = 32
const portion = 16

export function createCondensedRunRepository(
  database: Database,
  batches: Pick<RunBatchRepository, 'read'>,
  /** With fewer batches the condensed form is not needed. */
  manyBatches = 2_000,
): CondensedRunRepository {
  const extentOf = (runId: string) =>
    database
      .selectFrom('run_batches')
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('second').as('lastSecond')])
      .where('run_id', '=', runId)
      .executeTakeFirstOrThrow()

  return {
    ensure: async (runId, breathe = async () => undefined) => {
      const { count, lastSecond } = await extentOf(runId)
      if (count < manyBatches) return null
      const made = await database
        .selectFrom('run_condensations')
        .selectAll()
        .where('run_id', '=', runId)
        .executeTakeFirst()
      if (made?.batches === count) return made.width_seconds
      const width = condensedWidth((lastSecond ?? 0) + 1)
      await database.transaction().execute(async transaction => {
        const head = { batches: count, width_seconds: width }
        // Also prevents another server from creating it at the same time.
        await transaction
          .insertInto('run_condensations')
          .values({ run_id: runId, ...head })
          .onConflict(conflict => conflict.column('run_id').doUpdateSet(head))
          .execute()
        await transaction.deleteFrom('run_condensed_seconds').where('run_id', '=', runId).execute()
        const insert = async (rows: readonly CondensedSeconds[]): Promise<void> => {
          if (rows.length === 0) return
          await transaction
            .insertInto('run_condensed_seconds')
            .values(rows.map(row => ({ run_id: runId, ...row })))
            .execute()
        }
        const condenser = new Condenser(width)
        let rows: CondensedSeconds[] = []
        for await (const portionOfBatches of batches.read(runId)) {
          for (const batch of portionOfBatches) {
            const row = condenser.add(batch)
            if (row !== null) rows.push(row)
            await breathe()
          }
          if (rows.length < rowsPerInsert) continue
          await insert(rows)
          rows = []
        }
        const last = condenser.finish()
        await insert(last === null ? rows : [...rows, last])
      })
      return width
    },
    read: async function* (runId, fromSecond, toSecond) {
      let after = fromSecond - 1
      for (;;) {
        const rows = await database
          .selectFrom('run_condensed_seconds')
          .select(['second', 'users', 'lost', 'labels'])
          .where('run_id', '=', runId)
          .where('second', '>', after)
          .where('second', '<=', toSecond)
          .orderBy('second')
          .limit(portion)
          .execute()
        if (rows.length > 0) yield rows
        const last = rows.at(-1)
        if (last === undefined || rows.length < portion) return
        after = last.second
      }
    },
  }
}
