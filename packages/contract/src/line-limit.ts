/** Keeps a log small when the same thing happens again and again: a text is written a few times per window, the rest is counted and told in one line. */

const windowMs = 10_000
const maxSameText = 10
/** Of all texts together, also of those that a peer chooses. */
const maxLines = 300
const maxTexts = 1_000

interface Seen {
  readonly text: string
  count: number
}

/** Instants are monotonic or epoch ms, the same clock at each call. */
export class LineLimit {
  readonly #seen = new Map<string, Seen>()
  #startedAt: number | null = null
  #written = 0
  #leftOut = 0

  /** Whether the line is to be written; one that is not is counted. Call `summaries` before it. */
  admits(text: string, at: number): boolean {
    this.#startedAt ??= at
    const seen = this.#seenOf(text)
    if (seen !== null) seen.count += 1
    if (this.#written < maxLines && seen !== null && seen.count <= maxSameText) {
      this.#written += 1
      return true
    }
    if (seen === null || seen.count <= maxSameText) this.#leftOut += 1
    return false
  }

  /** Lines that say what was left out of the window that has ended; none while it lasts. */
  summaries(at: number): string[] {
    if (this.#startedAt === null || at - this.#startedAt < windowMs) return []
    const seconds = Math.round((at - this.#startedAt) / 1_000)
    const repeated = [...this.#seen.values()]
      .filter(({ count }) => count > maxSameText)
      .map(({ text, count }) => `repeated ${count.toLocaleString('en')} times in ${seconds} s: ${text}`)
    const others =
      this.#leftOut === 0
        ? []
        : [`${this.#leftOut.toLocaleString('en')} other lines in ${seconds} s were left out`]
    this.#seen.clear()
    this.#startedAt = null
    this.#written = 0
    this.#leftOut = 0
    return [...repeated, ...others]
  }

  /** null when too many different texts have come. */
  #seenOf(text: string): Seen | null {
    const key = text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|\d+/gi, '#').slice(0, 300)
    const known = this.#seen.get(key)
    if (known !== undefined) return known
    if (this.#seen.size >= maxTexts) return null
    const fresh = { text: text.slice(0, 300), count: 0 }
    this.#seen.set(key, fresh)
    return fresh
  }
}
