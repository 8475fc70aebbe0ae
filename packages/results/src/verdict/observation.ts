/**
 * What the verdict is made of: the load and its figures window by window, and what monitors saw of the resources that
 * bear it. Resources come from counters of monitor types: one with `role: 'utilisation'` and a `capacity` is a resource,
 * one with `role: 'saturation'` is the queue or the pressure of one, or, of a lock, a resource by itself.
 */
import type { Bilingual } from '@pone/schema/bilingual.ts'

/** Where a request spent its time, on average, ms; all but `database` add up to its response time. */
export interface PartsMs {
  /** Outside of all phases: prepared, waiting for a connection of its user, handed over to the script. */
  readonly generator: number
  /** Name look-up, connecting, TLS, and receiving from the first byte to the last. */
  readonly network: number
  /** From the last byte sent to the first byte received, a round trip included. */
  readonly waiting: number
  /** Of requests that did not tell their phases. */
  readonly unknown: number
  /** Part of `waiting` in which databases worked, by Little's law: statements at work ÷ requests per second. Null: not read. */
  readonly database: number | null
  /** What else tells that part, by Little's law too. */
  readonly checks?: readonly DatabaseCheck[]
}

/** `sessions`: of databases that tell their time, the sessions that run a statement, counted at instants. `waiting`: those that wait for a lock, which is the least that the database can have worked. */
export const databaseSources = ['sessions', 'waiting'] as const

export interface DatabaseCheck {
  readonly source: (typeof databaseSources)[number]
  /** ms of a request. */
  readonly ms: number
  /** Readings that it rests on; a fraction where a reading stands for several windows. */
  readonly readings: number
}

/** A part of the run; all windows of a run are equally wide. */
export interface LoadWindow {
  /** Begin, ms since the run's start. */
  readonly atMs: number
  /** Users, or arrivals per second that were due; the mean over the window. */
  readonly load: number
  readonly tps: number
  /** Mean response time; null where nothing ended. */
  readonly responseMs: number | null
  /** Share of the requests that failed. */
  readonly errors01: number
  /** Left out where no request told its phases. */
  readonly partsMs?: PartsMs
  /** Marked as suspect, or measured while the load machines were at their limit; such windows are not used. */
  readonly isSuspect: boolean
}

/** What gave way, for whom: a part of the system between user and data. */
export const tiers = ['generator', 'network', 'application', 'database', 'downstream'] as const
export type Tier = (typeof tiers)[number]

/** A value that was read at an instant; utilisation computed from counters is the mean since the reading before. */
export interface Reading {
  /** ms since the run's start, by the clock of the load machines: offsets of clocks are taken off before. */
  readonly atMs: number
  readonly value: number
}

/**
 * How a resource bears load:
 * `busy`: works for a share of the time, e.g. CPU, disk, link.
 * `held`: units that requests hold while others serve them, e.g. connections of a pool, threads.
 * `space`: fills up and costs time only through its pressure, e.g. memory through swapping.
 * `waiting`: has no capacity that is known; requests wait for it, e.g. a lock.
 */
export type ResourceNature = 'busy' | 'held' | 'space' | 'waiting'

export interface ObservedResource {
  readonly id: string
  readonly names: Bilingual
  readonly nature: ResourceNature
  readonly tier: Tier
  /** Node of the topology that it belongs to. */
  readonly node: string
  /** ms between readings. */
  readonly intervalMs: number
  /** In units of `capacity`; of `waiting`: requests that wait. */
  readonly used: readonly Reading[]
  /** What `used` can at most be; null where it is not known, then there is no ceiling. Readings where it changes in the run. */
  readonly capacity: number | readonly Reading[] | null
  /** Requests that wait for a unit of it; of `space`: its pressure, e.g. pages swapped per second. */
  readonly queue?: readonly Reading[]
}

/** A call from one node to another: what holds a unit on `from` may be waiting for `to`. */
export interface CallEdge {
  readonly from: string
  readonly to: string
}

export interface RunObservation {
  /** `users` think between requests; `rate`: arrivals do not wait for answers. */
  readonly drive: 'users' | 'rate'
  readonly windowMs: number
  readonly windows: readonly LoadWindow[]
  readonly resources: readonly ObservedResource[]
  readonly edges: readonly CallEdge[]
}
