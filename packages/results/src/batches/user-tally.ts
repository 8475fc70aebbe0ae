/** The most users at a time in a stretch of a run that is read in the order of its seconds. */
import { laterWord, mostUsers, type ToldUsers } from '@pone/metrics/users.ts'

export class UserTally {
  #second = -1
  #most = 0
  readonly #told = new Map<string, ToldUsers>()

  /** Takes what a worker told of a second, null for nothing; seconds ascend. */
  add(second: number, worker: string, told: ToldUsers | null): void {
    if (second !== this.#second) this.#fold()
    this.#second = second
    if (told === null) return
    const before = this.#told.get(worker)
    this.#told.set(worker, before === undefined ? told : laterWord(before, told))
  }

  get most(): number {
    return Math.max(this.#most, mostUsers(this.#told.values()))
  }

  /** The most so far; the next stretch begins with nothing. */
  take(): number {
    const { most } = this
    this.#told.clear()
    this.#most = 0
    return most
  }

  #fold(): void {
    this.#most = this.most
    this.#told.clear()
  }
}
