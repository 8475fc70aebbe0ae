/** The storage of series in PostgreSQL: rows of the last hours, blocks and summaries of older ones. */
import { randomUUID } from 'node:crypto'
import type { Database } from '../../database/database.ts'
import type { MaintainedTimeSeries } from '../time-series.ts'
import { labelSets } from './catalogue.ts'
import { createHotRows } from './hot-rows.ts'
import { LayoutInterning } from './interning.ts'
import { readLatest, readLatestTexts, readStates, readTexts } from './latest.ts'
import { queryCurves, type ReaderDeps } from './reading.ts'
import {
  readRetention,
  removeExpired,
  removeMonitors,
  storeDefaultRetention,
  storeRetention,
} from './retention.ts'
import { deleteUnusedLayouts, holdLease, leaveLease, sealDueHours } from './sealing.ts'
import { SeriesThread } from './series-thread.ts'
import { readRate, readUse } from './size.ts'
import { type RowStore, SeriesWriter } from './writing.ts'

/** Parts that differ if samples are stored outside the database. */
export interface OutsideStorage extends Required<Pick<ReaderDeps, 'outside'>> {
  readonly rows: RowStore
  /** Periodic work of the server that holds the lease. */
  readonly maintain: () => Promise<void>
}

export const createPostgresTimeSeries = (database: Database, now: () => number): MaintainedTimeSeries =>
  openPostgresStorage(database, now)

export function openPostgresStorage(
  database: Database,
  now: () => number,
  outside?: OutsideStorage,
): MaintainedTimeSeries {
  const owner = randomUUID()
  const thread = new SeriesThread()
  const interning = new LayoutInterning(database, now)
  const writer = new SeriesWriter({
    database,
    interning,
    rows: outside?.rows ?? createHotRows(database, now),
    now,
  })
  const reader = { database, thread, now, ...(outside === undefined ? {} : { outside: outside.outside }) }
  return {
    write: (batch, alongside) => writer.write(batch, alongside),
    latest: monitorIds => readLatest(database, monitorIds),
    latestTexts: monitorIds => readLatestTexts(database, monitorIds),
    texts: (selectors, fromMs, toMs) => readTexts(database, selectors, fromMs, toMs),
    query: query => queryCurves(reader, query),
    labels: selectors => labelSets(database, selectors),
    states: (monitorIds, fromMs, toMs) => readStates(database, monitorIds, fromMs, toMs),
    remove: async monitorId => {
      await removeMonitors(database, { monitorId }, now())
      interning.forget()
    },
    removeProject: async projectId => {
      await removeMonitors(database, { projectId }, now())
      interning.forget()
    },
    retention: projectId => readRetention(database, projectId),
    retain: (projectId, retention) => storeRetention(database, projectId, retention),
    retainByDefault: retention => storeDefaultRetention(database, retention),
    rate: projectId => readRate(database, projectId, now()),
    use: () => readUse(database),
    maintain: async signal => {
      if (!(await holdLease(database, owner))) return 0
      const sealed = await sealDueHours({ database, thread, now, owner }, signal)
      if (signal.aborted) return sealed
      await removeExpired(database, now())
      if (outside === undefined) return sealed
      await deleteUnusedLayouts(database, now())
      await outside.maintain()
      return sealed
    },
    close: async () => {
      // Without the database the lease ends by itself.
      await leaveLease(database, owner).catch(() => undefined)
      await thread.close()
    },
  }
}
