/** Rows of monitoring links, the scenarios they are bound to, and their sessions; instants are epoch milliseconds. */
import type { LinkTopology } from '@pone/contract/entities/monitor-link.ts'
import type { Generated, JSONColumnType } from 'kysely'

export interface MonitorLinkTable {
  id: string
  project_id: string
  name: string
  topology: JSONColumnType<LinkTopology>
  /** Whether its monitors are collected each second while a run lasts that it is bound to. */
  collects_each_second: Generated<boolean>
  is_running: boolean
  /** When it was started or stopped last. */
  running_since: number | null
  revision: number
  created_by: string
  created_at: number
  updated_by: string
  updated_at: number
}

/** Monitors that the topology names and that exist. */
interface MonitorLinkMonitorTable {
  link_id: string
  monitor_id: string
}

interface MonitorLinkScenarioTable {
  link_id: string
  scenario_id: string
}

/** From start to stop, with the topology of then. */
interface MonitorLinkSessionTable {
  id: string
  link_id: string
  project_id: string
  link_name: string
  topology: JSONColumnType<LinkTopology>
  started_at: number
  started_by: string
  stopped_at: number | null
  stopped_by: Generated<string>
}

/** Sessions of monitors that a session of a link began, and ends unless another running link needs them. */
interface MonitorLinkStartTable {
  session_id: string
  monitor_session_id: string
}

declare module '../../adapters/database/tables.ts' {
  interface Tables {
    monitor_links: MonitorLinkTable
    monitor_link_monitors: MonitorLinkMonitorTable
    monitor_link_scenarios: MonitorLinkScenarioTable
    monitor_link_sessions: MonitorLinkSessionTable
    monitor_link_starts: MonitorLinkStartTable
  }
}
