/** Asks databases by SQL: one transport per dialect, statements as the type's sections have them. */
import type { ExecutionPlan, SampleStatement } from '../../plans/plan.ts'
import type { Records, TargetRecord } from '../../reading/records.ts'
import { type SqlRequest, sqlRequestSchema } from '../../requests.ts'
import { TargetFault } from '../../target-fault.ts'
import type { ParamValues } from '../../type.ts'
import type { ProbeResult, SectionAnswer, TargetConnection, Transport } from '../transport.ts'
import { type DialectRules, dialects } from './dialects.ts'
import { explainers, findSample } from './explaining.ts'
import { MissingObject } from './faults.ts'
import { type Dialect, pairsOf, SqlSession } from './session.ts'

const transportOf = (dialect: Dialect): Transport => ({
  async open(params, signal) {
    const rules = dialects[dialect]
    const session = await SqlSession.open({ dialect, ...accountOf(params) }, signal)
    try {
      for (const statement of rules.prepare) await session.query(statement, signal)
      for (const statement of rules.prepareIfAllowed) await tryTo(session, statement, signal)
    } catch (error) {
      session.close()
      throw error
    }
    return new SqlTarget(session, rules, { dialect, params, user: text(params, 'user') })
  },
})

export const mysqlTransport = transportOf('mysql')
export const postgresqlTransport = transportOf('postgresql')

const text = (params: ParamValues, name: string): string => String(params[name] ?? '')

const accountOf = (params: ParamValues) => ({
  host: text(params, 'host'),
  port: Number(params['port']),
  user: text(params, 'user'),
  password: text(params, 'password'),
  database: text(params, 'database'),
  isTls: params['tls'] === true,
  verifiesTls: params['verifyTls'] !== false,
})

/** A setting that the account may not change stays as it is. */
async function tryTo(session: SqlSession, statement: string, signal: AbortSignal): Promise<void> {
  try {
    await session.query(statement, signal)
  } catch (error) {
    const isRefused = error instanceof TargetFault && error.code !== 'targetClosed'
    if (!isRefused) throw error
  }
}

interface SqlTargetAddress {
  readonly dialect: Dialect
  readonly params: ParamValues
  readonly user: string
}

class SqlTarget implements TargetConnection {
  readonly #session: SqlSession
  readonly #rules: DialectRules
  readonly #address: SqlTargetAddress
  /** Which of a request's statements the server's version understands, by the first of them. */
  readonly #understood = new Map<string, string>()

  constructor(session: SqlSession, rules: DialectRules, address: SqlTargetAddress) {
    this.#session = session
    this.#rules = rules
    this.#address = address
  }

  async ask(input: unknown, signal: AbortSignal): Promise<SectionAnswer> {
    const request = sqlRequestSchema.parse(input)
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
    const { records } = await this.#session.query(this.#rules.version, signal)
    const version = records[0]?.['version'] ?? ''
    const missingRights = await this.#rules.findMissingRights({
      query: async statement => (await this.#session.query(statement, signal)).records,
      user: this.#address.user,
    })
    return { ...this.#rules.product(version), missingRights }
  }

  sample(input: unknown, labels: Readonly<Record<string, string>>, signal: AbortSignal) {
    const { samples } = sqlRequestSchema.parse(input)
    return findSample(this.#session, samples, labels, signal)
  }

  /** In a session of its own, in the database of the statement. */
  async explain(statement: SampleStatement, signal: AbortSignal): Promise<ExecutionPlan> {
    const { dialect, params, user } = this.#address
    const account = accountOf(params)
    const database =
      dialect === 'postgresql' && statement.database !== '' ? statement.database : account.database
    const session = await SqlSession.open({ dialect, ...account, database }, signal)
    try {
      for (const setting of this.#rules.prepare) await session.query(setting, signal)
      for (const setting of this.#rules.prepareIfAllowed) await tryTo(session, setting, signal)
      return await explainers[dialect](session, statement, signal)
    } catch (error) {
      throw this.#withGrant(error, {
        right: 'EXPLAIN',
        grant: this.#rules.planGrant(this.#rules.quoteUser(user), statement.database),
      })
    } finally {
      session.close()
    }
  }

  close(): void {
    this.#session.close()
  }

  /** @throws TargetFault `missingRight` when the server is not set up for what is asked */
  async #check({ check }: SqlRequest, signal: AbortSignal): Promise<void> {
    if (check === undefined) return
    const { records } = await this.#session.query(check, signal)
    const [value] = Object.values(records[0] ?? {})
    if (value === undefined || /^(0|f|off)$/i.test(value)) throw new MissingObject(check)
  }

  async #query({ statements }: SqlRequest, signal: AbortSignal) {
    const [first = ''] = statements
    const understood = this.#understood.get(first)
    if (understood !== undefined) return await this.#session.query(understood, signal)
    for (const statement of statements) {
      try {
        const answer = await this.#session.query(statement, signal)
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
        request.join === undefined ? [] : (await this.#session.query(request.join, signal)).records
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
    const fill = (statement: string) =>
      statement.replaceAll('{user}', this.#rules.quoteUser(this.#address.user))
    if (error instanceof MissingObject) {
      if (setUp === undefined) return error
      return new TargetFault('missingRight', error.details, { right: right ?? '', grant: fill(setUp) })
    }
    if (error.code !== 'missingRight') return error
    const statement = grant ?? this.#rules.usualGrant
    return new TargetFault('missingRight', error.details, { right: right ?? '', grant: fill(statement) })
  }
}

/** Gives columns the names that other versions have for them. */
function rename(record: TargetRecord, names: Readonly<Record<string, string>>): TargetRecord {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [names[name] ?? name, value]))
}
