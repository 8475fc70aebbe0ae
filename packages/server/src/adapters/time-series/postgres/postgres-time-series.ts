/** The storage of series in PostgreSQL: rows of the last hours, blocks and summaries of older ones. */
import { randomUUID } from 'node:crypto'
import type { Database } from '../../database/database.ts'
import type { TimeSeries } from '../time-series.ts'
import { labelSets } from './catalogue.ts'
import { LayoutInterning } from './interning.ts'
import { readLatest, readLatestTexts, readStates, readTexts } from './latest.ts'
import { queryCurves } from './reading.ts'
import { readRetention, removeExpired, removeMonitors, storeRetention } from './retention.ts'
import { holdLease, leaveLease, sealDueHours } from './sealing.ts'
import { SeriesThread } from './series-thread.ts'
import { SeriesWriter } from './writing.ts'

export interface PostgresTimeSeries extends TimeSeries {
  /**
   * Periodic work, to be called every minute or so: seals hours that are over and removes what is too old; returns the
   * number of hours sealed. Only one of several servers does it at a time. After the signal it ends within seconds, and
   * is continued by the next call.
   */
  maintain(signal: AbortSignal): Promise<number>
  /** Gives up the lease and ends the thread. */
  close(): Promise<void>
}

export function createPostgresTimeSeries(database: Database, now: () => number): PostgresTimeSeries {
  const owner = randomUUID()
  const thread = new SeriesThread()
  const interning = new LayoutInterning(database, now)
  const writer = new SeriesWriter({ database, interning, now })
  return {
    write: (batch, alongside) => writer.write(batch, alongside),
    latest: monitorIds => readLatest(database, monitorIds),
    latestTexts: monitorIds => readLatestTexts(database, monitorIds),
    texts: (selectors, fromMs, toMs) => readTexts(database, selectors, fromMs, toMs),
    query: query => queryCurves({ database, thread, now }, query),
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
    maintain: async signal => {
      if (!(await holdLease(database, owner))) return 0
      const sealed = await sealDueHours({ database, thread, now, owner }, signal)
      if (!signal.aborted) await removeExpired(database, now())
      return sealed
    },
    close: async () => {
      // Without the database the lease ends by itself.
      await leaveLease(database, owner).catch(() => undefined)
      await thread.close()
    },
  }
}
