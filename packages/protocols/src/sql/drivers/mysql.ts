/** MySQL and MariaDB by the driver `mysql2`, over a stream that is open already. */
import { encodingExists } from 'iconv-lite'
import { type Connection, createConnection } from 'mysql2'
import { usualSqlPorts } from '../definition/operation.ts'
import type { Account, Driver, DriverSession, ResultSink, Statement } from '../driver.ts'
import type { DriverStream } from '../driver-stream.ts'
import { malformed, mysqlFault, streamFault } from '../fault.ts'
import { type Cell, type Column, ResultTable } from '../result-table.ts'

/** Statements kept prepared per connection; the one used longest ago goes first. */
const maxPrepared = 200
/** Codes of column types, chapter "Protocol" of MySQL's source documentation. */
const numberTypes = new Set([0, 1, 2, 3, 4, 5, 8, 9, 13, 246])
const jsonType = 245

/** The driver. */
export const mysql: Driver = {
  // Asking for any encoding loads all of them.
  preload: () => void encodingExists('cesu8'),
  defaultPort: usualSqlPorts.mysql,
  begin: isolation => [
    ...(isolation === '' ? [] : [`SET TRANSACTION ISOLATION LEVEL ${isolation}`]),
    'START TRANSACTION',
  ],
  login: async (stream, account) => new MysqlSession(await openConnection(stream, account), stream, account),
}

async function openConnection(stream: DriverStream, account: Account): Promise<Connection> {
  const connection = createConnection({
    stream,
    host: account.host,
    port: account.port,
    user: account.user,
    password: account.password,
    ...(account.database === '' ? {} : { database: account.database }),
    ...(account.isTls ? { ssl: {} } : {}),
    connectTimeout: 0,
    charset: 'utf8mb4',
    // What a server names must not become code, nor may it read files of this machine.
    disableEval: true,
    flags: ['-LOCAL_FILES'],
    multipleStatements: true,
    rowsAsArray: true,
    dateStrings: true,
    jsonStrings: true,
    supportBigNumbers: true,
    bigNumberStrings: true,
    maxPreparedStatements: maxPrepared,
  })
  Object.assign(connection, {
    startTLS(onSecure: (error?: Error) => void) {
      // The driver writes its own code on the error; the true one is on the stream.
      stream.upgradeTls().then(
        () => onSecure(),
        (error: Error) => onSecure(new Error(error.message)),
      )
    },
  })
  // The driver would write a line to the console for each such packet, as many as the server sends.
  connection.on('warn', (error: Error) => {
    throw malformed(error.message, error)
  })
  await new Promise<void>((resolve, reject) => {
    const fail = (error: unknown) => reject(mysqlFault(stream.errored ?? error))
    stream.once('error', fail)
    connection.on('error', fail)
    connection.once('connect', () => {
      stream.off('error', fail)
      connection.off('error', fail)
      // Its reason reaches whoever waits for a statement, or comes with the next one.
      connection.on('error', () => undefined)
      resolve()
    })
  })
  stream.open()
  return connection
}

class MysqlSession implements DriverSession {
  readonly #connection: Connection
  readonly #stream: DriverStream
  readonly #account: Account

  constructor(connection: Connection, stream: DriverStream, account: Account) {
    this.#connection = connection
    this.#stream = stream
    this.#account = account
  }

  run(statement: Statement, sink: ResultSink): Promise<void> {
    const stream = this.#stream
    const { table } = sink
    stream.advance()
    return new Promise((resolve, reject) => {
      const lost = (error: Error) => reject(streamFault(error))
      stream.once('error', lost)
      const command = this.#submit(statement)
      let kept = -1
      command.on('fields', (fields: unknown) => {
        stream.advance()
        if (table.columns.length === 0) table.columns = columnsOf(fields)
      })
      command.on('result', (row: unknown, index: unknown) => {
        stream.advance()
        if (!Array.isArray(row)) return table.affect(affectedBy(row))
        if (kept < 0) {
          kept = Number(index)
          sink.onFirstRow()
        }
        if (kept === index && table.hasRoom) table.add(row.map(cellOf))
        else table.skip()
      })
      const end = () => {
        stream.off('error', lost)
        stream.advance()
        if (statement.values !== null && !statement.isPrepared) this.#connection.unprepare(statement.text)
      }
      command.on('error', (error: unknown) => {
        end()
        reject(mysqlFault(stream.errored ?? error))
      })
      command.on('end', () => {
        end()
        resolve()
      })
    })
  }

  async cancel(stream: DriverStream): Promise<void> {
    const other = new MysqlSession(await openConnection(stream, this.#account), stream, this.#account)
    const table = new ResultTable({ maxRows: 0, maxLength: 0 })
    const text = `KILL QUERY ${this.#connection.threadId}`
    await other.run({ text, values: null, isPrepared: false }, { table, onFirstRow: () => undefined })
    other.quit()
  }

  quit(): void {
    // The driver calls back before it writes its goodbye, without which the server counts an aborted client.
    this.#connection.end(() => setImmediate(() => this.#stream.destroy()))
  }

  #submit({ text, values, isPrepared }: Statement) {
    return values === null && !isPrepared
      ? this.#connection.query(text)
      : this.#connection.execute(text, [...(values ?? [])])
  }
}

/** A result without rows tells how many it changed. */
function affectedBy(header: unknown): number {
  const rows: unknown = header instanceof Object ? Reflect.get(header, 'affectedRows') : 0
  return typeof rows === 'number' ? rows : 0
}

function columnsOf(fields: unknown): Column[] {
  if (!Array.isArray(fields)) return []
  return fields.map((field: unknown) => {
    const read = (key: string): unknown => (field instanceof Object ? Reflect.get(field, key) : undefined)
    return { name: String(read('name')), kind: kindOf(Number(read('columnType'))) }
  })
}

function kindOf(type: number): Column['kind'] {
  if (numberTypes.has(type)) return 'number'
  return type === jsonType ? 'json' : 'text'
}

function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return value
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`
  return JSON.stringify(value)
}
