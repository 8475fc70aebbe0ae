/** Reads a socket until its peer has sent hello: a short message, before the deadline, from an address with few unauthenticated sockets. */
import type { Duplex } from 'node:stream'
import type { Hello } from '@pone/contract/link/messages.ts'
import { type AgentMessage, agentMessageSchema } from '@pone/contract/link/messages.ts'
import type { RawData, WebSocket } from 'ws'
import { closeSoon } from '../sockets/close-soon.ts'
import { ReceiveLimit } from '../sockets/receive-limit.ts'
import type { StrangerPlaces } from '../sockets/stranger-places.ts'

const helloTimeoutMs = 5_000
/** Time limit after the hello; the database may be busy. */
const admissionTimeoutMs = 15_000
/** Limit of all data received before the peer is admitted. */
const maxHelloBytes = 256 * 1024
const policyViolation = 1008
const tryAgainLater = 1013

export interface Greeting {
  readonly hello: Hello
  /** The peer is admitted; its further messages must be read by the caller. */
  trust(): void
}

/** null when the peer was refused, or has closed the socket. */
export function awaitHello(
  socket: WebSocket,
  {
    connection,
    address,
    places,
    warn,
  }: { connection: Duplex; address: string; places: StrangerPlaces; warn: (text: string) => void },
): Promise<Greeting | null> {
  const leave = places.take(address)
  if (leave === null) {
    warn(`too many agents at ${address} connect at once; one has to wait`)
    closeSoon(socket, tryAgainLater, { reason: 'too many connections', isFlooding: true })
    return Promise.resolve(null)
  }
  return new Promise(resolve => {
    const refuse = (reason: string) => {
      warn(`a socket at ${address} was closed: ${reason}`)
      closeSoon(socket, policyViolation, { reason, isFlooding: true })
      resolve(null)
    }
    const limit = new ReceiveLimit(socket, {
      connection,
      limitBytes: maxHelloBytes,
      onExceeded: () => refuse('too long before its hello'),
    })
    let deadline = setTimeout(() => socket.terminate(), helloTimeoutMs)
    let isGreeted = false
    const onMessage = (data: RawData) => {
      const hello = parseMessage(data)
      if (isGreeted) return refuse('not welcome yet')
      if (hello?.kind !== 'hello') return refuse(hello === null ? 'not understood' : 'hello expected')
      isGreeted = true
      clearTimeout(deadline)
      deadline = setTimeout(() => socket.terminate(), admissionTimeoutMs)
      resolve({
        hello,
        trust: () => {
          clearTimeout(deadline)
          socket.off('message', onMessage)
          limit.raise(Number.POSITIVE_INFINITY)
          leave()
        },
      })
    }
    socket.on('message', onMessage)
    socket.once('close', () => {
      clearTimeout(deadline)
      leave()
      resolve(null)
    })
  })
}

/** null for data that is not a valid agent message. */
export function parseMessage(data: RawData): AgentMessage | null {
  try {
    // By default, sockets deliver buffers.
    return agentMessageSchema.parse(JSON.parse(Buffer.isBuffer(data) ? data.toString() : ''))
  } catch {
    return null
  }
}
