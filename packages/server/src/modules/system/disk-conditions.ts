/** Notices of disks that are getting full and of machines that flooded the server, before or after something was lost by it. */
import { statfs } from 'node:fs/promises'
import { isDiskLow } from '@pone/contract/disk-room.ts'
import type { LoadMachine } from '@pone/contract/entities/cluster.ts'
import { formatBytes } from '@pone/metrics/figures.ts'
import type { Condition } from './notices.ts'

/** A flood is told of for this long, ms. */
const floodToldMs = 24 * 3_600_000

/** Of the file system that holds the server's own folder. */
export async function serverDiskConditions(folder: string): Promise<Condition[]> {
  const { bavail, blocks, bsize } = await statfs(folder)
  const room = { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
  return isDiskLow(room)
    ? [{ id: 'serverDiskLow', params: { folder, free: formatBytes(room.freeBytes) } }]
    : []
}

/** `at` is now, epoch ms. */
export function machineConditions(
  machines: readonly Pick<LoadMachine, 'name' | 'isOnline' | 'disk' | 'floodedAt'>[],
  at: number,
): Condition[] {
  const low = machines.filter(({ isOnline, disk }) => isOnline && disk !== undefined && isDiskLow(disk))
  const flooding = machines.filter(({ floodedAt }) => floodedAt !== undefined && at - floodedAt < floodToldMs)
  const namesOf = (of: readonly { readonly name: string }[]) => of.map(({ name }) => name).join(', ')
  return [
    ...(low.length === 0 ? [] : [{ id: 'machineDiskLow', params: { machines: namesOf(low) } } as const]),
    ...(flooding.length === 0
      ? []
      : [{ id: 'machineFlooded', params: { machines: namesOf(flooding) } } as const]),
  ]
}
