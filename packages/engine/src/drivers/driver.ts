/** What a driver is: the part that brings users to work as a load model asks, within one worker. */

import type { GatheringState } from '@pone/contract/link/coordination.ts'
import type { Share } from '@pone/contract/link/plan.ts'
import type { LoadModel } from '@pone/plan/scenario/scenario.ts'
import type { LabelledStep } from '../observer.ts'
import type { VirtualUserPool } from '../users/virtual-user-pool.ts'

export interface Driver {
  /** Own users at work. */
  readonly users: number
  /** Own part of the target, users or arrivals per second, rounded. */
  readonly target: number
  /** Arrivals begun more than 10 ms after their time, since the start. */
  readonly lateStarts: number
  /** Arrivals that found no free user, since the start. */
  readonly droppedStarts: number
  /** Brings the load to what it has to be; true when nothing is at work and nothing will come. */
  tick(elapsedMs: number): boolean
  /** How long after that instant the next tick is needed at the latest, ms from 1 to 10. */
  restMs(elapsedMs: number): number
  /** Sets the whole run's load by hand; null gives it back to the model. */
  changeLoad(load: number | null): void
}

/** What every driver is made from. */
export interface DriverOptions {
  readonly model: LoadModel
  readonly share: Share
  readonly userPool: VirtualUserPool
  /** Load percentages of the components. */
  readonly percentages: readonly number[]
  /** Number of a user in the whole run by its number among the users of the model; the same where it is left out. */
  userAt?(index: number): number
}

/** What a driver of arrivals needs besides. */
export interface ArrivalsOptions extends DriverOptions {
  /** Upper limit of users in the whole run. */
  readonly maxUsers: number
  /** Per component: what its iterations are counted under. */
  readonly iterations: readonly LabelledStep[]
}

/** What a driver of rounds needs besides. */
export interface RoundsOptions extends DriverOptions {
  /** The own users have ended this round, or have had the time to; answered by beginRound. */
  onRoundOver(over: NonNullable<GatheringState['over']>): void
}

/** Rest of a driver that follows the load closely enough at this pace. */
export const usualRestMs = 10
