/** Newest values beside the topology: each node and edge reads its own entry, so that a new value draws one label and no layout. */
import type { LinkLive } from '@pone/contract/entities/monitor-link.ts'

export type LiveMonitor = LinkLive['monitors'][number]

export interface LiveStore {
  readonly subscribe: (listener: () => void) => () => void
  /** The same object while nothing about it has changed. */
  readonly monitor: (id: string | null) => LiveMonitor | undefined
  /** Whether a load machine is online; undefined: unknown. */
  readonly machine: (id: string | null) => boolean | undefined
  /** Open incidents of a monitor. */
  readonly alerts: (id: string | null) => number
  readonly set: (live: LinkLive) => void
  readonly setAlerts: (open: ReadonlyMap<string, number>) => void
}

/** Labels that are drawn in one frame: more hold up a drag of the canvas, fewer make more frames arrange the page anew. */
const labelsPerFrame = 200

const isSame = (a: LiveMonitor | undefined, b: LiveMonitor): boolean =>
  a !== undefined && JSON.stringify(a) === JSON.stringify(b)

export function createLiveStore(): LiveStore {
  const monitors = new Map<string, LiveMonitor>()
  const machines = new Map<string, boolean>()
  let alerts: ReadonlyMap<string, number> = new Map()
  const listeners = new Set<() => void>()
  /** Those that have not been told of the newest values yet, in the order of the last time. */
  const waiting = new Set<() => void>()
  const tell = (): void => {
    const next = [...waiting].slice(0, labelsPerFrame)
    for (const listener of next) {
      waiting.delete(listener)
      listener()
    }
    if (waiting.size > 0) requestAnimationFrame(tell)
  }
  const tellAll = (): void => {
    const isTelling = waiting.size > 0
    for (const listener of listeners) waiting.add(listener)
    if (!isTelling) tell()
  }
  return {
    subscribe: listener => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        waiting.delete(listener)
      }
    },
    monitor: id => monitors.get(id ?? ''),
    machine: id => machines.get(id ?? ''),
    alerts: id => alerts.get(id ?? '') ?? 0,
    set: live => {
      const known = new Set(live.monitors.map(({ monitorId }) => monitorId))
      for (const id of monitors.keys()) if (!known.has(id)) monitors.delete(id)
      for (const monitor of live.monitors)
        if (!isSame(monitors.get(monitor.monitorId), monitor)) monitors.set(monitor.monitorId, monitor)
      machines.clear()
      for (const { id, isOnline } of live.machines) machines.set(id, isOnline)
      tellAll()
    },
    setAlerts: open => {
      alerts = open
      tellAll()
    },
  }
}
