/** The connection to PostgreSQL: a pool that survives a database that goes away and comes back. */
import { Kysely, PostgresDialect } from 'kysely'
import { Pool, types } from 'pg'
import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>

export interface DatabaseOptions {
  /** Most connections at a time. */
  readonly maxConnections?: number | undefined
  /** Told when an idle connection breaks; calls under way get their own error. */
  readonly onConnectionLost?: ((cause: Error) => void) | undefined
}

const int8 = 20
const numeric = 1700

/** Numbers of PostgreSQL's 64-bit and numeric types arrive as JavaScript numbers. */
const parseNumbers = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (oid === int8 || oid === numeric) && format !== 'binary'
      ? Number
      : types.getTypeParser(oid, format === 'binary' ? 'text' : format),
} as typeof types

/** Connects on first use; `destroy()` of the answer closes all connections. */
export function createDatabase(connectionString: string, options: DatabaseOptions = {}): Database {
  const pool = new Pool({
    connectionString,
    max: options.maxConnections ?? 20,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: 'pone',
    types: parseNumbers,
  })
  // Without a listener a broken idle connection would end the process; the pool replaces it on next use.
  pool.on('error', cause => options.onConnectionLost?.(cause))
  // The same for one that breaks in the middle of a transaction: its query gets the error, and the event tells nothing more.
  pool.on('connect', client => client.on('error', () => undefined))
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}
