/** What all users of a process share: the network, the clock, the observer, and whether the run is stopping. */
import type { PointReport } from '@pone/contract/link/coordination.ts'
import type { Wire } from '@pone/protocols/wire/wire.ts'
import type { Observer } from './observer.ts'

/** Time of a run. */
export interface RunClock {
  /** ms since the run's start, fractional, monotonic. */
  elapsedMs(): number
  /** Epoch ms, integer. */
  epochMs(): number
}

/** A point where users wait for each other. */
export type MeetingPoint = Pick<PointReport, 'key' | 'gather' | 'quantity'>

/** A user that waits at one. */
export interface WaitingUser {
  /** It ends with its iteration. */
  readonly isRetiring: boolean
  /** Nothing new may start. */
  readonly mustHalt: boolean
  /** Waits that many ms, less when it is woken. */
  pause(durationMs: number): Promise<void>
  wake(): void
}

export interface MeetingPlaces {
  /** Waits for the others, at most so many ms, less when the user retires or the run stops. */
  meet(user: WaitingUser, point: MeetingPoint, timeoutMs: number): Promise<void>
}

export interface Environment {
  readonly observer: Observer
  readonly clock: RunClock
  /** Ends running requests when the run is stopped by force. */
  readonly forceSignal: AbortSignal
  readonly properties: Readonly<Record<string, string>>
  /** Counter of `${counter(all)}`. */
  readonly sharedCounter: { value: number }
  /** Maximum think time and pacing, ms, in addition to the component's own limit; null = none. */
  readonly pauseLimitMs: number | null
  /** True from the stop on: nothing new starts, pauses end immediately. */
  isStopping: boolean
  /** The points where users wait for each other. */
  readonly barriers: MeetingPlaces
  /** Shared by all sessions of the process. */
  readonly wire: Wire
}
