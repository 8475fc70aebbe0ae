/** Newest values beside the topology: each node and edge reads its own entry, so that a new value draws one label and no layout. */
import type { LinkLive } from '@pone/contract/entities/monitor-link.ts'

export type LiveMonitor = LinkLive['monitors'][number]

type Subscribe = (listener: () => void) => () => void

export interface LiveStore {
  /** Tells of changes of one monitor or load machine; the same function for the same id. */
  readonly subscribeTo: (id: string | null) => Subscribe
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

export function createLiveStore(): LiveStore {
  const listeners = createListeners()
  let monitors: ReadonlyMap<string, LiveMonitor> = new Map()
  let machines: ReadonlyMap<string, boolean> = new Map()
  let alerts: ReadonlyMap<string, number> = new Map()
  return {
    subscribeTo: listeners.subscribeTo,
    monitor: id => monitors.get(id ?? ''),
    machine: id => machines.get(id ?? ''),
    alerts: id => alerts.get(id ?? '') ?? 0,
    set: live => {
      const before = { monitors, machines }
      monitors = new Map(
        live.monitors.map(each => [each.monitorId, kept(monitors.get(each.monitorId), each)]),
      )
      machines = new Map(live.machines.map(({ id, isOnline }) => [id, isOnline]))
      listeners.tell([...changed(before.monitors, monitors), ...changed(before.machines, machines)])
    },
    setAlerts: open => {
      const before = alerts
      alerts = open
      listeners.tell(changed(before, alerts))
    },
  }
}

const kept = (old: LiveMonitor | undefined, next: LiveMonitor): LiveMonitor =>
  old !== undefined && JSON.stringify(old) === JSON.stringify(next) ? old : next

const changed = <T>(before: ReadonlyMap<string, T>, after: ReadonlyMap<string, T>): readonly string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter(id => before.get(id) !== after.get(id))

function createListeners() {
  const byId = new Map<string, { readonly listeners: Set<() => void>; readonly subscribe: Subscribe }>()
  /** Those that have not been told of the newest values yet, in the order of the last time. */
  const waiting = new Set<() => void>()
  const entryOf = (id: string) => {
    const known = byId.get(id)
    if (known !== undefined) return known
    const listeners = new Set<() => void>()
    const subscribe: Subscribe = listener => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        waiting.delete(listener)
      }
    }
    const entry = { listeners, subscribe }
    byId.set(id, entry)
    return entry
  }
  const tellNext = (): void => {
    const next = [...waiting].slice(0, labelsPerFrame)
    for (const listener of next) {
      waiting.delete(listener)
      listener()
    }
    if (waiting.size > 0) requestAnimationFrame(tellNext)
  }
  return {
    subscribeTo: (id: string | null) => entryOf(id ?? '').subscribe,
    tell: (ids: readonly string[]): void => {
      const isTelling = waiting.size > 0
      for (const id of ids) for (const listener of entryOf(id).listeners) waiting.add(listener)
      if (!isTelling) tellNext()
    },
  }
}
