/** Ends work of the own thread that takes too long, whatever it does: the second wall around expressions of users. */
import { type Context, createContext, Script } from 'node:vm'
import { TargetFault } from '../target-fault.ts'

/** Of one answer; the other targets of the agent wait meanwhile. */
const limitMs = 1_000

const call = new Script('work()')
let context: Context | undefined

/**
 * What `work` returns. A watchdog of V8 ends it after the limit, loops and regular expressions included.
 * @throws TargetFault `tooLarge` after the limit; what `work` throws
 */
export function boundedWork<T>(work: () => T, timeoutMs = limitMs): T {
  // Made once: a context costs about a millisecond.
  context ??= createContext({})
  let result: { readonly value: T } | undefined
  Reflect.set(context, 'work', () => {
    result = { value: work() }
  })
  try {
    call.runInContext(context, { timeout: timeoutMs })
  } catch (thrown) {
    const isLate = isTimeout(thrown)
    throw isLate ? new TargetFault('tooLarge', '', { limit: `${timeoutMs} ms` }) : thrown
  } finally {
    Reflect.deleteProperty(context, 'work')
  }
  if (result === undefined) throw new TargetFault('malformed')
  return result.value
}

/** The error belongs to the context, so it is no `Error` of this one. */
const isTimeout = (thrown: unknown): boolean =>
  typeof thrown === 'object' &&
  thrown !== null &&
  'code' in thrown &&
  thrown.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
