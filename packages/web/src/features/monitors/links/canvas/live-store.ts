/** Newest values beside the topology: each node and edge reads its own entry, so that a new value draws one label and no layout. */
import type { LinkLive } from '@pone/contract/entities/monitor-link.ts'

export type LiveMonitor = LinkLive['monitors'][number]

export interface LiveStore {
  readonly subscribe: (listener: () => void) => () => void
  /** The same object while nothing about it has changed. */
  readonly monitor: (id: string | null) => LiveMonitor | undefined
  /** Whether a load machine is online; undefined: unknown. */
  readonly machine: (id: string | null) => boolean | undefined
  readonly set: (live: LinkLive) => void
}

const isSame = (a: LiveMonitor | undefined, b: LiveMonitor): boolean =>
  a !== undefined && JSON.stringify(a) === JSON.stringify(b)

export function createLiveStore(): LiveStore {
  const monitors = new Map<string, LiveMonitor>()
  const machines = new Map<string, boolean>()
  const listeners = new Set<() => void>()
  return {
    subscribe: listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    monitor: id => monitors.get(id ?? ''),
    machine: id => machines.get(id ?? ''),
    set: live => {
      const known = new Set(live.monitors.map(({ monitorId }) => monitorId))
      for (const id of monitors.keys()) if (!known.has(id)) monitors.delete(id)
      for (const monitor of live.monitors)
        if (!isSame(monitors.get(monitor.monitorId), monitor)) monitors.set(monitor.monitorId, monitor)
      machines.clear()
      for (const { id, isOnline } of live.machines) machines.set(id, isOnline)
      for (const listener of listeners) listener()
    },
  }
}
