/** Tables of orders for thread dumps and of the dumps; instants are epoch milliseconds. */
import type { DumpedJvm, ThreadDumpFacts, ThreadSeries } from '@pone/contract/entities/thread-series.ts'
import type { Generated, JSONColumnType } from 'kysely'

export interface ThreadSeriesTable {
  id: string
  project_id: string
  monitor_id: string
  dumps: number
  /** From one dump to the next. */
  seconds: number
  state: ThreadSeries['state']
  cause: Generated<string>
  began_at: number
  /** Without an end until then its agent is taken for lost. */
  until_at: number
  ended_at: number | null
  agent_id: string
  machine: string
  jvm: JSONColumnType<DumpedJvm> | null
  created_by: string
  /** They are not deleted by age. */
  is_kept: Generated<boolean>
}

export interface ThreadDumpTable {
  series_id: string
  number: number
  facts: JSONColumnType<ThreadDumpFacts>
  /** `StoredThreads` as JSON, gzip. */
  body: Buffer
}

declare module '../../adapters/database/tables.ts' {
  interface Tables {
    thread_series: ThreadSeriesTable
    thread_dumps: ThreadDumpTable
  }
}
