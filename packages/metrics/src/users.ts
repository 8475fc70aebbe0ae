/**
 * How many users are at work. A worker tells the largest number within each cell of a grid on the run's shared clock, so
 * that workers can be added up cell by cell: exact for one worker, exact to the cell for several.
 */

/** Width of a cell, ms. */
export const userCellMs = 100
export const userCellsPerSecond = 10

/** The largest number in each cell of a second; a single number stands for a second in which all cells have the same. */
export type UserPeaks = readonly number[]

/** Follows the users of one worker through a second. */
export class UserGauge {
  readonly #peaks = new Int32Array(userCellsPerSecond)
  #cell = 0
  #users = 0

  /** `inSecondMs` counts from the beginning of the second that is being counted. */
  change(by: number, inSecondMs: number): void {
    this.#fillTo(Math.min(userCellsPerSecond - 1, Math.max(0, Math.floor(inSecondMs / userCellMs))))
    this.#users += by
    this.#peaks[this.#cell] = Math.max(this.#peaks[this.#cell] ?? 0, this.#users)
  }

  /** The second that is over; the next one begins with those who are at work. */
  take(): UserPeaks {
    this.#fillTo(userCellsPerSecond - 1)
    const [first = 0, ...others] = this.#peaks
    const peaks = others.every(peak => peak === first) ? [first] : [first, ...others]
    this.#cell = 0
    this.#peaks[0] = this.#users
    return peaks
  }

  #fillTo(cell: number): void {
    while (this.#cell < cell) this.#peaks[++this.#cell] = this.#users
  }
}

/** What one worker told of a second: the number at its end, and, since version 0.6, the largest ones. */
export interface ToldUsers {
  readonly users: number
  /** null where only the number at the end is known. */
  readonly peaks: UserPeaks | null
}

/** Two words of one worker about one second: largest numbers add to each other, of others the later one counts. */
export const laterWord = (before: ToldUsers, later: ToldUsers): ToldUsers =>
  before.peaks === null || later.peaks === null
    ? later
    : { users: later.users, peaks: combined(before.peaks, later.peaks, Math.max) }

/** The largest number of users of all workers together within one second. */
export function mostUsers(told: Iterable<ToldUsers>): number {
  let sum: UserPeaks = [0]
  for (const { users, peaks } of told) sum = combined(sum, peaks ?? [users], (a, b) => a + b)
  return Math.max(...sum)
}

function combined(a: UserPeaks, b: UserPeaks, join: (a: number, b: number) => number): UserPeaks {
  const cells = Math.max(a.length, b.length)
  const cellOf = (peaks: UserPeaks, cell: number) => peaks[peaks.length === 1 ? 0 : cell] ?? 0
  return Array.from({ length: cells }, (_, cell) => join(cellOf(a, cell), cellOf(b, cell)))
}
