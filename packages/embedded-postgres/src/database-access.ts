/** Makes sure that a database can be used before the server is started on it. */
import pg from 'pg'
import { withClient } from './database-client.ts'

/** Undefined when the database answers, else one sentence (without the password) that says why it does not. */
export async function findAccessProblem(connectionString: string): Promise<string | undefined> {
  const where = describeConnection(connectionString)
  if (where === undefined) {
    return 'DATABASE_URL is not an address like postgresql://user:password@host:5432/database.'
  }
  try {
    await withClient({ connectionString }, client => client.query('select 1'))
    return undefined
  } catch (cause) {
    return `The database of DATABASE_URL (${where}) cannot be used: ${reasonOf(cause)}.`
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
