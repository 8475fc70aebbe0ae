/** How much the installation stores, how fast that grows, and what room is left. */
import { statfs } from 'node:fs/promises'
import type { OutputOf } from '@pone/contract/call.ts'
import type { Calls } from '@pone/contract/calls/registry.ts'
import { z } from 'zod'
import type { SettingRepository } from '../setting/setting.repository.ts'

export type Storage = OutputOf<Calls['system']['overview']>['storage']

const settingName = 'storageSizes'
const keptDays = 31
const dayMs = 86_400_000
const sizesSchema = z.array(z.object({ at: z.number(), bytes: z.number() }))
type Sizes = z.infer<typeof sizesSchema>

/** The sizes with the present one: the first of each UTC day, of the last 31 days. */
export function withSize(sizes: Sizes, size: Sizes[number]): Sizes {
  const dayOf = (at: number): number => Math.floor(at / dayMs)
  if (sizes.some(({ at }) => dayOf(at) === dayOf(size.at))) return sizes
  return [...sizes.filter(({ at }) => dayOf(size.at) - dayOf(at) < keptDays), size]
}

/** Growth per day since the oldest size that is kept; null while less than a day is known. */
export function growthOf(sizes: Sizes, now: Sizes[number]): Storage['growth'] {
  const [first] = sizes
  if (first === undefined || now.at - first.at < dayMs) return null
  const days = (now.at - first.at) / dayMs
  return { bytesPerDay: (now.bytes - first.bytes) / days, since: first.at }
}

export function createStorageSizes(settings: Pick<SettingRepository, 'read' | 'write'>) {
  const read = async (): Promise<Sizes> => {
    const text = await settings.read(settingName)
    const parsed = text === undefined ? undefined : sizesSchema.safeParse(JSON.parse(text))
    return parsed?.success === true ? parsed.data : []
  }
  return {
    /** Keeps the size if it is the first of its day. */
    note: async (size: Sizes[number]): Promise<void> => {
      const sizes = await read()
      const next = withSize(sizes, size)
      if (next !== sizes) await settings.write(settingName, JSON.stringify(next))
    },
    growth: async (now: Sizes[number]): Promise<Storage['growth']> => growthOf(await read(), now),
  }
}

/** Room on the file system of a folder, bytes. */
export async function diskOf(folder: string): Promise<{ freeBytes: number; totalBytes: number }> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}
