/** Guards writes to a run: they have no effect when another server drives it now. */
import type { Database } from '../../adapters/database/database.ts'
import type { RunOwnership } from './run-ownership.ts'

/** A query for the run's id; it finds nothing when another server drives the run now. */
export function drivenRun(database: Database, ownership: RunOwnership, runId: string) {
  const epoch = ownership.epochOf(runId)
  return database
    .selectFrom('runs')
    .select('id')
    .where('id', '=', runId)
    .$if(epoch !== undefined, query => query.where('epoch', '=', epoch ?? 0))
}
