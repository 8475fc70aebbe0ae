/** Tells when nothing has arrived for a time. */

export class SilenceTimer {
  readonly #ms: number
  readonly #onSilence: () => void
  #timer: NodeJS.Timeout | null = null
  #restarts = 0

  constructor(ms: number, onSilence: () => void) {
    this.#ms = ms
    this.#onSilence = onSilence
  }

  /** Something has arrived. */
  restart(): void {
    this.#restarts++
    if (this.#timer === null) this.#timer = setTimeout(() => this.#elapsed(), this.#ms)
    else this.#timer.refresh()
  }

  stop(): void {
    this.#restarts++
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }

  /** After a busy moment timers come before the reads that were due in it, so these get their turn first. */
  #elapsed(): void {
    const restarts = this.#restarts
    setImmediate(() => {
      if (restarts !== this.#restarts) return
      this.#timer = null
      this.#onSilence()
    })
  }
}
