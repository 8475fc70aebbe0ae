/** Free capacity of clusters as limited by the licence: the smaller of machines and licence; pure. */
import type { Cluster } from '@pone/contract/entities/cluster.ts'

/** Virtual users granted by the licence, and those not held by active runs; 0 while the licence is not usable. */
export interface LicenceRoom {
  readonly total: number
  readonly left: number
}

/** A cluster with the capacity of its machines. */
export type ClusterRoom = Omit<Cluster, 'licensedUsers' | 'licensedTotal' | 'machinesRemainingUsers'>

export function withinLicence<T extends { readonly maxUsers: number; readonly remainingUsers: number }>(
  room: T,
  licence: LicenceRoom,
): T & { licensedUsers: number; licensedTotal: number; machinesRemainingUsers: number } {
  return {
    ...room,
    maxUsers: Math.min(room.maxUsers, licence.total),
    remainingUsers: Math.min(room.remainingUsers, licence.left),
    licensedUsers: licence.left,
    licensedTotal: licence.total,
    machinesRemainingUsers: room.remainingUsers,
  }
}
