/** Debounces work: many requests within a short time cause one execution, slightly later. */

export class Delayed {
  readonly #delayMs: number
  #isDue = false
  #work: () => void = () => undefined

  constructor(delayMs: number) {
    this.#delayMs = delayMs
  }

  /** The work; nothing is done before it is set. */
  on(work: () => void): void {
    this.#work = work
  }

  ask(): void {
    if (this.#isDue) return
    this.#isDue = true
    setTimeout(() => {
      this.#isDue = false
      this.#work()
    }, this.#delayMs).unref()
  }
}
