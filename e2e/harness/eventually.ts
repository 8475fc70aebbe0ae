/** Waiting for a state outside a page: polls until it is reached. */
import { setTimeout as pause } from 'node:timers/promises'

export interface Expectation<T> {
  /** For the message of the time-out. */
  readonly what: string
  readonly patienceMs?: number
  /** Undefined means: not yet. An error that it throws ends the waiting. */
  readonly look: () => T | undefined | Promise<T | undefined>
}

/** For what hangs: a wait ends as soon as it finds what it looks for, and a busy machine takes several times as long as an idle one. */
export const usualPatienceMs = 30_000
const lookEveryMs = 50

/** @throws Error at the time-out */
export async function eventually<T>({
  what,
  patienceMs = usualPatienceMs,
  look,
}: Expectation<T>): Promise<T> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    if (performance.now() > deadline) throw new Error(`waited ${patienceMs / 1000} s in vain for ${what}`)
    await pause(lookEveryMs)
  }
}
