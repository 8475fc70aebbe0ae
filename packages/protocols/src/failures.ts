/** The texts of everything that protocols can fail with: a line per protocol. */
import { httpFailures } from './http/definition/failures.ts'
import { messageFailures } from './messages/definition/failures.ts'
import { networkFailures } from './network-failures.ts'
import { sqlFailures } from './sql/definition/failures.ts'
import { tcpFailures } from './tcp/definition/failures.ts'
import { udpFailures } from './udp/definition/failures.ts'
import { webSocketFailures } from './webSocket/definition/failures.ts'

export const protocolFailures = {
  ...networkFailures,
  ...messageFailures,
  ...httpFailures,
  ...webSocketFailures,
  ...tcpFailures,
  ...udpFailures,
  ...sqlFailures,
}
