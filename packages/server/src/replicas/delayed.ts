/** Work that many events ask for and that is done once for all of them, a little later. */

export class Delayed {
  readonly #delayMs: number
  #isDue = false
  #work: () => void = () => undefined

  constructor(delayMs: number) {
    this.#delayMs = delayMs
  }

  /** What is done; nothing before that. */
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
