/** Rows of pools and their pods; instants are epoch milliseconds. */
import type { PodPoolSettings } from '@pone/contract/entities/pod-pool.ts'

export interface PodPoolTable {
  cluster_id: string
  settings: PodPoolSettings
  /** Sealed; null: the Kubernetes cluster that the server runs in, or not set yet. */
  kubeconfig: string | null
}

/** A pod that a pool has created, or is about to create. */
export interface PoolPodTable {
  name: string
  cluster_id: string
  /** The run for which it was created; other runs may use it afterwards. */
  run_id: string
  secret_name: string
  machine_id: string | null
  created_at: number
  /** When a run last held it, or when it was created. */
  used_at: number
}

declare module '../../adapters/database/tables.ts' {
  interface Tables {
    pod_pools: PodPoolTable
    pool_pods: PoolPodTable
  }
}
