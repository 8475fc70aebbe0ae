/** The role that watches the embedded cluster: it reads statistics, and gets into a database without tables. */
import pg from 'pg'
import { withClient } from './database-client.ts'

/** Name of the role and of its database. */
export const monitorRole = 'pone_monitor'

/** How the role signs in: over the socket only, since nothing listens on the network. */
export interface MonitorSignIn {
  /** Folder of the Unix socket. */
  readonly socketFolder: string
  /** Part of the socket's name. */
  readonly port: number
  readonly user: string
  readonly password: string
  readonly database: string
}

/** A monitor has one session, a test of it and a question for a plan one each; others wait for nobody. */
const connectionLimit = 5

/**
 * Every step can be repeated, so that an interrupted start only begins again. The database stays the superuser's: the role can
 * make nothing in it.
 * @param adminConnection of a database of the cluster, as text for pg, made for the name of the database
 */
export async function prepareMonitorDatabase(
  adminConnection: (database: string) => string,
  { password, hasStatementCounts }: { readonly password: string; readonly hasStatementCounts: boolean },
): Promise<void> {
  await withClient({ connectionString: adminConnection('postgres') }, async client => {
    await client.query("set password_encryption = 'scram-sha-256'")
    const roles = await client.query('select 1 from pg_roles where rolname = $1', [monitorRole])
    if (roles.rowCount === 0) await client.query(`create role ${monitorRole}`)
    await client.query(
      `alter role ${monitorRole} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls
        connection limit ${connectionLimit} password ${pg.escapeLiteral(password)}`,
    )
    await client.query(`alter role ${monitorRole} set default_transaction_read_only = on`)
    await client.query(`grant pg_monitor to ${monitorRole}`)
    const databases = await client.query('select 1 from pg_database where datname = $1', [monitorRole])
    if (databases.rowCount === 0) await client.query(`create database ${monitorRole}`)
    await client.query(`revoke all on database ${monitorRole} from public`)
    await client.query(`grant connect on database ${monitorRole} to ${monitorRole}`)
  })
  if (!hasStatementCounts) return
  await withClient({ connectionString: adminConnection(monitorRole) }, client =>
    client.query('create extension if not exists pg_stat_statements'),
  )
}
