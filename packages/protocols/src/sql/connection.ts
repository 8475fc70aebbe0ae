/** One connection to a database: opened within a time-out, runs a statement at a time, cancels the one that takes too long, and ends at once when its user is stopped. */

import type { Wire } from '../wire/wire.ts'
import { failureText } from './definition/failures.ts'
import type { Account, Driver, DriverSession, ResultSink, Statement } from './driver.ts'
import type { DriverStream } from './driver-stream.ts'
import { abortedFault, isServerFault, SqlFault, streamFault } from './fault.ts'

/** How long the server may take to end a statement that it was asked to cancel; after it the connection is given up. */
const cancelGraceMs = 2_000

/** Opens a stream to where the account is. @throws SqlFault by rejecting */
export type OpenStream = (account: Account, signal: AbortSignal) => Promise<OpenedStream>

/** A stream and how long its parts took, µs; null = did not happen. */
export interface OpenedStream {
  readonly stream: DriverStream
  readonly dnsUs: number | null
  readonly connectUs: number | null
}

/** What a connection is opened with. */
export interface ConnectionOptions {
  readonly driver: Driver
  readonly account: Account
  readonly openStream: OpenStream
  /** For the way, TLS and log-in together; 0 = no limit. */
  readonly connectTimeoutMs: number
  /** Counts it among the open connections, and ends it when everything ends. */
  readonly wire: Pick<Wire, 'register' | 'unregister'>
}

/** Parts of opening, µs. */
export interface OpeningTimes {
  readonly dnsUs: number | null
  readonly connectUs: number | null
  readonly tlsUs: number | null
  readonly loginUs: number
}

/** A connection that is logged in. */
export class SqlConnection {
  readonly times: OpeningTimes
  /** A transaction that was begun by `begin` and not ended yet. */
  isInTransaction = false
  readonly #options: ConnectionOptions
  readonly #stream: DriverStream
  readonly #session: DriverSession
  #running: Ending | null = null

  private constructor(
    options: ConnectionOptions,
    { stream, session, times }: { stream: DriverStream; session: DriverSession; times: OpeningTimes },
  ) {
    this.#options = options
    this.#stream = stream
    this.#session = session
    this.times = times
    // The reason reaches whoever waits, or comes with the next statement.
    stream.on('error', () => undefined)
    options.wire.register(this)
    stream.once('close', () => options.wire.unregister(this))
  }

  /** Opens one. @throws SqlFault: `timeout.connect`, `aborted`, what the way or the server says */
  static async open(options: ConnectionOptions, signal?: AbortSignal): Promise<SqlConnection> {
    const ending = new Ending(options.connectTimeoutMs, 'connect')
    const controller = new AbortController()
    const abort = () => ending.end(abortedFault())
    signal?.addEventListener('abort', abort, { once: true })
    if (signal?.aborted === true) abort()
    let stream: DriverStream | null = null
    const finished = openSession(options, controller.signal, opened => {
      stream = opened
      if (ending.hasEnded) stream.destroy()
    }).then(parts => new SqlConnection(options, parts))
    try {
      return await Promise.race([finished, ending.promise])
    } catch (error) {
      controller.abort()
      destroy(stream)
      // What comes after the end has nobody to go to.
      finished.then(
        connection => connection.destroy(),
        () => undefined,
      )
      throw streamFault(error)
    } finally {
      ending.clear()
      signal?.removeEventListener('abort', abort)
    }
  }

  get isOpen(): boolean {
    return !this.#stream.destroyed
  }

  get sentBytes(): number {
    return this.#stream.sentBytes
  }

  get receivedBytes(): number {
    return this.#stream.receivedBytes
  }

  /**
   * Runs a statement; `timeoutMs` 0 = no limit. One that takes too long is cancelled by the server, and the connection stays
   * usable; one that the server does not end, and one that is aborted, costs the connection.
   * @throws SqlFault: `timeout.statement`, `aborted`, `connectionLost`, what the server says
   */
  async run(statement: Statement, sink: ResultSink, timeoutMs: number): Promise<void> {
    if (!this.isOpen) throw lostFault(this.#stream)
    const ending = new Ending(timeoutMs, 'statement')
    const running = this.#session.run(statement, sink)
    this.#running = ending
    try {
      await Promise.race([running, ending.promise])
    } catch (error) {
      const fault = streamFault(error)
      if (ending.hasEnded) await this.#end(running, fault)
      throw fault
    } finally {
      this.#running = null
      ending.clear()
    }
  }

  /** Ends the statement under way, if there is one, as `aborted`; the server is asked to end it too. */
  abort(): void {
    if (this.#running === null) this.destroy()
    else this.#running.end(abortedFault())
  }

  /** Says goodbye. */
  close(): void {
    if (this.isOpen) this.#session.quit()
  }

  /** Ends it at once. */
  destroy(): void {
    this.#stream.destroy()
  }

  /** Ends a statement that may go on no longer: after a time-out the connection waits for that, after a stop nobody does. */
  async #end(running: Promise<void>, { code }: SqlFault): Promise<void> {
    const settled = running.then(
      () => true,
      (error: unknown) => error instanceof SqlFault && isServerFault(error),
    )
    const cancelled = this.#cancel()
    if (code !== 'timeout.statement') {
      this.destroy()
      return
    }
    const canGoOn = await Promise.race([settled, cancelled.then(() => settled), afterGrace()])
    if (canGoOn !== true) this.destroy()
  }

  /** Asks the server over a second connection; that it cannot be reached shows by the statement's going on. */
  async #cancel(): Promise<void> {
    const { openStream, account } = this.#options
    const signal = AbortSignal.timeout(cancelGraceMs)
    let stream: DriverStream | null = null
    const give = () => destroy(stream)
    signal.addEventListener('abort', give, { once: true })
    try {
      stream = (await openStream(account, signal)).stream
      stream.on('error', () => undefined)
      await this.#session.cancel(stream)
    } catch {
      // The grace decides.
    } finally {
      signal.removeEventListener('abort', give)
      destroy(stream)
    }
  }
}

const destroy = (stream: DriverStream | null) => stream?.destroy()

const afterGrace = () =>
  new Promise<false>(resolve => {
    setTimeout(() => resolve(false), cancelGraceMs).unref()
  })

/** The way and the log-in, timed. */
async function openSession(
  { driver, account, openStream }: ConnectionOptions,
  signal: AbortSignal,
  onStream: (stream: DriverStream) => void,
): Promise<{ stream: DriverStream; session: DriverSession; times: OpeningTimes }> {
  const { stream, dnsUs, connectUs } = await openStream(account, signal)
  onStream(stream)
  const failed = new Promise<never>((_resolve, reject) => {
    stream.once('error', error => reject(streamFault(error)))
    // What the driver itself says of it is on its way, and says more.
    stream.once('close', () => setImmediate(() => reject(lostFault(stream))))
  })
  failed.catch(() => undefined)
  const startedAt = performance.now()
  const session = await Promise.race([driver.login(stream, account), failed])
  const { tlsUs } = stream
  const loginUs = Math.max(0, Math.round((performance.now() - startedAt) * 1_000) - (tlsUs ?? 0))
  return { stream, session, times: { dnsUs, connectUs, tlsUs, loginUs } }
}

function lostFault({ errored }: DriverStream): SqlFault {
  return errored === null
    ? new SqlFault('connectionLost', failureText('sqlConnectionLost'))
    : streamFault(errored)
}

/** What may end something from outside: time, or a stop. */
class Ending {
  /** Rejects then. */
  readonly promise: Promise<never>
  hasEnded = false
  readonly #timer: NodeJS.Timeout | undefined
  #reject: (fault: SqlFault) => void = () => undefined

  constructor(timeoutMs: number, what: 'connect' | 'statement') {
    this.promise = new Promise<never>((_resolve, reject) => {
      this.#reject = reject
    })
    this.promise.catch(() => undefined)
    const fault = () => new SqlFault(`timeout.${what}`, failureText(timeoutTexts[what], { ms: timeoutMs }))
    this.#timer = timeoutMs > 0 ? setTimeout(() => this.end(fault()), timeoutMs) : undefined
  }

  end(fault: SqlFault): void {
    this.hasEnded = true
    this.#reject(fault)
  }

  clear(): void {
    clearTimeout(this.#timer)
  }
}

const timeoutTexts = { connect: 'connectTimeout', statement: 'sqlStatementTimeout' } as const
