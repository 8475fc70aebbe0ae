/** Runs what agents report one after the other per agent and run, and repeats what fails until it succeeds or its line is gone. */
import { setTimeout as pause } from 'node:timers/promises'

const firstPauseMs = 250
const longestPauseMs = 2_000

export interface RunOrder {
  /** `work` is repeated while it rejects and `signal` is not aborted; work of an aborted line that has not begun is dropped. */
  add(item: { key: string; signal: AbortSignal; work: () => Promise<void> }): void
}

/** `onFailure` is told of every failed attempt. */
export function createRunOrder(onFailure: (key: string, cause: unknown) => void): RunOrder {
  const tails = new Map<string, Promise<void>>()

  const attempt = async (key: string, signal: AbortSignal, work: () => Promise<void>) => {
    for (let pauseMs = firstPauseMs; !signal.aborted; pauseMs = Math.min(longestPauseMs, pauseMs * 2)) {
      try {
        return await work()
      } catch (cause) {
        onFailure(key, cause)
      }
      // An aborted pause only means that there is nothing left to wait for.
      await pause(pauseMs, undefined, { signal }).catch(() => undefined)
    }
  }

  return {
    add: ({ key, signal, work }) => {
      const before = tails.get(key) ?? Promise.resolve()
      const tail = before
        .then(() => attempt(key, signal, work))
        .finally(() => {
          if (tails.get(key) === tail) tails.delete(key)
        })
      tails.set(key, tail)
    },
  }
}
