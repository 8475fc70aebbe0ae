/** What is being taken of programs of this machine at the same time: bounded in number, each cancelled by its id. */
const maxAtOnce = 5

interface Running {
  readonly aborter: AbortController
  readonly ended: Promise<void>
}

export class RunningTakes {
  readonly limit = maxAtOnce
  readonly #running = new Map<string, Running>()

  get isFull(): boolean {
    return this.#running.size >= maxAtOnce
  }

  /** Reports the outcome once, when another one may be started. @param take does not reject */
  start<Outcome>(
    id: string,
    take: (signal: AbortSignal) => Promise<Outcome>,
    report: (outcome: Outcome) => void,
  ): void {
    const aborter = new AbortController()
    const ended = take(aborter.signal).then(outcome => {
      this.#running.delete(id)
      report(outcome)
    })
    this.#running.set(id, { aborter, ended })
  }

  cancel(id: string): void {
    this.#running.get(id)?.aborter.abort()
  }

  /** Resolves when nothing is left running. */
  async close(): Promise<void> {
    const all = [...this.#running.values()]
    for (const { aborter } of all) aborter.abort()
    await Promise.all(all.map(({ ended }) => ended))
  }
}
