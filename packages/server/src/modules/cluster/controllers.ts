/** The controllers, which are the server processes that own runs. */
import type { ControllerInfo } from '@pone/contract/entities/cluster.ts'

export interface ControllerDirectory {
  /** By name; stopped or failed ones stay in the list for a while, as offline. */
  list(): Promise<ControllerInfo[]>
}
