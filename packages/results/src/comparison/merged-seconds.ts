/** Reads what a part of a run counted, in order of time: condensed rows where an ended run has them, batches at the edges of the part and for all else. */
import type { ToldUsers } from '@pone/metrics/users.ts'
import { toldUsers } from '../batches/stored-batch.ts'
import type { BatchReader, CondensedReader } from '../run-results.ts'
import type { PartOfRun } from './compared-part.ts'

/** Counters of a second or several, of one worker or of all. */
export interface MergedSeconds {
  readonly second: number
  /** How many seconds they are. */
  readonly seconds: number
  /** Whose word `users` is. */
  readonly worker: string
  /** null where nothing is said of users. */
  readonly users: ToldUsers | null
  /** Requests whose outcome died with their worker. */
  readonly lost: number
  /** See label-codec.ts. */
  readonly labels: Buffer
}

export interface ResultsStore {
  readonly batches: Pick<BatchReader, 'read'>
  readonly condensed: CondensedReader
}

/** Rows of `rowSeconds` are read condensed (null: none are), which must be there; their seconds are not told apart. */
export async function* readMerged(
  { record: { id }, range: { firstSecond, lastSecond } }: PartOfRun,
  rowSeconds: number | null,
  store: ResultsStore,
): AsyncGenerator<MergedSeconds[]> {
  if (rowSeconds === null) {
    yield* readBatches(id, firstSecond, lastSecond, store)
    return
  }
  const from = Math.ceil(firstSecond / rowSeconds) * rowSeconds
  const to = Math.floor((lastSecond + 1) / rowSeconds) * rowSeconds
  if (from >= to) {
    yield* readBatches(id, firstSecond, lastSecond, store)
    return
  }
  if (firstSecond < from) yield* readBatches(id, firstSecond, from - 1, store)
  for await (const rows of store.condensed.read(id, from, to - 1)) {
    yield rows.map(row => ({
      ...row,
      seconds: rowSeconds,
      worker: '',
      users: { users: row.users, peaks: [row.users] },
    }))
  }
  if (to <= lastSecond) yield* readBatches(id, to, lastSecond, store)
}

async function* readBatches(
  runId: string,
  firstSecond: number,
  lastSecond: number,
  { batches }: ResultsStore,
): AsyncGenerator<MergedSeconds[]> {
  for await (const portion of batches.read(runId, firstSecond, lastSecond)) {
    yield portion.map(batch => ({
      second: batch.second,
      seconds: 1,
      worker: batch.workerId,
      users: toldUsers(batch),
      lost: batch.end?.lost ?? 0,
      labels: batch.labels,
    }))
  }
}
