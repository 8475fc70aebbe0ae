/** Opens the way to a database by the channel that all protocols share: names, addresses, proxy, source address, bandwidth. TLS comes later, when the driver asks for it. */
import { isIP } from 'node:net'
import { Channel, tlsOptionsOf } from '../connect/channel.ts'
import type { Network } from '../connect/network.ts'
import type { UserNetwork } from '../connect/user-network.ts'
import type { Wire } from '../wire/wire.ts'
import { type OpenedStream, type OpenStream } from './connection.ts'
import { DriverStream } from './driver-stream.ts'
import { abortedFault, SqlFault } from './fault.ts'

/** What a way is opened with. */
export interface WayOptions {
  readonly wire: Wire
  readonly network: Network
  readonly user: UserNetwork
}

/** Makes what opens streams for one user. */
export const streamOpener =
  ({ wire, network, user }: WayOptions): OpenStream =>
  ({ host, port }, signal) =>
    new Promise<OpenedStream>((resolve, reject) => {
      const origin = { host, port, isTls: false, isIp: isIP(host) !== 0 }
      const abort = () => {
        channel.close()
        reject(abortedFault())
      }
      const settle = () => signal.removeEventListener('abort', abort)
      const options = { wire, origin, network, user, alpn: [], needsTunnel: true, isForLibrary: true }
      const channel = new Channel(
        { ...options, tlsSession: undefined, connectTimeoutMs: 0 },
        {
          onOpen() {
            settle()
            const tls = { ...tlsOptionsOf({ origin, network, wire }), host }
            const stream = new DriverStream(channel.handOver(), tls)
            const { dnsUs, connectUs } = channel
            resolve({ stream, dnsUs, connectUs })
          },
          onFault(code, message) {
            settle()
            reject(new SqlFault(code, message))
          },
          // From the hand-over on the stream tells its end itself, and nothing is read here.
          onRead: () => undefined,
          onEnd: () => undefined,
          onTlsSession: () => undefined,
        },
      )
      signal.addEventListener('abort', abort, { once: true })
      if (signal.aborted) abort()
    })
