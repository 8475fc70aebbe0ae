/** Health of nodes and edges from the newest values: the state of the monitor, and its shown counters against the limits of its type; pure. */
import type { LinkNode, ShownCounter } from '@pone/contract/entities/monitor-link.ts'
import type { MonitorType } from '@pone/monitors/type.ts'
import type { LiveMonitor } from './live-store.ts'

/** `none`: nothing is known, as of an external system without a monitor; `lost`: its monitor was deleted. */
export type Health = 'none' | 'lost' | 'stopped' | 'waiting' | 'up' | 'warning' | 'down'

/** The worse the later. */
const order: readonly Health[] = ['none', 'stopped', 'waiting', 'up', 'lost', 'warning', 'down']

const ofState: Readonly<Record<LiveMonitor['state'], Health>> = {
  stopped: 'stopped',
  waiting: 'waiting',
  up: 'up',
  partly: 'warning',
  down: 'down',
  noAgent: 'warning',
}

/** Counters of `values` beyond a limit of the type, with the health that this means. */
export function breaches(
  type: MonitorType | undefined,
  values: LiveMonitor['values'],
): ReadonlyMap<string, Health> {
  const found = new Map<string, Health>()
  for (const { counter, min, max, severity } of type?.thresholds ?? []) {
    const value = values.find(each => keyOf(each) === counter)?.value
    if (typeof value !== 'number') continue
    if ((max === undefined || value <= max) && (min === undefined || value >= min)) continue
    found.set(counter, severity === 'critical' ? 'down' : 'warning')
  }
  return found
}

export const keyOf = ({ section, counter }: ShownCounter): string => `${section}.${counter}`

export function worst(healths: readonly Health[]): Health {
  return healths.reduce<Health>(
    (found, each) => (order.indexOf(each) > order.indexOf(found) ? each : found),
    'none',
  )
}

export interface NodeSources {
  readonly live: LiveMonitor | undefined
  readonly isOnline: boolean | undefined
  /** Its monitor does not exist any more. */
  readonly isLost: boolean
  readonly type: MonitorType | undefined
}

export function nodeHealth(
  node: Pick<LinkNode, 'kind' | 'monitorId'>,
  { live, isOnline, isLost, type }: NodeSources,
): Health {
  if (node.kind === 'machine') return isOnline === undefined ? 'lost' : isOnline ? 'up' : 'down'
  if (node.monitorId === null) return 'none'
  if (isLost) return 'lost'
  if (live === undefined) return 'waiting'
  const state = ofState[live.state]
  return state === 'up' ? worst([state, ...breaches(type, live.values).values()]) : state
}

/** Of what is called; where that is not known, of the caller. */
export const edgeHealth = (from: Health, to: Health): Health => (to === 'none' ? from : to)
