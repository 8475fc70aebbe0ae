/** TLS inside TDS: records of the handshake travel in packets of TDS, all later ones as they are. @see MS-TDS 3.2.5.2 */
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { connect, type TLSSocket } from 'node:tls'
import { TargetFault } from '../../../target-fault.ts'
import { connectionFault } from '../../connection-fault.ts'
import { untilAborted } from '../../open-socket.ts'
import { packetOf, packetsOf, packetTypes } from './tds-messages.ts'

export interface TunnelAddress {
  readonly host: string
  readonly verifiesTls: boolean
}

const handshakePacket = 4_096
/** Bytes of a handshake that are kept until their packet is whole. */
const maxHandshake = 65_536

/** What TLS takes for its socket. */
class Tunnel extends Duplex {
  isShakingHands = true
  readonly #socket: Socket
  #rest: Buffer = Buffer.alloc(0)

  constructor(socket: Socket) {
    super()
    this.#socket = socket
  }

  /** Takes bytes of the socket. */
  receive(bytes: Buffer): void {
    if (!this.isShakingHands) {
      this.push(bytes)
      return
    }
    this.#rest = Buffer.concat([this.#rest, bytes])
    try {
      for (let packet = packetOf(this.#rest); packet; packet = packetOf(this.#rest)) {
        this.#rest = this.#rest.subarray(packet.length)
        this.push(packet.content)
      }
      if (this.#rest.length > maxHandshake) throw new TargetFault('tooLarge')
    } catch (error) {
      this.destroy(error instanceof Error ? error : undefined)
    }
  }

  override _read(): void {
    // Nothing is pulled: bytes are passed on as they come.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    const bytes = this.isShakingHands ? packetsOf(packetTypes.preLogin, chunk, handshakePacket) : chunk
    this.#socket.write(bytes, done)
  }
}

export interface Secured {
  readonly stream: TLSSocket
  /** What the server sends from now on is for others. */
  leave(): void
}

/**
 * Shakes hands over an open connection whose bytes nobody else reads. What the server sends from then on comes from the returned
 * stream. @throws TargetFault `tlsMismatch`; the signal's reason
 */
export async function shakeHands(
  socket: Socket,
  { host, verifiesTls }: TunnelAddress,
  signal: AbortSignal,
): Promise<Secured> {
  const tunnel = new Tunnel(socket)
  const receive = (bytes: Buffer) => tunnel.receive(bytes)
  const end = () => tunnel.destroy(new TargetFault('tlsMismatch', 'closed within the handshake'))
  socket.on('data', receive).once('close', end)
  const secured = connect({
    socket: tunnel,
    host,
    servername: /^[\d.:]+$/.test(host) ? '' : host,
    rejectUnauthorized: verifiesTls,
    // TDS 7 knows no later one.
    maxVersion: 'TLSv1.2',
  })
  const done = new Promise<void>((resolve, reject) => {
    secured.once('secureConnect', resolve)
    const fail = (error: Error) => reject(tlsFault(error))
    secured.once('error', fail)
    tunnel.once('error', fail)
  })
  await untilAborted(done, signal)
  tunnel.isShakingHands = false
  return { stream: secured, leave: () => socket.off('data', receive).off('close', end) }
}

function tlsFault(error: Error): TargetFault {
  const { code, details } = connectionFault(error)
  return new TargetFault(code === 'tooLarge' ? code : 'tlsMismatch', details)
}
