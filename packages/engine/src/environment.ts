/** What all users of a process share: the wire, the clock, the observer, and whether the end has come. */
import type { Wire } from '@pone/protocols/wire/wire.ts'
import type { Observer } from './observer.ts'
import type { Barriers } from './users/barriers.ts'

/** Time of a run. */
export interface RunClock {
  /** ms since the run's start, fractional, monotonic. */
  elapsedMs(): number
  /** Epoch ms, integer. */
  epochMs(): number
}

export interface Environment {
  readonly observer: Observer
  readonly clock: RunClock
  /** Ends requests under way when the run is stopped by force. */
  readonly forceSignal: AbortSignal
  readonly properties: Readonly<Record<string, string>>
  /** Counter of `${counter(all)}`. */
  readonly sharedCounter: { value: number }
  /** Longest think time and pacing, ms, over the component's own cap; null = none. */
  readonly pauseLimitMs: number | null
  /** True from the stop on: nothing new begins, pauses end at once. */
  isStopping: boolean
  /** Where users wait for each other. */
  readonly barriers: Pick<Barriers, 'meet'>
  /** What all sessions of the process share. */
  readonly wire: Wire
}
