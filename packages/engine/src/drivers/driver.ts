/** The contract of a driver: it runs users as a load model demands, within one worker. */

import type { GatheringState } from '@pone/contract/link/coordination.ts'
import type { Share } from '@pone/contract/link/plan.ts'
import type { LoadOrder } from '@pone/plan/load-models/load-order.ts'
import type { LoadModel } from '@pone/plan/scenario/scenario.ts'
import type { LabelledStep } from '../observer.ts'
import type { VirtualUserPool } from '../users/virtual-user-pool.ts'

export interface Driver {
  /** This worker's active users. */
  readonly users: number
  /** This worker's part of the target: whole users, or arrivals per second. */
  readonly target: number
  /** Arrivals started more than 10 ms late, since the start. */
  readonly lateStarts: number
  /** Arrivals for which no user was free, since the start. */
  readonly droppedStarts: number
  /** Whether arrivals that are due wait for the next tick; left out by drivers that start everything at once. */
  readonly isBehind?: boolean
  /** Adjusts the load to the model; true when nothing is active and nothing will follow. */
  tick(elapsedMs: number): boolean
  /** How long after that instant the next tick is needed at the latest, ms from 1 to 10. */
  restMs(elapsedMs: number): number
  /** Sets the load of the whole run by hand; null returns to the model. */
  changeLoad(order: LoadOrder | null): void
}

/** Options of every driver. */
export interface DriverOptions {
  readonly model: LoadModel
  readonly share: Share
  readonly userPool: VirtualUserPool
  /** Load percentages of the components. */
  readonly percentages: readonly number[]
  /** Number of a user in the whole run by its number among the users of the model; the same where it is left out. */
  userAt?(index: number): number
}

/** Additional options of a driver of arrivals. */
export interface ArrivalsOptions extends DriverOptions {
  /** Upper limit of users in the whole run. */
  readonly maxUsers: number
  /** Per component: the label of its iterations. */
  readonly iterations: readonly LabelledStep[]
}

/** Additional options of a driver of rounds. */
export interface RoundsOptions extends DriverOptions {
  /** The own users have ended this round, or the time limit has passed; answered by beginRound. */
  onRoundOver(over: NonNullable<GatheringState['over']>): void
}

/** Interval of ticks, ms, with which a driver follows the load closely enough. */
export const usualRestMs = 10
