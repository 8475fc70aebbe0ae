/** Handles reports in order per agent and run, and retries those that fail: while the database is unavailable as long as the connection is open, otherwise a limited number of times. */
import { setTimeout as pause } from 'node:timers/promises'
import { isDatabaseUnavailable } from '../adapters/database/database-error.ts'
import type { WorkLimit } from '../adapters/work-limit.ts'

const firstPauseMs = 250
const longestPauseMs = 2_000
/** Total about one minute. */
const maxAttempts = 32

export interface RunOrder {
  /**
   * `work` is repeated while it rejects and `signal` is not aborted; work of an aborted connection that has not started is
   * dropped. Resolves with true when it was done or dropped, with false when it was given up after failed attempts.
   */
  add(item: {
    key: string
    signal: AbortSignal
    work: () => Promise<void>
    /** Shared by all work of a connection. */
    limit?: WorkLimit
  }): Promise<boolean>
}

type Wait = (durationMs: number, signal: AbortSignal) => Promise<void>
// An aborted pause needs no handling, because the loop ends.
const waitFor: Wait = (durationMs, signal) => pause(durationMs, undefined, { signal }).catch(() => undefined)

/** `onFailure` is called for every failed attempt. */
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
