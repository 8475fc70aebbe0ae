/** MySQL and MariaDB: preparation of a session, rights, plans. */
import { readMysqlPlan } from '../../plans/mysql-plan.ts'
import { type ExecutionPlan, NoPlan, type SampleStatement } from '../../plans/plan.ts'
import { TargetFault } from '../../target-fault.ts'
import type { MissingRight } from '../transport.ts'
import { leadingWord, planSeconds } from './explaining.ts'
import { MissingObject } from './missing-object.ts'
import type { SqlDialect } from './session.ts'
import { type WireKind, WireSession, wireAddress } from './wire-session.ts'

export const mysqlKind: WireKind = {
  driver: 'mysql',
  // A greeting or an error.
  isFirst: bytes => bytes.length < 5 || (bytes[3] === 0 && [9, 10, 255].includes(bytes[4] ?? 0)),
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
  beginReading: 'START TRANSACTION READ ONLY',
}

export const mysql: SqlDialect = {
  open: (params, signal) => WireSession.openReading(mysqlKind, wireAddress(params), signal),

  async version(session, signal) {
    const { records } = await session.query('SELECT VERSION() AS version', signal)
    const version = records[0]?.['version'] ?? ''
    return {
      product: /mariadb/i.test(version) ? 'MariaDB' : 'MySQL',
      version: /\d+(\.\d+)*/.exec(version)?.[0] ?? version,
    }
  },

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

  async explain(params, statement, signal) {
    const session = await WireSession.openReading(mysqlKind, wireAddress(params), signal)
    try {
      return await explain(session, statement, signal)
    } finally {
      session.close()
    }
  },
}

/** Of the others a server before MySQL 8 may execute parts. */
const explainable = new Set(['SELECT', 'WITH', 'TABLE', 'VALUES'])

async function explain(
  session: WireSession,
  statement: SampleStatement,
  signal: AbortSignal,
): Promise<ExecutionPlan> {
  if (!explainable.has(leadingWord(statement.text))) throw new NoPlan('notReadOnly')
  if (/\bINTO\s+(?:OUTFILE|DUMPFILE|@)/i.test(statement.text)) throw new NoPlan('notReadOnly')
  for (const limit of [`max_execution_time = ${planSeconds * 1_000}`, `max_statement_time = ${planSeconds}`])
    await session.query(`SET SESSION ${limit}`, signal).catch((error: unknown) => {
      // Either of them exists, by the product.
      if (!(error instanceof MissingObject)) throw error
    })
  if (statement.database !== '')
    await session.query(`USE \`${statement.database.replaceAll('`', '``')}\``, signal)
  await session.query('START TRANSACTION READ ONLY', signal)
  const { records } = await session.query(
    `EXPLAIN FORMAT=JSON ${statement.text.replace(/;\s*$/, '')}`,
    signal,
  )
  const text = Object.values(records[0] ?? {})[0]
  if (text === undefined) throw new TargetFault('malformed')
  return readMysqlPlan(text)
}
