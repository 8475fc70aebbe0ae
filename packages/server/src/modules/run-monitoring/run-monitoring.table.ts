/** Rows of the monitoring links of runs and of what is kept of them; instants are epoch milliseconds. */
import type { LinkTopology } from '@pone/contract/entities/monitor-link.ts'
import type { RunMonitoring } from '@pone/contract/entities/run-monitoring.ts'
import type { JSONColumnType } from 'kysely'

interface RunMonitorLinkTable {
  run_id: string
  project_id: string
  /** The link may have been deleted since. */
  link_id: string
  link_name: string
  /** When the run began. */
  topology: JSONColumnType<LinkTopology>
  /** The session of the link that the run began or joined. */
  session_id: string
  /** Whether the end of the run stops the session; passes to another run that needs it. */
  is_started_by_run: boolean
  from_at: number
  /** End of the run or of the session, whichever came first; null while both go on. */
  until_at: number | null
}

interface RunMonitoringTable {
  run_id: string
  content: JSONColumnType<RunMonitoring>
}

declare module '../../adapters/database/tables.ts' {
  interface Tables {
    run_monitor_links: RunMonitorLinkTable
    run_monitoring: RunMonitoringTable
  }
}
