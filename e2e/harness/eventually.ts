/** Waiting for a state outside a page: polls until it is reached. */
import { setTimeout as pause } from 'node:timers/promises'

export interface Expectation<T> {
  /** For the message of the time-out. */
  readonly what: string
  readonly patienceMs?: number
  /** Undefined means: not yet. An error that it throws ends the waiting. */
  readonly look: () => T | undefined | Promise<T | undefined>
}

const lookEveryMs = 100

/** @throws Error at the time-out */
export async function eventually<T>({ what, patienceMs = 10_000, look }: Expectation<T>): Promise<T> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    if (performance.now() > deadline) throw new Error(`waited ${patienceMs / 1000} s in vain for ${what}`)
    await pause(lookEveryMs)
  }
}
