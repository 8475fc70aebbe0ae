/** Rows of clusters, load machines, join tokens and reservations; instants are epoch milliseconds. */
import type { Engine } from '@pone/plan/engines/engine.ts'
import type { Generated } from 'kysely'

export interface ClusterTable {
  id: string
  name: string
  engine: Engine
  is_public: boolean
  created_at: number
  /** The project that created it; null for the administrator's clusters. */
  project_id: Generated<string | null>
  /** The controller that runs prefer; null: any. */
  controller_id: Generated<string | null>
  /** Whether it is the cluster of the agent that is started together with the server. */
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
  /** The host name that the agent last reported; when it changes, the machine is renamed. */
  agent_name: Generated<string>
  /** SHA-256 of the agent's key. */
  key_hash: string
  key_changed_at: Generated<number>
  /** Of a key that was sent but not confirmed; accepted as well. */
  next_key_hash: Generated<string | null>
  next_key_at: Generated<number | null>
  revoked_at: Generated<number | null>
  host: string
  /** Both addresses of its latest connection, as the server saw them. */
  address: Generated<string>
  port: Generated<number | null>
  socket_port: Generated<number | null>
  /** Address and port that an administrator has set; shown instead of those of the connection. */
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
  /** Every project may add it to its own clusters. */
  is_public: Generated<boolean>
  joined_at: number
  /** Last time the agent sent hello or was lost. */
  seen_at: number
  /** Result of the last calibration, of type calibrationSchema. */
  calibration: Generated<unknown>
  /** Last time its connection was closed for flooding. */
  flooded_at: Generated<number | null>
}

/** Projects that may add a machine which is not public to their own clusters. */
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
  /** Cluster of the machines that join with this token. */
  cluster_id: string
  /** The existing machine that joins with it again; null: each one is a new machine. */
  machine_id: Generated<string | null>
  created_at: number
  created_by: Generated<string>
  expires_at: number | null
  revoked_at: Generated<number | null>
  last_used_at: Generated<number | null>
  /** How many machines have joined with it. */
  uses: Generated<number>
  /** Maximum number of machines; null: unlimited. */
  max_uses: Generated<number | null>
  /** User limit of each of them; null: by its size. */
  max_users: Generated<number | null>
}

/** Reservation of an active run on a machine. */
export interface RunReservationTable {
  run_id: string
  machine_id: string
  users: number
  /** Number of components of the run. */
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
