/** Asks databases how they would execute a statement. Nothing is executed: sessions only read, and the time is limited. */
import { readMysqlPlan } from '../../plans/mysql-plan.ts'
import { type ExecutionPlan, NoPlan, type SampleStatement } from '../../plans/plan.ts'
import { readPostgresPlan } from '../../plans/postgresql-plan.ts'
import { TargetFault } from '../../target-fault.ts'
import { MissingObject } from './faults.ts'
import type { Dialect, SqlSession } from './session.ts'

const planSeconds = 5
const quoted = (text: string): string =>
  `'${text.replaceAll('\\', '').replaceAll("'", "''").replaceAll('\0', '')}'`

/** The first sample that a server of this version finds. @throws TargetFault */
export async function findSample(
  session: SqlSession,
  samples: readonly string[],
  labels: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<SampleStatement | undefined> {
  for (const sample of samples) {
    const parts = sample.split(/\{(\w+)\}/)
    const statement = parts.map((part, at) => (at % 2 === 0 ? part : quoted(labels[part] ?? ''))).join('')
    try {
      const { records } = await session.query(statement, signal)
      const [row] = records
      if (row?.['statement'])
        return { text: row['statement'], database: row['db'] ?? '', account: row['account'] ?? '' }
    } catch (error) {
      if (!(error instanceof MissingObject)) throw error
    }
  }
  return undefined
}

type Explainer = (
  session: SqlSession,
  statement: SampleStatement,
  signal: AbortSignal,
) => Promise<ExecutionPlan>

const leadingWord = (text: string): string =>
  (/^(?:\s|\(|\/\*[\s\S]*?\*\/|--[^\n]*\n)*([A-Za-z]+)/.exec(text)?.[1] ?? '').toUpperCase()

const readingWords: Readonly<Record<Dialect, ReadonlySet<string>>> = {
  postgresql: new Set(['SELECT', 'WITH', 'VALUES', 'TABLE', 'INSERT', 'UPDATE', 'DELETE', 'MERGE']),
  // Of the others a server before MySQL 8 may execute parts.
  mysql: new Set(['SELECT', 'WITH', 'TABLE', 'VALUES']),
}

function assertExplainable(dialect: Dialect, { text }: SampleStatement): void {
  if (!readingWords[dialect].has(leadingWord(text))) throw new NoPlan('notReadOnly')
}

/** Prepared by the server and planned for any values: the statements that it keeps have parameters instead of literals. */
const explainPostgres: Explainer = async (session, statement, signal) => {
  assertExplainable('postgresql', statement)
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

const explainMysql: Explainer = async (session, statement, signal) => {
  assertExplainable('mysql', statement)
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

export const explainers: Readonly<Record<Dialect, Explainer>> = {
  postgresql: explainPostgres,
  mysql: explainMysql,
}
