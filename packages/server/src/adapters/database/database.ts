/** The connection to PostgreSQL: a pool that recovers when the database becomes available again. */
import { Kysely, PostgresDialect } from 'kysely'
import { Pool, types } from 'pg'
import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>

export interface DatabaseOptions {
  /** Maximum number of connections. */
  readonly maxConnections?: number | undefined
  /** Called when an idle connection breaks; active calls get their own error. */
  readonly onConnectionLost?: ((cause: Error) => void) | undefined
}

const int8 = 20
const numeric = 1700

/** 64-bit and numeric values of PostgreSQL are returned as JavaScript numbers. */
const parseNumbers = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (oid === int8 || oid === numeric) && format !== 'binary'
      ? Number
      : types.getTypeParser(oid, format === 'binary' ? 'text' : format),
} as typeof types

/** Connects on first use; `destroy()` of the result closes all connections. */
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
  // Likewise for a connection that breaks during a transaction: the error of its query is sufficient.
  pool.on('connect', client => client.on('error', () => undefined))
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}
