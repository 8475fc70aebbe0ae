/** Rows of clusters, load machines, join tokens and reservations; instants are epoch milliseconds. */
import type { Engine } from '@pone/plan/engines/engine.ts'
import type { Generated } from 'kysely'

export interface ClusterTable {
  id: string
  name: string
  engine: Engine
  is_public: boolean
  created_at: number
  /** The project that made it; null for the administrator's clusters. */
  project_id: Generated<string | null>
  /** The controller that runs start on when it is there; null = any. */
  controller_id: Generated<string | null>
  /** The one cluster of the agent that is started together with the server. */
  is_local: Generated<boolean>
}

/** Projects that may use a cluster which is not public. */
export interface ClusterProjectTable {
  cluster_id: string
  project_id: string
}

/** An agent that has joined; its id is the agent's id. */
export interface LoadMachineTable {
  id: string
  /** Unique. */
  name: string
  /** What the agent last called itself; when that changes, the machine is renamed. */
  agent_name: Generated<string>
  /** SHA-256 of the agent's key. */
  key_hash: string
  key_changed_at: Generated<number>
  /** Of a key that has been sent and not been confirmed; valid too. */
  next_key_hash: Generated<string | null>
  next_key_at: Generated<number | null>
  revoked_at: Generated<number | null>
  host: string
  /** Both ends of its latest line, as the server saw them. */
  address: Generated<string>
  port: Generated<number | null>
  socket_port: Generated<number | null>
  /** Address and port that an administrator has set for it; they are shown in place of those of the line. */
  own_address: Generated<string>
  open_port: Generated<number | null>
  system: string
  architecture: string
  cores: number
  memory_bytes: number
  version: string
  max_users: number
  max_scripts: Generated<number>
  is_in_service: Generated<boolean>
  /** Every project may put it in clusters of its own. */
  is_public: Generated<boolean>
  joined_at: number
  /** Last time the agent said hello or was lost. */
  seen_at: number
  /** What it last measured of itself, as calibrationSchema has it. */
  calibration: Generated<unknown>
  /** Last time that its line was closed because it flooded the server. */
  flooded_at: Generated<number | null>
}

/** Projects that may put a machine which is not public in clusters of their own. */
export interface MachineProjectTable {
  machine_id: string
  project_id: string
}

export interface ClusterMachineTable {
  cluster_id: string
  machine_id: string
}

export interface AgentJoinTokenTable {
  id: string
  name: string
  /** SHA-256 of the token. */
  token_hash: string
  /** Where machines that join by this token stand. */
  cluster_id: string
  /** The machine that joins by it again; null: each that joins is a new one. */
  machine_id: Generated<string | null>
  created_at: number
  created_by: Generated<string>
  expires_at: number | null
  revoked_at: Generated<number | null>
  last_used_at: Generated<number | null>
  /** How many machines have joined by it. */
  uses: Generated<number>
  /** How many may; null = any number. */
  max_uses: Generated<number | null>
  /** Users that each of them may drive; null = by its size. */
  max_users: Generated<number | null>
}

/** What an active run takes of a machine. */
export interface RunReservationTable {
  run_id: string
  machine_id: string
  users: number
  /** Components of the run. */
  scripts: Generated<number>
  created_at: number
}

declare module '../../adapters/database/tables.ts' {
  interface Tables {
    clusters: ClusterTable
    cluster_projects: ClusterProjectTable
    load_machines: LoadMachineTable
    machine_projects: MachineProjectTable
    cluster_machines: ClusterMachineTable
    agent_join_tokens: AgentJoinTokenTable
    run_reservations: RunReservationTable
  }
}
