/** What differs between databases beside their statements: preparation of a session, names, rights. */
import type { Records } from '../../reading/records.ts'
import type { MissingRight } from '../transport.ts'

/** How rights are asked for. */
export interface RightsQuestion {
  /** Rows of a statement. @throws TargetFault */
  readonly query: (statement: string) => Promise<Records>
  readonly user: string
}

/** Rules of one database. */
export interface DialectRules {
  /** Run first in each session: it only reads, and waits for no lock for long. */
  readonly prepare: readonly string[]
  /** Keeps own statements out of the slow log, where the account may. */
  readonly prepareIfAllowed: readonly string[]
  /** A row with the column `version`. */
  readonly version: string
  /** Product and number from that text. */
  product(version: string): { product: string; version: string }
  /** Grants all that a monitor reads; `{user}` stands for the account. */
  readonly usualGrant: string
  quoteUser(user: string): string
  /** Grants what asking for a plan of a statement of a database needs; `user` is quoted. */
  planGrant(user: string, database: string): string
  findMissingRights(question: RightsQuestion): Promise<MissingRight[]>
}

const mysql: DialectRules = {
  prepare: ['SET SESSION TRANSACTION READ ONLY'],
  prepareIfAllowed: [
    'SET SESSION long_query_time = 31536000',
    // Also of statements without an index, which are logged however short they are.
    'SET SESSION min_examined_row_limit = 4294967295',
    'SET SESSION log_queries_not_using_indexes = OFF',
    'SET SESSION lock_wait_timeout = 2',
    'SET SESSION max_statement_time = 60',
    'SET SESSION max_execution_time = 60000',
  ],
  version: 'SELECT VERSION() AS version',
  product: version => ({
    product: /mariadb/i.test(version) ? 'MariaDB' : 'MySQL',
    version: /\d+(\.\d+)*/.exec(version)?.[0] ?? version,
  }),
  usualGrant: 'GRANT PROCESS, REPLICATION CLIENT ON *.* TO {user}',
  quoteUser: user => `'${user.replaceAll("'", "''")}'@'%'`,
  planGrant: (user, database) =>
    `GRANT SELECT, SHOW VIEW ON ${database === '' ? '*' : `\`${database.replaceAll('`', '``')}\``}.* TO ${user}`,
  async findMissingRights({ query }) {
    // The account as the server knows it, which need not be of any host.
    const account = await query("SELECT CONCAT('''', REPLACE(CURRENT_USER(), '@', '''@'''), '''') AS account")
    const user = account[0]?.['account'] ?? ''
    const rows = await query('SHOW GRANTS')
    const grants = rows.flatMap(row => Object.values(row))
    const global = grants.filter(grant => / ON \*\.\* TO /i.test(grant)).join(' ')
    const isAll = /GRANT ALL PRIVILEGES/i.test(global)
    const has = (pattern: RegExp) => isAll || pattern.test(global)
    const missing: MissingRight[] = []
    if (!has(/\bPROCESS\b/i)) missing.push({ right: 'PROCESS', grant: `GRANT PROCESS ON *.* TO ${user}` })
    if (!has(/REPLICATION CLIENT|BINLOG MONITOR|SLAVE MONITOR|REPLICA MONITOR/i)) {
      missing.push({ right: 'REPLICATION CLIENT', grant: `GRANT REPLICATION CLIENT ON *.* TO ${user}` })
    }
    const isDigestReadable =
      has(/\bSELECT\b/i) || grants.some(grant => /SELECT.* ON `?performance_schema`?\./i.test(grant))
    if (!isDigestReadable) {
      missing.push({
        right: 'SELECT performance_schema',
        grant: `GRANT SELECT ON performance_schema.* TO ${user}`,
      })
    }
    return missing
  },
}

const postgresql: DialectRules = {
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
  version: "SELECT current_setting('server_version') AS version",
  product: version => ({ product: 'PostgreSQL', version: /^\S+/.exec(version)?.[0] ?? version }),
  usualGrant: 'GRANT pg_monitor TO {user}',
  quoteUser: user => `"${user.replaceAll(/"/g, '""')}"`,
  planGrant: user => `GRANT pg_read_all_data TO ${user}`,
  async findMissingRights({ query, user }) {
    const [row] = await query(
      "SELECT pg_has_role(current_user, 'pg_monitor', 'MEMBER') AS monitor, (SELECT count(*) FROM pg_extension WHERE extname = 'pg_stat_statements') AS statements",
    )
    const missing: MissingRight[] = []
    if (row?.['monitor'] !== 't') {
      missing.push({ right: 'pg_monitor', grant: `GRANT pg_monitor TO ${postgresql.quoteUser(user)}` })
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
}

export const dialects: Readonly<Record<'mysql' | 'postgresql', DialectRules>> = { mysql, postgresql }
