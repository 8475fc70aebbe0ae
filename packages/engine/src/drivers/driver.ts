/** What a driver is: the part that brings users to work as a load model asks, within one worker. */

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
  /** Sets the whole run's load by hand; null gives it back to the model. */
  changeLoad(load: number | null): void
}
