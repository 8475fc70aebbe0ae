/** What clusters have left, as the licence bounds it: the smaller of machines and licence; pure. */
import type { Cluster } from '@pone/contract/entities/cluster.ts'

/** Virtual users that the licence grants, and what of them active runs have left; none while it is not usable. */
export interface LicenceRoom {
  readonly total: number
  readonly left: number
}

/** A cluster as its machines have it. */
export type ClusterRoom = Omit<Cluster, 'licensedUsers'>

export function withinLicence<T extends { readonly maxUsers: number; readonly remainingUsers: number }>(
  room: T,
  licence: LicenceRoom,
): T & { licensedUsers: number } {
  return {
    ...room,
    maxUsers: Math.min(room.maxUsers, licence.total),
    remainingUsers: Math.min(room.remainingUsers, licence.left),
    licensedUsers: licence.left,
  }
}
