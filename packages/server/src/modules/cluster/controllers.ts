/** The controllers, which are the server processes that own runs. */
import type { ControllerInfo } from '@pone/contract/entities/cluster.ts'

export interface ControllerDirectory {
  /** By name; those that have left in order or died stay for a while, offline. */
  list(): Promise<ControllerInfo[]>
}

/** The directory of a server that is alone. */
export function aloneController(options: {
  name: string
  /** null until it listens. */
  listening: () => { address: string; port: number } | null
  activeRuns: () => Promise<number>
  now: () => number
}): ControllerDirectory {
  const startedAt = options.now()
  return {
    list: async () => {
      const place = options.listening()
      return [
        {
          id: options.name,
          name: options.name,
          address: place?.address ?? '',
          port: place?.port ?? null,
          socketPort: place?.port ?? null,
          isOnline: true,
          startedAt,
          seenAt: options.now(),
          activeRuns: await options.activeRuns(),
        },
      ]
    },
  }
}
