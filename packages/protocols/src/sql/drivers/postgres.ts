/** PostgreSQL by the driver `pg`, over a stream that is open already. */
import { createHash } from 'node:crypto'
import { Client, Query, type QueryArrayConfig } from 'pg'
import { usualSqlPorts } from '../definition/operation.ts'
import type { Account, Driver, DriverSession, ResultSink, Statement } from '../driver.ts'
import type { DriverStream } from '../driver-stream.ts'
import { postgresFault, tlsNotOffered } from '../fault.ts'
import type { Cell, Column } from '../result-table.ts'

/** Names of statements prepared per connection; what comes after is parsed each time. */
const maxPrepared = 200
/** Request codes of the start-up phase, chapter "Message Formats" of PostgreSQL's manual. */
const sslRequestCode = 80_877_103
const cancelRequestCode = 80_877_102

const numberTypes = new Set([20, 21, 23, 26, 700, 701, 1700])
const jsonTypes = new Set([114, 3802])

/** Values stay the texts that the server sends. */
const asText = { getTypeParser: () => (value: string) => value }

/** What `pg` tells of a result; its own types leave it open. */
interface PgResult {
  readonly command: string | null
  readonly rowCount: number | null
  readonly fields: readonly { name: string; dataTypeID: number }[]
}

/** The driver. */
export const postgres: Driver = {
  defaultPort: usualSqlPorts.postgresql,
  begin: isolation => [isolation === '' ? 'BEGIN' : `BEGIN ISOLATION LEVEL ${isolation}`],
  async login(stream, account) {
    if (account.isTls) await requestTls(stream)
    const client = new Client({
      stream: () => stream,
      ssl: false,
      // A function: without one the driver reads files and variables of this machine.
      password: () => account.password,
      host: account.host,
      port: account.port,
      user: account.user,
      database: account.database === '' ? account.user : account.database,
      application_name: 'pone',
    })
    // Its reason reaches whoever waits for a statement, or comes with the next one.
    client.on('error', () => undefined)
    try {
      await client.connect()
    } catch (error) {
      throw postgresFault(stream.errored ?? error)
    }
    stream.open()
    return new PostgresSession(client, stream, account)
  },
}

class PostgresSession implements DriverSession {
  readonly #client: Client
  readonly #stream: DriverStream
  readonly #isTls: boolean
  readonly #prepared = new Set<string>()

  constructor(client: Client, stream: DriverStream, { isTls }: Account) {
    this.#client = client
    this.#stream = stream
    this.#isTls = isTls
  }

  run(statement: Statement, sink: ResultSink): Promise<void> {
    const { table } = sink
    const stream = this.#stream
    const config: QueryArrayConfig<unknown[]> = {
      ...this.#config(statement),
      types: asText,
      rowMode: 'array',
    }
    const query = new Query<Cell[]>(config)
    let kept: unknown = null
    stream.advance()
    return new Promise((resolve, reject) => {
      query.on('row', (row, result) => {
        stream.advance()
        if (kept === null) {
          kept = result
          table.columns = columnsOf(result?.fields ?? [])
          sink.onFirstRow()
        }
        if (kept === result && table.hasRoom) table.add(row)
        else table.skip()
      })
      query.on('error', error => {
        stream.advance()
        reject(postgresFault(stream.errored ?? error))
      })
      query.on('end', results => {
        stream.advance()
        const all: readonly PgResult[] = Array.isArray(results) ? results : [results]
        for (const { command, rowCount } of all) {
          if (command !== null && command !== 'SELECT' && rowCount !== null) table.affect(rowCount)
        }
        if (kept === null)
          table.columns = columnsOf(all.find(({ fields }) => fields.length > 0)?.fields ?? [])
        resolve()
      })
      this.#client.query(query)
    })
  }

  /** Asks for cancellation, which needs no log-in: the server's key of this session proves who asks. */
  async cancel(stream: DriverStream): Promise<void> {
    if (this.#isTls) await requestTls(stream)
    const { processID, secretKey } = keyOf(this.#client)
    const request = Buffer.alloc(16)
    request.writeInt32BE(16, 0)
    request.writeInt32BE(cancelRequestCode, 4)
    request.writeInt32BE(processID, 8)
    request.writeInt32BE(secretKey, 12)
    stream.write(request)
    // The server answers by closing.
    await new Promise<void>(resolve => {
      stream.once('error', () => resolve()).once('close', resolve)
    })
  }

  quit(): void {
    this.#client.end(() => this.#stream.destroy())
  }

  #config({ text, values, isPrepared }: Statement): { text: string; values?: unknown[]; name?: string } {
    const config =
      values === null
        ? { text }
        : { text, values: values.map(value => (value === null ? null : String(value))) }
    if (!isPrepared) return config
    if (!this.#prepared.has(text) && this.#prepared.size >= maxPrepared) return { values: [], ...config }
    this.#prepared.add(text)
    return { ...config, name: createHash('sha1').update(text).digest('hex') }
  }
}

const columnsOf = (fields: PgResult['fields']): Column[] =>
  fields.map(({ name, dataTypeID }) => ({ name, kind: kindOf(dataTypeID) }))

function kindOf(type: number): Column['kind'] {
  if (numberTypes.has(type)) return 'number'
  if (type === 16) return 'boolean'
  return jsonTypes.has(type) ? 'json' : 'text'
}

/** The driver keeps the server's key on fields that its types do not name. */
function keyOf(client: object): { processID: number; secretKey: number } {
  const numberAt = (name: string): number => {
    const value: unknown = Reflect.get(client, name)
    return typeof value === 'number' ? value : 0
  }
  return { processID: numberAt('processID'), secretKey: numberAt('secretKey') }
}

/** Asks for TLS, which the server answers by one byte, and upgrades. */
async function requestTls(stream: DriverStream): Promise<void> {
  const request = Buffer.alloc(8)
  request.writeInt32BE(8, 0)
  request.writeInt32BE(sslRequestCode, 4)
  stream.write(request)
  const answer = await new Promise<string>((resolve, reject) => {
    stream.once('data', (chunk: Buffer) => resolve(chunk.toString('latin1')))
    stream.once('error', reject)
  })
  // More than the one byte would be text that somebody put before the encryption.
  if (answer !== 'S') throw tlsNotOffered()
  await stream.upgradeTls()
}
