/** Asks databases by SQL: one transport per dialect, statements as the type's sections have them. */
import type { ExecutionPlan, SampleStatement } from '../../plans/plan.ts'
import type { Records, TargetRecord } from '../../reading/records.ts'
import { requestReader, type SqlRequest, sqlRequestSchema } from '../../requests.ts'
import { TargetFault } from '../../target-fault.ts'
import type { ParamValues } from '../../type.ts'
import type { ProbeResult, SectionAnswer, TargetConnection, Transport } from '../transport.ts'
import { findSample } from './explaining.ts'
import { MissingObject } from './missing-object.ts'
import { mysql } from './mysql.ts'
import { oracle } from './oracle/dialect.ts'
import { postgresql } from './postgresql.ts'
import { pairsOf, paramText, type SqlAnswer, type SqlDialect, type SqlSession } from './session.ts'
import { sqlServer } from './sqlserver/dialect.ts'

const requestOf = requestReader(sqlRequestSchema)

export const sqlTransport = (dialect: SqlDialect): Transport => ({
  open: async (params, signal) => new SqlTarget(await dialect.open(params, signal), dialect, params),
})

export const mysqlTransport = sqlTransport(mysql)
/** `socketFolders`: where the owner of this machine lets sockets of databases be used. */
export const postgresqlTransport = (socketFolders: readonly string[]): Transport =>
  sqlTransport(postgresql(socketFolders))

export const oracleTransport = sqlTransport(oracle)
export const sqlServerTransport = sqlTransport(sqlServer)

class SqlTarget implements TargetConnection {
  readonly #session: SqlSession
  readonly #dialect: SqlDialect
  readonly #params: ParamValues
  /** Which of a request's statements the server's version understands, by the first of them. */
  readonly #understood = new Map<string, string>()

  constructor(session: SqlSession, dialect: SqlDialect, params: ParamValues) {
    this.#session = session
    this.#dialect = dialect
    this.#params = params
  }

  async ask(input: unknown, signal: AbortSignal): Promise<SectionAnswer> {
    const request = requestOf(input)
    try {
      await this.#check(request, signal)
      const { records, isCut } = await this.#query(request, signal)
      const read = await this.#shape(request, records, signal)
      return isCut ? { records: read, fault: new TargetFault('tooLarge') } : { records: read }
    } catch (error) {
      throw this.#withGrant(error, request)
    }
  }

  async probe(signal: AbortSignal): Promise<ProbeResult> {
    const version = await this.#dialect.version(this.#session, signal)
    const missingRights = await this.#dialect.findMissingRights({
      query: async statement => (await this.#session.query(statement, signal)).records,
      user: this.#user,
    })
    return { ...version, missingRights }
  }

  sample(input: unknown, labels: Readonly<Record<string, string>>, signal: AbortSignal) {
    const request = requestOf(input)
    return findSample(statement => this.#read(statement, request, signal), request.samples, labels)
  }

  async explain(statement: SampleStatement, signal: AbortSignal): Promise<ExecutionPlan> {
    try {
      return await this.#dialect.explain(this.#params, statement, signal)
    } catch (error) {
      throw this.#withGrant(error, {
        right: 'EXPLAIN',
        grant: this.#dialect.planGrant(this.#dialect.quoteUser(this.#user), statement.database),
      })
    }
  }

  close(): void {
    this.#session.close()
  }

  get #user(): string {
    return paramText(this.#params, 'user')
  }

  #read(statement: string, { isIsolated }: SqlRequest, signal: AbortSignal): Promise<SqlAnswer> {
    return isIsolated
      ? this.#session.queryIsolated(statement, signal)
      : this.#session.query(statement, signal)
  }

  /** @throws TargetFault `notSetUp` when the server is not set up for what is asked */
  async #check(request: SqlRequest, signal: AbortSignal): Promise<void> {
    const { check } = request
    if (check === undefined) return
    const { records } = await this.#read(check, request, signal)
    const [value] = Object.values(records[0] ?? {})
    if (value === undefined || /^(0|f|off)$/i.test(value)) throw new MissingObject(check)
  }

  async #query(request: SqlRequest, signal: AbortSignal): Promise<SqlAnswer> {
    const { statements } = request
    const [first = ''] = statements
    const understood = this.#understood.get(first)
    if (understood !== undefined) return await this.#read(understood, request, signal)
    for (const statement of statements) {
      try {
        const answer = await this.#read(statement, request, signal)
        this.#understood.set(first, statement)
        return answer
      } catch (error) {
        if (!(error instanceof MissingObject) || statement === statements.at(-1)) throw error
      }
    }
    throw new TargetFault('malformed')
  }

  async #shape(request: SqlRequest, records: Records, signal: AbortSignal): Promise<Records> {
    if (request.answer === 'pairs') {
      const joined =
        request.join === undefined ? [] : (await this.#read(request.join, request, signal)).records
      return [pairsOf([...records, ...joined])]
    }
    const renamed = records.map(record => rename(record, request.rename))
    return request.numbered === true
      ? renamed.map((record, at) => ({ ...record, place: String(at + 1) }))
      : renamed
  }

  #withGrant(
    error: unknown,
    { right, grant, setUp }: Pick<SqlRequest, 'right' | 'grant' | 'setUp'>,
  ): unknown {
    if (!(error instanceof TargetFault)) return error
    const fill = (statement: string) => statement.replaceAll('{user}', this.#dialect.quoteUser(this.#user))
    if (error instanceof MissingObject) {
      if (setUp === undefined) return error
      return new TargetFault('notSetUp', error.details, { right: right ?? '', grant: fill(setUp) })
    }
    if (error.code !== 'missingRight') return error
    const statement = grant ?? this.#dialect.usualGrant
    return new TargetFault('missingRight', error.details, { right: right ?? '', grant: fill(statement) })
  }
}

/** Gives columns the names that other versions have for them. */
function rename(record: TargetRecord, names: Readonly<Record<string, string>>): TargetRecord {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [names[name] ?? name, value]))
}
