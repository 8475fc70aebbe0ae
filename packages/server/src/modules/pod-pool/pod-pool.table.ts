/** Rows of pools of pods; instants are epoch milliseconds. */
import type { PodPoolSettings } from '@pone/contract/entities/pod-pool.ts'

export interface PodPoolTable {
  cluster_id: string
  settings: PodPoolSettings
  /** Sealed; null = the cluster that the server runs in, or none given yet. */
  kubeconfig: string | null
}

/** A pod that a pool has made, or is about to make. */
export interface PoolPodTable {
  name: string
  cluster_id: string
  /** The run for which it was made; others may use it afterwards. */
  run_id: string
  secret_name: string
  machine_id: string | null
  created_at: number
  /** When a run last held it, or when it was made. */
  used_at: number
}

declare module '../../adapters/database/tables.ts' {
  interface Tables {
    pod_pools: PodPoolTable
    pool_pods: PoolPodTable
  }
}
