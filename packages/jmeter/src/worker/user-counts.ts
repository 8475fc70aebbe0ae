/** The users of a JMeter run per second, from the threads in its log: kept until the rows of the second have been sent. */
import type { Batch } from '@pone/contract/link/batch.ts'
import { UserGauge } from '@pone/metrics/users.ts'

type SecondUsers = Pick<Batch, 'users' | 'targetUsers'> & { readonly userPeaks?: number[] }

/** Rows of a second may come this many seconds late and are sent with the users of that second. */
const keptSeconds = 30

export class UserCounts {
  readonly #bySecond = new Map<number, SecondUsers>()
  readonly #gauge = new UserGauge()
  #second = 0
  #now = { users: 0, targetUsers: 0 }

  /** Records the state at that instant: active users, and their maximum since the last call. */
  follow(
    elapsedMs: number,
    { most, ...now }: { readonly users: number; readonly targetUsers: number; readonly most: number },
  ): void {
    const second = Math.max(0, Math.floor(elapsedMs / 1_000))
    for (; this.#second < second; this.#second++)
      this.#bySecond.set(this.#second, { ...this.#now, userPeaks: [...this.#gauge.take()] })
    const inSecondMs = elapsedMs - second * 1_000
    this.#gauge.change(most - this.#now.users, inSecondMs)
    this.#gauge.change(now.users - most, inSecondMs)
    this.#now = now
  }

  /** For a second that is over. Later rows add no users to it. */
  at(second: number): SecondUsers {
    return this.#bySecond.get(second) ?? { ...this.#now, userPeaks: [0] }
  }

  /** For the second in which the run ends. */
  last(second: number): SecondUsers {
    const open = second === this.#second ? [...this.#gauge.take()] : [0]
    return { users: 0, targetUsers: 0, userPeaks: this.#bySecond.get(second)?.userPeaks ?? open }
  }

  /** Drops what is long before that second. */
  forgetBefore(second: number): void {
    for (const bySecond of this.#bySecond.keys())
      if (bySecond < second - keptSeconds) this.#bySecond.delete(bySecond)
  }
}
