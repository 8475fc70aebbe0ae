/** Bounds work in time: what comes later is dropped. */
import { errorText } from '@pone/schema/error-text.ts'
import { TargetFault } from '../target-fault.ts'
import type { CollectionClock } from './collection-clock.ts'

/**
 * The result of `work`, whose signal fires when the time is over; also work that ignores its signal is left then.
 * @throws TargetFault `timedOut`
 */
export async function within<T>(
  clock: CollectionClock,
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  let cancel: (() => void) | undefined
  const timeOut = new Promise<never>((_, reject) => {
    cancel = clock.after(timeoutMs, () => {
      const fault = new TargetFault('timedOut', '', { timeoutMs: String(timeoutMs) })
      reject(fault)
      controller.abort(fault)
    })
  })
  try {
    return await Promise.race([work(controller.signal), timeOut])
  } finally {
    cancel?.()
  }
}

/** What was thrown, as a fault of the target. */
export function faultOf(thrown: unknown): TargetFault {
  if (thrown instanceof TargetFault) return thrown
  return new TargetFault('malformed', errorText(thrown))
}
