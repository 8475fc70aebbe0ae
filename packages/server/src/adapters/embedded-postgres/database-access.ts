/** Makes sure that a database can be used before the server is started on it. */
import pg from 'pg'

const connectTimeoutMs = 5_000

/** Creates the database in the cluster when it is not there yet. */
export async function createDatabase(adminConnection: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminConnection })
  await client.connect()
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [name])
    if (found.rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(name)}`)
  } finally {
    await client.end()
  }
}

/** Undefined when the database answers, else one sentence (without the password) that says why it does not. */
export async function findAccessProblem(connectionString: string): Promise<string | undefined> {
  const where = describeConnection(connectionString)
  if (where === undefined) {
    return 'DATABASE_URL is not an address like postgresql://user:password@host:5432/database.'
  }
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: connectTimeoutMs })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return undefined
  } catch (cause) {
    return `The database of DATABASE_URL (${where}) cannot be used: ${reasonOf(cause)}.`
  } finally {
    await client.end().catch(() => undefined)
  }
}

function describeConnection(connectionString: string): string | undefined {
  if (!/^postgres(ql)?:\/\//.test(connectionString)) return undefined
  try {
    const { host, port, database } = new pg.Client({ connectionString })
    return `${host}:${port}/${database}`
  } catch {
    return undefined
  }
}

function reasonOf(cause: unknown): string {
  const errors = cause instanceof AggregateError ? cause.errors : [cause]
  const first: unknown = errors[0]
  const { code, message } = first as { code?: unknown; message?: unknown }
  const known: Record<string, string> = {
    ECONNREFUSED: 'nothing listens there',
    ENOTFOUND: 'there is no host of that name',
    ENOENT: 'there is no such socket',
    ETIMEDOUT: 'it does not answer',
  }
  const text = typeof code === 'string' ? known[code] : undefined
  return text ?? String(message).replace(/\.$/, '')
}
