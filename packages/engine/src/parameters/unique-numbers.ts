/**
 * Numbers that no other worker of a run makes, without asking anyone: every second is divided among the workers by
 * their shares of the load, which do not overlap, as rows are. Up to 19 digits; they fit a signed 64-bit column.
 */
import type { Share } from '@pone/contract/link/messages.ts'

/** Digits of the number within a second. */
const digits = 10
const beganSeconds = Date.UTC(2024, 0, 1) / 1_000

export class UniqueNumbers {
  readonly #first: number
  readonly #size: number
  readonly #nowSeconds: () => number
  #second: number
  #given: number

  /** `nowSeconds` gives epoch s. */
  constructor(share: Share, nowSeconds: () => number = () => Date.now() / 1_000) {
    const edge = (at01: number) => Math.ceil(at01 * 10 ** digits)
    this.#first = edge(share.from01)
    this.#size = Math.max(1, edge(share.to01) - this.#first)
    this.#nowSeconds = nowSeconds
    // A worker that replaces a lost one has its share; so that it repeats nothing it begins ahead, and not at the front.
    this.#second = Math.floor(nowSeconds()) + 1
    this.#given = Math.floor((Math.random() * this.#size) / 2)
  }

  /** The next number, in decimal digits. */
  next(): string {
    const second = Math.floor(this.#nowSeconds())
    if (second > this.#second) {
      this.#second = second
      this.#given = 0
    } else if (this.#given >= this.#size) {
      this.#second++
      this.#given = 0
    }
    const within = String(this.#first + this.#given++).padStart(digits, '0')
    return `${this.#second - beganSeconds}${within}`
  }
}
