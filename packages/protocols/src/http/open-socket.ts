/** Opens the socket of a connection: plain or TLS, addresses tried in turn, reading into the wire's buffer. */
import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { Transport } from './exchange.ts'
import type { Origin } from './origin.ts'
import type { WireHub } from './wire.ts'

/** How a connection is to be made. */
export interface SocketOptions {
  wire: WireHub
  origin: Origin
  transport: Transport
  /** Of an earlier connection to the same origin. */
  tlsSession: Buffer | undefined
  /** Gets every read; the bytes are valid only during the call. */
  onRead: (bytes: Buffer, length: number) => void
}

/** Starts connecting. */
export function openSocket({ wire, origin, transport, tlsSession, onRead }: SocketOptions): Socket {
  const { readBuffer } = wire
  const base = {
    host: origin.host,
    port: origin.port,
    lookup: wire.dns.lookup,
    noDelay: true,
    onread: {
      buffer: readBuffer,
      callback: (length: number) => {
        onRead(readBuffer, length)
        return true
      },
    },
  }
  if (!origin.isTls) return connectTcp(base)
  return connectTls({
    ...base,
    secureContext: wire.secureContext,
    ALPNProtocols: ['http/1.1'],
    rejectUnauthorized: transport.verifyTls,
    ...(origin.isIp ? {} : { servername: origin.host }),
    ...(tlsSession === undefined ? {} : { session: tlsSession }),
  })
}

/** Code and message of a socket's error; what went wrong in the TLS handshake or the name look-up says so. */
export function socketFault(error: NodeJS.ErrnoException, isHandshake: boolean): readonly [string, string] {
  const code = error.code ?? 'socket'
  // When several addresses were tried, the message is in the parts.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : undefined
  const message = error.message || (first instanceof Error ? first.message : code)
  if (error.syscall === 'getaddrinfo') return [`dns.${code}`, message]
  return [isHandshake ? `tls.${code}` : code, message]
}
