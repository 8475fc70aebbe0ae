/** What tests of SQL share: connections over plain sockets, and one statement. */
import { connect } from 'node:net'
import { type ConnectionOptions, type OpenStream, SqlConnection } from './connection.ts'
import type { Statement } from './driver.ts'
import { DriverStream } from './driver-stream.ts'
import { mysql } from './drivers/mysql.ts'
import { postgres } from './drivers/postgres.ts'
import { SqlFault } from './fault.ts'
import { type ResultLimits, ResultTable } from './result-table.ts'
import type { TestDatabase } from './test-databases.ts'

/** Counts nothing: the connection is what is tested. */
const noWire = { register: () => undefined, unregister: () => undefined }

/** Opens a socket and nothing more. */
export const plainStream =
  (authority?: string): OpenStream =>
  ({ host, port }) =>
    new Promise((resolve, reject) => {
      const socket = connect(port, host)
      socket.once('error', error => reject(new SqlFault('test', error.message)))
      socket.once('connect', () => {
        const stream = new DriverStream(socket, {
          host,
          ...(authority === undefined ? { rejectUnauthorized: false } : { ca: authority }),
        })
        resolve({ stream, dnsUs: null, connectUs: 1 })
      })
    })

export const optionsFor = (
  { driver, host, port, database, user, password, authority }: TestDatabase,
  isTls = false,
): ConnectionOptions => ({
  driver: driver === 'postgresql' ? postgres : mysql,
  account: { host, port, database, user, password, isTls },
  openStream: plainStream(authority),
  connectTimeoutMs: 10_000,
  wire: noWire,
})

export const openTo = (database: TestDatabase, isTls = false): Promise<SqlConnection> =>
  SqlConnection.open(optionsFor(database, isTls))

/** Limits of a statement of a test. */
export interface TestLimits extends ResultLimits {
  readonly timeoutMs: number
}

/** Runs a statement and answers its table. */
export async function runOn(
  connection: SqlConnection,
  statement: string | Partial<Statement>,
  { timeoutMs = 10_000, maxRows = 100, maxLength = 100_000 }: Partial<TestLimits> = {},
): Promise<ResultTable> {
  const table = new ResultTable({ maxRows, maxLength })
  const parts = typeof statement === 'string' ? { text: statement } : statement
  const whole = { text: '', values: null, isPrepared: false, ...parts }
  await connection.run(whole, { table, onFirstRow: () => undefined }, timeoutMs)
  return table
}

/** The fault that a promise is rejected with. */
export async function faultOf(promise: Promise<unknown>): Promise<SqlFault> {
  const error: unknown = await promise.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof SqlFault)) throw new Error(`no fault but ${String(error)}`)
  return error
}
