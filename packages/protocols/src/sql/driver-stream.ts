/**
 * The stream that a driver reads and writes: counts bytes, upgrades to TLS when the driver says so, and protects the process
 * from the server: an error that the driver's parser throws ends this stream only, and so does an answer that grows without
 * ever being complete.
 */

import { Duplex } from 'node:stream'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'
import { errorText } from '@pone/schema/error-text.ts'
import { socketFault } from '../connect/fault.ts'
import { failureText } from './definition/failures.ts'
import { closedByServer, malformed, SqlFault } from './fault.ts'

/** Bytes that may arrive without a complete row or answer: the longest row. */
export const maxRowBytes = 64 * 1024 ** 2
/** The same before the log-in is through. */
const maxLoginBytes = 1024 ** 2

/** Wraps an open socket. */
export class DriverStream extends Duplex {
  sentBytes = 0
  receivedBytes = 0
  /** Duration of the TLS handshake; null without one. */
  tlsUs: number | null = null
  readonly #tls: ConnectionOptions
  #socket: Duplex
  #limit = maxLoginBytes
  #pending = 0

  /** `tls` is used when the driver upgrades. */
  constructor(socket: Duplex, tls: ConnectionOptions) {
    super()
    this.#socket = socket
    this.#tls = tls
    this.#listen(socket, false)
  }

  /** A row or answer is complete: what arrives from here on belongs to the next. */
  advance(): void {
    this.#pending = 0
  }

  /** From now on answers are as long as rows may be. */
  open(): void {
    this.#limit = maxRowBytes
    this.#pending = 0
  }

  /** The drivers connect by themselves; this one is connected already. */
  connect(): void {
    process.nextTick(() => this.emit('connect'))
  }

  setNoDelay(): void {}
  setKeepAlive(): void {}

  /** Puts TLS around what follows. @throws SqlFault by rejecting, `tls.*` */
  upgradeTls(): Promise<void> {
    const startedAt = performance.now()
    const plain = this.#socket
    plain.off('data', this.#onData)
    const secured = connectTls({ ...this.#tls, socket: plain })
    this.#socket = secured
    return new Promise((resolve, reject) => {
      const fail = (error: Error) => {
        const fault = new SqlFault(...socketFault(error, true), error)
        reject(fault)
        this.destroy(fault)
      }
      const closed = () => fail(Object.assign(new Error('closed'), { code: 'ECONNRESET' }))
      secured.once('error', fail).once('close', closed)
      plain.once('error', fail)
      secured.once('secureConnect', () => {
        secured.off('error', fail).off('close', closed)
        this.tlsUs = Math.round((performance.now() - startedAt) * 1_000)
        this.#listen(secured, true)
        resolve()
      })
    })
  }

  override _read(): void {
    // Nothing is pulled: bytes are passed on by `#pass` as they come.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.sentBytes += chunk.length
    this.#socket.write(chunk, done)
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#socket.end(() => done())
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket.destroy()
    done(error)
  }

  #listen(socket: Duplex, isTls: boolean): void {
    const lost = () => {
      if (socket !== this.#socket || this.destroyed) return
      this.destroy(closedByServer())
    }
    socket.on('data', this.#onData)
    socket.on('error', error => {
      if (socket === this.#socket)
        this.destroy(new SqlFault(...socketFault(error, isTls && this.receivedBytes === 0), error))
    })
    socket.on('end', lost).on('close', lost)
  }

  /** Hands bytes to the driver at once, so that what its parser throws is caught here. */
  readonly #onData = (chunk: Buffer): void => {
    if (this.destroyed) return
    this.receivedBytes += chunk.length
    this.#pending += chunk.length
    if (this.#pending > this.#limit) {
      this.destroy(new SqlFault('protocol.tooLong', failureText('sqlAnswerTooLong', { bytes: this.#limit })))
      return
    }
    try {
      this.emit('data', chunk)
    } catch (error) {
      const reason = errorText(error)
      this.destroy(error instanceof SqlFault ? error : malformed(reason, error))
    }
  }
}
