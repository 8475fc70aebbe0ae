/** A TCP connection to a target, encrypted where it is asked for, for transports with a protocol of their own. */
import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { TargetFault } from '../target-fault.ts'
import { connectionFault } from './connection-fault.ts'

export interface SocketAddress {
  readonly host: string
  readonly port: number
  readonly isTls: boolean
  readonly verifiesTls: boolean
}

/** A server without TLS waits for the rest of what it takes for a command, and never answers. */
const handshakeTimeoutMs = 3_000

/** Connects and, with TLS, shakes hands. @throws TargetFault; the signal's reason */
export function openSocket(address: SocketAddress, signal: AbortSignal): Promise<Socket> {
  const { host, port, isTls, verifiesTls } = address
  return new Promise((resolve, reject) => {
    const socket = isTls
      ? connectTls({
          host,
          port,
          rejectUnauthorized: verifiesTls,
          servername: /^[\d.:]+$/.test(host) ? '' : host,
        })
      : connectTcp({ host, port, noDelay: true })
    const abort = () => {
      clearTimeout(timer)
      socket.destroy()
      reject(signal.reason)
    }
    const fail = (error: Error) => {
      signal.removeEventListener('abort', abort)
      clearTimeout(timer)
      const fault = connectionFault(error)
      // What closes or resets within the handshake does not speak TLS.
      reject(isTls && fault.code === 'targetClosed' ? new TargetFault('tlsMismatch', fault.details) : fault)
    }
    let timer: NodeJS.Timeout | undefined
    socket.once('connect', () => {
      if (isTls) timer = setTimeout(() => socket.destroy(new TargetFault('tlsMismatch')), handshakeTimeoutMs)
    })
    const closed = () => fail(new TargetFault('targetClosed'))
    socket.once('error', fail).once('close', closed)
    socket.once(isTls ? 'secureConnect' : 'connect', () => {
      signal.removeEventListener('abort', abort)
      socket.off('error', fail).off('close', closed)
      clearTimeout(timer)
      resolve(socket)
    })
    signal.addEventListener('abort', abort, { once: true })
    if (signal.aborted) abort()
  })
}

/** The promise, until the signal fires. @throws the signal's reason */
export function untilAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
