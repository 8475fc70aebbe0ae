/** All transports, a line each. */
import type { TransportName } from '../requests.ts'
import { procfs } from './procfs/procfs.ts'
import { redisTransport } from './redis/transport.ts'
import type { Transport } from './transport.ts'

export const transports: Readonly<Partial<Record<TransportName, Transport>>> = {
  procfs,
  redis: redisTransport,
}
