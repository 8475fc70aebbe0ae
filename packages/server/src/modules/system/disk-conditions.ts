/** Notices of disks that are getting full and of machines that flooded the server, before or after something was lost by it. */
import { stat, statfs } from 'node:fs/promises'
import { isDiskLow } from '@pone/contract/disk-room.ts'
import type { LoadMachine } from '@pone/contract/entities/cluster.ts'
import { formatBytes } from '@pone/metrics/figures.ts'
import type { Condition } from '../notices.ts'

/** A flood is told of for this long, ms. */
const floodToldMs = 24 * 3_600_000

/** Of the file systems that hold the server's own folder and the database, where that is on this machine; of one that holds both, the database's. */
export async function serverDiskConditions(folder: string, databaseFolder?: string): Promise<Condition[]> {
  const server = await lowDisk(folder)
  const database = databaseFolder === undefined ? undefined : await lowDisk(databaseFolder)
  const isOne = database !== undefined && database.device === server?.device
  return [
    ...(database === undefined ? [] : [{ id: 'databaseDiskLow', params: database.params } as const]),
    ...(server === undefined || isOne ? [] : [{ id: 'serverDiskLow', params: server.params } as const]),
  ]
}

/** Undefined where there is room enough. */
async function lowDisk(folder: string) {
  const { bavail, blocks, bsize } = await statfs(folder)
  const room = { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
  if (!isDiskLow(room)) return undefined
  return { device: (await stat(folder)).dev, params: { folder, free: formatBytes(room.freeBytes) } }
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
