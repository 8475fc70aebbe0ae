/** SQL Server: sessions, rights, plans. */
import { NoPlan } from '../../../plans/plan.ts'
import { readSqlServerPlan } from '../../../plans/sqlserver-plan.ts'
import type { ParamValues } from '../../../type.ts'
import {
  assertReading,
  neverIsolated,
  paramText,
  type SqlAnswer,
  type SqlDialect,
  type SqlSession,
} from '../session.ts'
import { TdsClient } from './tds-client.ts'

/** Reading waits for nobody's changes; a statement of the monitor never wins against one of others. */
const settings = `SET TRANSACTION ISOLATION LEVEL READ UNCOMMITTED; SET LOCK_TIMEOUT 2000; SET DEADLOCK_PRIORITY LOW`

/** The product has no sessions that only read, so this one sends nothing else. */
class SqlServerSession implements SqlSession {
  readonly #client: TdsClient
  #last: Promise<unknown> = Promise.resolve()

  private constructor(client: TdsClient) {
    this.#client = client
  }

  static async open(params: ParamValues, signal: AbortSignal): Promise<SqlServerSession> {
    const client = await TdsClient.open(
      {
        host: paramText(params, 'host'),
        port: Number(params['port']),
        user: paramText(params, 'user'),
        password: paramText(params, 'password'),
        database: paramText(params, 'database'),
        isTls: params['tls'] === true,
        verifiesTls: params['verifyTls'] !== false,
      },
      signal,
    )
    try {
      await client.query(settings, signal)
    } catch (error) {
      client.close()
      throw error
    }
    return new SqlServerSession(client)
  }

  query(statement: string, signal: AbortSignal): Promise<SqlAnswer> {
    const run = this.#last.then(() => {
      signal.throwIfAborted()
      assertReading(statement)
      return this.#client.query(statement, signal)
    })
    this.#last = run.catch(() => undefined)
    return run
  }

  readonly queryIsolated = neverIsolated

  close(): void {
    this.#client.close()
  }
}

const viewState = 'VIEW SERVER STATE'

export const sqlServer: SqlDialect = {
  open: (params, signal) => SqlServerSession.open(params, signal),

  async version(session, signal) {
    const { records } = await session.query(
      "SELECT CONVERT(nvarchar(128), SERVERPROPERTY('ProductVersion')) AS version",
      signal,
    )
    return { product: 'SQL Server', version: records[0]?.['version'] ?? '' }
  },

  usualGrant: `GRANT ${viewState} TO {user}`,
  quoteUser: user => `[${user.replaceAll(']', ']]')}]`,
  planGrant: user => `GRANT ${viewState} TO ${user}`,
  async findMissingRights({ query, user }) {
    const [row] = await query(`SELECT HAS_PERMS_BY_NAME(NULL, NULL, '${viewState}') AS hasState`)
    return row?.['hasState'] === '1'
      ? []
      : [{ right: viewState, grant: `GRANT ${viewState} TO ${sqlServer.quoteUser(user)}` }]
  },

  /** The plan that the server keeps of the statement; nothing is planned or executed. */
  async explain(params, { plan = '' }, signal) {
    const [, handle, from, to] = /^(0x[0-9A-Fa-f]{2,140}) (\d{1,9}) (-?\d{1,9})$/.exec(plan) ?? []
    if (handle === undefined) throw new NoPlan('noSample')
    const session = await SqlServerSession.open(params, signal)
    try {
      const { records } = await session.query(
        `/* pone monitor */ SELECT query_plan AS text FROM sys.dm_exec_text_query_plan(${handle}, ${from}, ${to})`,
        signal,
      )
      const text = records[0]?.['text']
      if (text === undefined) throw new NoPlan('noSample')
      return readSqlServerPlan(text)
    } finally {
      session.close()
    }
  },
}
