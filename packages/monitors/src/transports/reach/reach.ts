/** Transport `reach`: whether an address is reached, in which time, and how long its certificate is valid. */
import { requestSchemas } from '../../requests.ts'
import { TargetFault } from '../../target-fault.ts'
import type { ParamValues } from '../../type.ts'
import type { SectionAnswer, TargetConnection, Transport } from '../transport.ts'
import { reachHttp } from './reach-http.ts'
import { reachIcmp } from './reach-icmp.ts'
import { reachTcp } from './reach-tcp.ts'

/** Every collection connects anew, for that is what is measured. */
export const reach: Transport = {
  open: params =>
    Promise.resolve({
      isParallel: true,
      ask: (request, signal) => ask(params, request, signal),
      probe: () => Promise.resolve({ product: '', version: '', missingRights: [] }),
      close: () => undefined,
    } satisfies TargetConnection),
}

/** What is not reached is an answer too: it is 0, and says why. */
async function ask(params: ParamValues, request: unknown, signal: AbortSignal): Promise<SectionAnswer> {
  const { protocol } = requestSchemas.reach.parse(request)
  try {
    if (protocol === 'http') {
      const { record, fault } = await reachHttp(params, signal)
      return { records: [record], ...(fault ? { fault } : {}) }
    }
    return { records: [await (protocol === 'tcp' ? reachTcp : reachIcmp)(params, signal)] }
  } catch (thrown) {
    signal.throwIfAborted()
    if (thrown instanceof TargetFault) return { records: [{ reached: '0' }], fault: thrown }
    throw thrown
  }
}
