/** PostgreSQL: preparation of a session, rights, plans. */
import { type ExecutionPlan, NoPlan, type SampleStatement } from '../../plans/plan.ts'
import { readPostgresPlan } from '../../plans/postgresql-plan.ts'
import type { MissingRight } from '../transport.ts'
import { leadingWord, planSeconds } from './explaining.ts'
import { postgresqlAddress } from './postgresql-address.ts'
import { quoted, type SqlDialect } from './session.ts'
import { type WireKind, WireSession } from './wire-session.ts'

/** Bytes of a first message that is longer are of another protocol. */
const maxFirstBytes = 65_536

export const postgresqlKind: WireKind = {
  driver: 'postgresql',
  // An answer to TLS or to a start.
  isFirst: bytes =>
    bytes.length < 5 ||
    ('RENSv'.includes(String.fromCharCode(bytes[0] ?? 0)) && bytes.readUInt32BE(1) < maxFirstBytes),
  prepare: [
    "SET application_name = 'pone monitor'",
    'SET default_transaction_read_only = on',
    "SET lock_timeout = '2s'",
    "SET statement_timeout = '60s'",
  ],
  prepareIfAllowed: [
    'SET log_min_duration_statement = -1',
    "SET log_statement = 'none'",
    'SET log_duration = off',
    "SET pg_stat_statements.track = 'none'",
  ],
  beginReading: 'BEGIN READ ONLY',
}

const quoteUser = (user: string): string => `"${user.replaceAll(/"/g, '""')}"`

/** `socketFolders`: where the owner of this machine lets sockets of databases be used. */
export const postgresql = (socketFolders: readonly string[]): SqlDialect => ({
  open: async (params, signal) =>
    WireSession.openReading(postgresqlKind, await postgresqlAddress(params, socketFolders), signal),

  async version(session, signal) {
    const { records } = await session.query("SELECT current_setting('server_version') AS version", signal)
    const version = records[0]?.['version'] ?? ''
    return { product: 'PostgreSQL', version: /^\S+/.exec(version)?.[0] ?? version }
  },

  usualGrant: 'GRANT pg_monitor TO {user}',
  quoteUser,
  planGrant: user => `GRANT pg_read_all_data TO ${user}`,
  async findMissingRights({ query, user }) {
    const [row] = await query(
      "SELECT pg_has_role(current_user, 'pg_monitor', 'MEMBER') AS monitor, (SELECT count(*) FROM pg_extension WHERE extname = 'pg_stat_statements') AS statements",
    )
    const missing: MissingRight[] = []
    if (row?.['monitor'] !== 't') {
      missing.push({ right: 'pg_monitor', grant: `GRANT pg_monitor TO ${quoteUser(user)}` })
    }
    if (row?.['statements'] === '0') {
      missing.push({
        right: 'pg_stat_statements',
        grant:
          "ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'; -- restart, then:\nCREATE EXTENSION pg_stat_statements",
      })
    }
    return missing
  },

  /** In the database of the statement. */
  async explain(params, statement, signal) {
    const address = await postgresqlAddress(params, socketFolders)
    const database = statement.database === '' ? address.database : statement.database
    const session = await WireSession.openReading(postgresqlKind, { ...address, database }, signal)
    try {
      return await explain(session, statement, signal)
    } finally {
      session.close()
    }
  },
})

const explainable = new Set(['SELECT', 'WITH', 'VALUES', 'TABLE', 'INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** Prepared by the server and planned for any values: the statements that it keeps have parameters instead of literals. */
async function explain(
  session: WireSession,
  statement: SampleStatement,
  signal: AbortSignal,
): Promise<ExecutionPlan> {
  if (!explainable.has(leadingWord(statement.text))) throw new NoPlan('notReadOnly')
  await session.query(`SET statement_timeout = '${planSeconds}s'`, signal)
  await session.query('SET plan_cache_mode = force_generic_plan', signal)
  const path = await session.query(searchPathOf(statement), signal)
  const setPath = path.records[0]?.['path'] ?? ''
  if (setPath !== '')
    await session.query(`SELECT set_config('search_path', ${quoted(setPath)}, false)`, signal)
  const count = [...statement.text.matchAll(/\$(\d{1,4})\b/g)].reduce(
    (most, [, at]) => Math.max(most, Number(at)),
    0,
  )
  await session.queryOne(`PREPARE pone_monitor_plan AS ${statement.text}`, signal)
  const values = count === 0 ? '' : `(${Array.from({ length: count }, () => 'NULL').join(', ')})`
  const { records } = await session.query(`EXPLAIN (FORMAT JSON) EXECUTE pone_monitor_plan${values}`, signal)
  return readPostgresPlan(Object.values(records[0] ?? {})[0] ?? '')
}

/** Where the account of the statement looks for tables; a setting of the account in this database comes first. */
const searchPathOf = ({ account }: SampleStatement): string => `
SELECT replace(coalesce((
  SELECT substr(setting, 13) FROM pg_db_role_setting s LEFT JOIN pg_roles r ON r.oid = s.setrole
    LEFT JOIN pg_database d ON d.oid = s.setdatabase, unnest(s.setconfig) AS setting
  WHERE setting LIKE 'search_path=%' AND (s.setrole = 0 OR r.rolname = ${quoted(account)})
    AND (s.setdatabase = 0 OR d.datname = current_database())
  ORDER BY s.setrole <> 0 DESC, s.setdatabase <> 0 DESC LIMIT 1
), current_setting('search_path')), '"$user"', quote_ident(${quoted(account)})) AS path`
