/** Rows of hosts, their tools, operations and configuration files; instants are epoch milliseconds. */
import type { HostProblem, OperationKind, OperationState, Tool } from '@pone/contract/entities/host.ts'
import type { Generated } from 'kysely'

export interface HostTable {
  id: string
  name: string
  address: string
  has_ssh: boolean
  ssh_port: number
  ssh_user: string
  auth: 'password' | 'key'
  /** JSON of the credential, encrypted; null while there is none. */
  sealed_credential: string | null
  uses_sudo: boolean
  /** Host key fingerprint that an administrator has confirmed. */
  host_key: string | null
  agent_id: string | null
  /** JSON of HostSettings. */
  settings: unknown
  /** JSON of HostFacts, or null before the first contact. */
  facts: unknown
  created_at: number
}

export interface HostProjectTable {
  host_id: string
  project_id: string
}

export interface HostToolTable {
  host_id: string
  tool: Tool
  version: string
  path: string
  is_started: boolean
  installed_at: number
}

export interface HostOperationTable {
  id: string
  /** Order of the queue. */
  number: Generated<number>
  group_id: string
  host_id: string
  tool: Tool
  kind: OperationKind
  version: string | null
  package_id: string | null
  pid: number | null
  state: OperationState
  is_cancelling: Generated<boolean>
  step: Generated<string>
  progress: number | null
  problem_code: HostProblem | null
  problem_detail: Generated<string>
  note: Generated<string>
  created_by: string
  created_at: number
  started_at: number | null
  ended_at: number | null
  /** The server process that executes it, and when its lease expires. */
  owner: string | null
  lease_until: number | null
  attempts: Generated<number>
}

export interface HostOperationLineTable {
  operation_id: string
  seq: Generated<number>
  at: number
  level: 'info' | 'warn' | 'error'
  text: string
}

export interface HostConfigVersionTable {
  id: string
  host_id: string
  path: string
  content: string
  saved_at: number
  saved_by: string
}

declare module '../../adapters/database/tables.ts' {
  interface Tables {
    hosts: HostTable
    host_projects: HostProjectTable
    host_tools: HostToolTable
    host_operations: HostOperationTable
    host_operation_lines: HostOperationLineTable
    host_config_versions: HostConfigVersionTable
  }
}
