/** One connection to a database for one monitor: statements one after the other, rows as records, errors as faults. */
import { connect } from 'node:net'
import { type OpenStream, SqlConnection } from '@pone/protocols/sql/connection.ts'
import type { Account } from '@pone/protocols/sql/driver.ts'
import { DriverStream } from '@pone/protocols/sql/driver-stream.ts'
import { drivers } from '@pone/protocols/sql/drivers.ts'
import { ResultTable } from '@pone/protocols/sql/result-table.ts'
import { maxAnswerBytes, maxRecords, type Records } from '../../reading/records.ts'
import { TargetFault } from '../../target-fault.ts'
import { connectionFault } from '../connection-fault.ts'
import { openingFault, statementFault } from './faults.ts'

export type Dialect = 'mysql' | 'postgresql'

/** Who signs in where; a database without a name is the account's own. */
export interface SqlAddress extends Account {
  readonly dialect: Dialect
  readonly verifiesTls: boolean
}

/** How long a server may take to close a connection that has said goodbye. */
const goodbyeMs = 1_000

/** Connections of monitors are counted nowhere else. */
const noWire = { register: () => undefined, unregister: () => undefined }

/** A signed-in connection. */
export class SqlSession {
  readonly #connection: SqlConnection
  #last: Promise<unknown> = Promise.resolve()
  #isRunning = false

  private constructor(connection: SqlConnection) {
    this.#connection = connection
  }

  /** Connects and signs in. @throws TargetFault; the signal's reason */
  static async open(address: SqlAddress, signal: AbortSignal): Promise<SqlSession> {
    const { dialect } = address
    try {
      const connection = await SqlConnection.open(
        {
          driver: drivers[dialect],
          account: address,
          openStream: plainStream(address),
          connectTimeoutMs: 0,
          wire: noWire,
        },
        signal,
      )
      return new SqlSession(connection)
    } catch (error) {
      signal.throwIfAborted()
      throw openingFault(error)
    }
  }

  /**
   * Rows of a statement; a field that is NULL is left out. A statement whose signal fires is ended by the server, and costs the
   * connection.
   * @throws TargetFault; the signal's reason
   */
  query(statement: string, signal: AbortSignal): Promise<{ records: Records; isCut: boolean }> {
    return this.#next(statement, false, signal)
  }

  /** Like `query`; the server prepares the text, and refuses one that holds several statements. */
  queryOne(statement: string, signal: AbortSignal): Promise<{ records: Records; isCut: boolean }> {
    return this.#next(statement, true, signal)
  }

  #next(statement: string, isPrepared: boolean, signal: AbortSignal) {
    const run = this.#last.then(() => this.#run(statement, isPrepared, signal))
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

  async #run(
    text: string,
    isPrepared: boolean,
    signal: AbortSignal,
  ): Promise<{ records: Records; isCut: boolean }> {
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
  ({ verifiesTls, dialect }: SqlAddress): OpenStream =>
  ({ host, port }, signal) =>
    new Promise((resolve, reject) => {
      const socket = connect({ host, port, noDelay: true, signal })
      const fail = (error: Error) => reject(connectionFault(error))
      socket.once('error', fail)
      socket.once('connect', () => {
        socket.off('error', fail)
        const stream = new DriverStream(socket, { host, rejectUnauthorized: verifiesTls })
        // Bytes of another protocol can look like the length of a message that never ends.
        socket.once('data', (bytes: Buffer) => {
          if (firstBytes[dialect](bytes)) return
          stream.destroy(new TargetFault('wrongProduct', bytes.toString('latin1', 0, 60)))
        })
        resolve({ stream, dnsUs: null, connectUs: null })
      })
    })

/** Bytes of a first message that is longer are of another protocol. */
const maxFirstBytes = 65_536

/** Whether the first bytes of an answer can be of the protocol: a greeting or error of MySQL; an answer to TLS or to a start of PostgreSQL. */
const firstBytes: Readonly<Record<Dialect, (bytes: Buffer) => boolean>> = {
  mysql: bytes => bytes.length < 5 || (bytes[3] === 0 && [9, 10, 255].includes(bytes[4] ?? 0)),
  postgresql: bytes =>
    bytes.length < 5 ||
    ('RENSv'.includes(String.fromCharCode(bytes[0] ?? 0)) && bytes.readUInt32BE(1) < maxFirstBytes),
}

/** Names of two columns, whatever they are, as one record of names and values. */
export function pairsOf(records: Records): Record<string, string> {
  const record: Record<string, string> = {}
  for (const row of records) {
    const [name, value] = Object.values(row)
    if (name !== undefined && value !== undefined) record[name] = value
  }
  return record
}
