/** Rows of clusters, load machines, join tokens and reservations; instants are epoch milliseconds. */

export interface ClusterTable {
  id: string
  name: string
  engine: 'PR' | 'JMeter'
  is_public: boolean
  created_at: number
}

/** Projects that may use a cluster which is not public. */
export interface ClusterProjectTable {
  cluster_id: string
  project_id: string
}

/** An agent that has joined; its id is the agent's id. */
export interface LoadMachineTable {
  id: string
  name: string
  /** SHA-256 of the agent's key. */
  key_hash: string
  host: string
  system: string
  architecture: string
  cores: number
  memory_bytes: number
  version: string
  max_users: number
  joined_at: number
  /** Last time the agent said hello or was lost. */
  seen_at: number
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
  created_at: number
  expires_at: number | null
}

/** Users that an active run takes of a machine. */
export interface RunReservationTable {
  run_id: string
  machine_id: string
  users: number
  created_at: number
}
