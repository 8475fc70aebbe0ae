/**
 * Stores the changes of a run asynchronously, in order, and repeats a write while the store cannot be reached: the run
 * continues meanwhile, and nothing is lost.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { StoreErrors } from './run-store.ts'

const firstPauseMs = 250
const longestPauseMs = 3_000

export interface RunWriter {
  /** Queues a write; it is repeated while the database is unavailable. */
  add(what: string, write: () => Promise<void>): void
  /** Resolves when everything queued so far is stored, or given up. */
  stored(): Promise<void>
  /** True while a write is waiting. */
  readonly isBusy: boolean
  /** Stops repeating. */
  close(): void
}

/** `onFailure` is called for each failed attempt, and when a write is given up because it failed for another reason. */
export function createRunWriter(
  errors: Pick<StoreErrors, 'isUnavailable'>,
  onFailure: (what: string, cause: unknown) => void,
): RunWriter {
  const closing = new AbortController()
  let tail = Promise.resolve()
  let waiting = 0

  const attempt = async (what: string, write: () => Promise<void>) => {
    for (
      let pauseMs = firstPauseMs;
      !closing.signal.aborted;
      pauseMs = Math.min(longestPauseMs, pauseMs * 2)
    ) {
      try {
        return await write()
      } catch (cause) {
        onFailure(what, cause)
        if (!errors.isUnavailable(cause)) return
      }
      // An aborted pause only means that there is nothing left to wait for.
      await pause(pauseMs, undefined, { signal: closing.signal }).catch(() => undefined)
    }
  }

  return {
    add: (what, write) => {
      waiting += 1
      tail = tail
        .then(() => attempt(what, write))
        .finally(() => {
          waiting -= 1
        })
    },
    stored: () => tail,
    get isBusy() {
      return waiting > 0
    },
    close: () => closing.abort(),
  }
}
