/** A session of Oracle Database by the vendor's client in its thin mode, which is JavaScript alone. It is loaded when the first session opens. */
import type OracleDb from 'oracledb'
import { maxAnswerBytes, maxRecords, type TargetRecord } from '../../../reading/records.ts'
import { TargetFault } from '../../../target-fault.ts'
import type { ParamValues } from '../../../type.ts'
import { untilAborted } from '../../open-socket.ts'
import { assertReading, neverIsolated, paramText, type SqlAnswer, type SqlSession } from '../session.ts'
import { oracleFault, oracleOpeningFault } from './faults.ts'
import { SocketGuard } from './socket-guard.ts'

/** Bytes until the sign-in is through. */
const maxSignInBytes = 1024 ** 2
/** Bytes on the wire of one answer; rows travel in batches, of which the last is read beyond the limit of what is kept. */
const maxWireBytes = 8 * maxAnswerBytes
const batchRows = 200
const goodbyeMs = 1_000

export class OracleSession implements SqlSession {
  readonly #client: typeof OracleDb
  readonly #connection: OracleDb.Connection
  readonly #guard: SocketGuard
  #last: Promise<unknown> = Promise.resolve()
  #isRunning = false

  private constructor(client: typeof OracleDb, connection: OracleDb.Connection, guard: SocketGuard) {
    this.#client = client
    this.#connection = connection
    this.#guard = guard
  }

  /** @throws TargetFault; the signal's reason */
  static async open(params: ParamValues, signal: AbortSignal): Promise<OracleSession> {
    const options = connectOptions(params)
    const { default: client } = await import('oracledb')
    signal.throwIfAborted()
    const guard = new SocketGuard()
    const opening = guard.run(() => client.getConnection(options))
    try {
      const connection = await guard.within(maxSignInBytes, '1 MiB', untilAborted(opening, signal))
      // Sessions show it to the people of the database.
      connection.module = 'pone monitor'
      return new OracleSession(client, connection, guard)
    } catch (error) {
      guard.destroy()
      // What comes after the end has nobody to go to.
      opening.catch(() => undefined)
      signal.throwIfAborted()
      throw oracleOpeningFault(error)
    }
  }

  query(statement: string, signal: AbortSignal): Promise<SqlAnswer> {
    const run = this.#last.then(() => this.#run(statement, signal))
    this.#last = run.catch(() => undefined)
    return run
  }

  readonly queryIsolated = neverIsolated

  close(): void {
    const end = () => this.#guard.destroy()
    if (this.#isRunning) {
      end()
      return
    }
    this.#connection.close().then(end, end)
    setTimeout(end, goodbyeMs).unref()
  }

  async #run(statement: string, signal: AbortSignal): Promise<SqlAnswer> {
    signal.throwIfAborted()
    assertReading(statement)
    const reading = this.#read(statement)
    this.#isRunning = true
    try {
      return await this.#guard.within(maxWireBytes, '64 MiB', untilAborted(reading, signal))
    } catch (error) {
      reading.catch(() => undefined)
      if (signal.aborted) this.#cancel()
      signal.throwIfAborted()
      throw oracleFault(error)
    } finally {
      this.#isRunning = false
    }
  }

  async #read(statement: string): Promise<SqlAnswer> {
    const text = { type: this.#client.STRING }
    const { resultSet } = await this.#connection.execute<OracleRow>(statement, [], {
      resultSet: true,
      outFormat: this.#client.OUT_FORMAT_OBJECT,
      fetchArraySize: batchRows,
      prefetchRows: batchRows,
      fetchTypeHandler: () => text,
    })
    if (!resultSet) throw new TargetFault('malformed')
    const records: TargetRecord[] = []
    let length = 0
    for (;;) {
      const rows = await resultSet.getRows(batchRows)
      for (const row of rows) {
        const record = recordOf(row)
        for (const value of Object.values(record)) length += value.length
        if (length > maxAnswerBytes || records.length === maxRecords) {
          await resultSet.close()
          return { records, isCut: true }
        }
        records.push(record)
      }
      if (rows.length < batchRows) break
    }
    await resultSet.close()
    return { records, isCut: false }
  }

  /** The server ends the statement when it is told to, else when the connection is gone. */
  #cancel(): void {
    const end = () => this.#guard.destroy()
    this.#connection.break().catch(() => undefined)
    setTimeout(end, goodbyeMs).unref()
  }
}

/** All values are asked for as texts. */
type OracleRow = Readonly<Record<string, string | null>>

function recordOf(row: OracleRow): TargetRecord {
  return Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  )
}

/** Nothing in it is read by the client as another part of its descriptor. */
const plain = /^[\p{L}\p{N}_.$#%:-]+$/u

function connectOptions(params: ParamValues): OracleDb.ConnectionAttributes {
  const host = paramText(params, 'host')
  const service = paramText(params, 'service')
  for (const part of [host, service])
    if (!plain.test(part)) throw new TargetFault('refused', `${part}: not a name`)
  const protocol = params['tls'] === true ? 'tcps' : 'tcp'
  const name = paramText(params, 'target') === 'sid' ? 'SID' : 'SERVICE_NAME'
  const wallet = paramText(params, 'wallet').trim()
  return {
    user: paramText(params, 'user'),
    password: paramText(params, 'password'),
    connectString: `(DESCRIPTION=(ADDRESS=(PROTOCOL=${protocol})(HOST=${host})(PORT=${Number(params['port'])}))(CONNECT_DATA=(${name}=${service})))`,
    ...(wallet === '' ? {} : { walletContent: wallet, walletPassword: paramText(params, 'walletPassword') }),
  }
}
