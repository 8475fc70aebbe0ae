/** Handles reports one after the other per agent and run, and repeats those that fail: while the database is unavailable as long as the line is open, otherwise a bounded number of times. */
import { setTimeout as pause } from 'node:timers/promises'
import { isDatabaseUnavailable } from '../adapters/database/database-error.ts'
import type { WorkLimit } from './work-limit.ts'

const firstPauseMs = 250
const longestPauseMs = 2_000
/** About a minute. */
const maxAttempts = 32

export interface RunOrder {
  /**
   * `work` is repeated while it rejects and `signal` is not aborted; work of an aborted line that has not begun is
   * dropped. Resolves with whether it was done, or is not to be done any more: false means that it has been given up.
   */
  add(item: {
    key: string
    signal: AbortSignal
    work: () => Promise<void>
    /** Shared by all work of a line. */
    limit?: WorkLimit
  }): Promise<boolean>
}

type Wait = (durationMs: number, signal: AbortSignal) => Promise<void>
// An aborted pause only means that there is nothing left to wait for.
const waitFor: Wait = (durationMs, signal) => pause(durationMs, undefined, { signal }).catch(() => undefined)

/** `onFailure` is called at every failed attempt. */
export function createRunOrder(
  onFailure: (key: string, cause: unknown) => void,
  wait: Wait = waitFor,
): RunOrder {
  const tails = new Map<string, Promise<boolean>>()

  const attempt: RunOrder['add'] = async ({ key, signal, work, limit }) => {
    let pauseMs = firstPauseMs
    for (let attempts = 0; attempts < maxAttempts && !signal.aborted; ) {
      try {
        await (limit === undefined ? work() : limit.run(work))
        return true
      } catch (cause) {
        onFailure(key, cause)
        if (!isDatabaseUnavailable(cause)) attempts += 1
      }
      await wait(pauseMs, signal)
      pauseMs = Math.min(longestPauseMs, pauseMs * 2)
    }
    return signal.aborted
  }

  return {
    add: item => {
      const before = tails.get(item.key) ?? Promise.resolve(true)
      const tail = before
        .then(() => attempt(item))
        .finally(() => {
          if (tails.get(item.key) === tail) tails.delete(item.key)
        })
      tails.set(item.key, tail)
      return tail
    },
  }
}
