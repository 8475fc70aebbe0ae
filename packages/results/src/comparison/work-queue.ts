/** Lets heavy work of this server be done one after the other, with an end to each and none for who has gone. */
import { AppError } from '@pone/contract/errors.ts'

export interface WorkQueue {
  /** Does the work when all before it is done. @throws AppError ComparisonTooLong, also when its caller has gone, and what the work throws */
  run<T>(work: (signal: AbortSignal) => Promise<T>, gone: AbortSignal): Promise<T>
}

/** Work gets a signal that tells it to end after that many ms, or when its caller goes. */
export function createWorkQueue(timeoutMs: number, now: () => number = () => performance.now()): WorkQueue {
  let last: Promise<unknown> = Promise.resolve()
  return {
    run: (work, gone) => {
      const asked = now()
      const result = last.then(async () => {
        const signal = AbortSignal.any([gone, AbortSignal.timeout(timeoutMs)])
        try {
          signal.throwIfAborted()
          return await work(signal)
        } catch (cause) {
          if (!signal.aborted) throw cause
          const seconds = Math.round((now() - asked) / 1_000)
          throw new AppError('ComparisonTooLong', { seconds }, { cause })
        }
      })
      last = result.catch(() => undefined)
      return result
    },
  }
}

const breathMs = 15

/** Gives way to everything else on the server now and then; throws the signal's reason when it has fired. */
export function createBreather(signal: AbortSignal, now: () => number = () => performance.now()) {
  let since = now()
  return async (): Promise<void> => {
    signal.throwIfAborted()
    if (now() - since < breathMs) return
    await new Promise(resolve => setImmediate(resolve))
    since = now()
  }
}
