/** The controllers, which are the server processes that own runs. */
import type { ControllerInfo } from '@pone/contract/entities/cluster.ts'

export interface ControllerDirectory {
  /** By name; those that have left in order or died stay for a while, offline. */
  list(): Promise<ControllerInfo[]>
}
