/** Sessions of MySQL and PostgreSQL, on the drivers that load tests use too. */
import { connect } from 'node:net'
import { type OpenStream, SqlConnection } from '@pone/protocols/sql/connection.ts'
import type { Account } from '@pone/protocols/sql/driver.ts'
import { DriverStream } from '@pone/protocols/sql/driver-stream.ts'
import { drivers } from '@pone/protocols/sql/drivers.ts'
import { ResultTable } from '@pone/protocols/sql/result-table.ts'
import { maxAnswerBytes, maxRecords, type Records } from '../../reading/records.ts'
import { TargetFault } from '../../target-fault.ts'
import type { ParamValues } from '../../type.ts'
import { connectionFault } from '../connection-fault.ts'
import { paramText, type SqlAnswer, type SqlSession } from './session.ts'
import { openingFault, statementFault } from './wire-faults.ts'

/** What differs between them before the first statement. */
export interface WireKind {
  readonly driver: keyof typeof drivers
  /** Whether the first bytes of an answer can be of the protocol. */
  readonly isFirst: (bytes: Buffer) => boolean
  /** Run first in each session: it only reads, and waits for no lock for long. */
  readonly prepare: readonly string[]
  /** Keeps own statements out of the slow log, where the account may. */
  readonly prepareIfAllowed: readonly string[]
  /** Begins a transaction that cannot become one that writes. */
  readonly beginReading: string
}

/** Who signs in where; a database without a name is the account's own. */
export interface WireAddress extends Account {
  readonly verifiesTls: boolean
  /** Unix socket instead of host and port; checked by the caller. */
  readonly socketPath?: string
}

export const wireAddress = (params: ParamValues): WireAddress => ({
  host: paramText(params, 'host'),
  port: Number(params['port']),
  user: paramText(params, 'user'),
  password: paramText(params, 'password'),
  database: paramText(params, 'database'),
  isTls: params['tls'] === true,
  verifiesTls: params['verifyTls'] !== false,
})

/** How long a server may take to close a connection that has said goodbye. */
const goodbyeMs = 1_000

/** Connections of monitors are counted nowhere else. */
const noWire = { register: () => undefined, unregister: () => undefined }

/** A signed-in connection. */
export class WireSession implements SqlSession {
  readonly #kind: WireKind
  readonly #connection: SqlConnection
  #last: Promise<unknown> = Promise.resolve()
  #isRunning = false

  private constructor(kind: WireKind, connection: SqlConnection) {
    this.#kind = kind
    this.#connection = connection
  }

  /** Connects and signs in; the session may still write. @throws TargetFault; the signal's reason */
  static async open(kind: WireKind, address: WireAddress, signal: AbortSignal): Promise<WireSession> {
    try {
      const connection = await SqlConnection.open(
        {
          driver: drivers[kind.driver],
          account: address,
          openStream: plainStream(kind, address),
          connectTimeoutMs: 0,
          wire: noWire,
        },
        signal,
      )
      return new WireSession(kind, connection)
    } catch (error) {
      signal.throwIfAborted()
      throw openingFault(error)
    }
  }

  /** Connects, signs in, and from then on only reads. @throws TargetFault; the signal's reason */
  static async openReading(kind: WireKind, address: WireAddress, signal: AbortSignal): Promise<WireSession> {
    const session = await WireSession.open(kind, address, signal)
    try {
      for (const statement of kind.prepare) await session.query(statement, signal)
      for (const statement of kind.prepareIfAllowed) await session.#tryTo(statement, signal)
      return session
    } catch (error) {
      session.close()
      throw error
    }
  }

  query(statement: string, signal: AbortSignal): Promise<SqlAnswer> {
    return this.#next(() => this.#run(statement, false, signal))
  }

  /** Like `query`; the server prepares the text, and refuses one that holds several statements. */
  queryOne(statement: string, signal: AbortSignal): Promise<SqlAnswer> {
    return this.#next(() => this.#run(statement, true, signal))
  }

  queryIsolated(statement: string, signal: AbortSignal): Promise<SqlAnswer> {
    return this.#next(async () => {
      await this.#run(this.#kind.beginReading, false, signal)
      try {
        return await this.#run(statement, true, signal)
      } finally {
        // A signal that fired has ended the connection and with it the transaction.
        if (!signal.aborted) await this.#run('COMMIT', false, signal)
      }
    })
  }

  #next(ask: () => Promise<SqlAnswer>): Promise<SqlAnswer> {
    const run = this.#last.then(ask)
    this.#last = run.catch(() => undefined)
    return run
  }

  /** Says goodbye, since a server counts connections that just end as errors; one that is busy is ended at once. */
  close(): void {
    const connection = this.#connection
    if (this.#isRunning) {
      connection.abort()
      connection.destroy()
      return
    }
    connection.close()
    setTimeout(() => connection.destroy(), goodbyeMs).unref()
  }

  /** A setting that the account may not change stays as it is. */
  async #tryTo(statement: string, signal: AbortSignal): Promise<void> {
    try {
      await this.query(statement, signal)
    } catch (error) {
      const isRefused = error instanceof TargetFault && error.code !== 'targetClosed'
      if (!isRefused) throw error
    }
  }

  async #run(text: string, isPrepared: boolean, signal: AbortSignal): Promise<SqlAnswer> {
    signal.throwIfAborted()
    const table = new ResultTable({ maxRows: maxRecords, maxLength: maxAnswerBytes })
    const abort = () => this.#connection.abort()
    signal.addEventListener('abort', abort, { once: true })
    try {
      this.#isRunning = true
      const sink = { table, onFirstRow: () => undefined }
      await this.#connection.run({ text, values: null, isPrepared }, sink, 0)
    } catch (error) {
      signal.throwIfAborted()
      throw statementFault(error)
    } finally {
      this.#isRunning = false
      signal.removeEventListener('abort', abort)
    }
    return { records: recordsOf(table), isCut: table.isCut }
  }
}

function recordsOf({ columns, rows }: ResultTable): Records {
  return rows.map(cells => {
    const record: Record<string, string> = {}
    for (const [at, { name }] of columns.entries()) {
      const cell = cells[at]
      if (cell !== null && cell !== undefined) record[name] = cell
    }
    return record
  })
}

const plainStream =
  ({ isFirst }: WireKind, { verifiesTls, socketPath }: WireAddress): OpenStream =>
  ({ host, port }, signal) =>
    new Promise((resolve, reject) => {
      const way = socketPath === undefined ? { host, port, noDelay: true } : { path: socketPath }
      const socket = connect({ ...way, signal })
      const fail = (error: Error) => reject(connectionFault(error))
      socket.once('error', fail)
      socket.once('connect', () => {
        socket.off('error', fail)
        const stream = new DriverStream(socket, { host, rejectUnauthorized: verifiesTls })
        // Bytes of another protocol can look like the length of a message that never ends.
        socket.once('data', (bytes: Buffer) => {
          if (isFirst(bytes)) return
          stream.destroy(new TargetFault('wrongProduct', bytes.toString('latin1', 0, 60)))
        })
        resolve({ stream, dnsUs: null, connectUs: null })
      })
    })
