/** What a monitor needs of a connection to a database, whatever the product: rows of statements as records, errors as faults. */
import type { ExecutionPlan, SampleStatement } from '../../plans/plan.ts'
import type { Records } from '../../reading/records.ts'
import { TargetFault } from '../../target-fault.ts'
import type { ParamValues } from '../../type.ts'
import type { MissingRight } from '../transport.ts'

/** `isCut`: there were more rows or bytes than are read. */
export interface SqlAnswer {
  readonly records: Records
  readonly isCut: boolean
}

/** A signed-in connection that only reads. */
export interface SqlSession {
  /**
   * Rows of one statement within the limits of records and bytes; a field that is NULL is left out. Statements run one after
   * the other. One whose signal fires is ended by the server where it can be, and costs the connection.
   * @throws TargetFault, `MissingObject` of what this version does not have; the signal's reason
   */
  query(statement: string, signal: AbortSignal): Promise<SqlAnswer>
  /**
   * Like `query`, for statements that others wrote: the server itself refuses a text of several statements, and one that would
   * change rows or make the session writable. MySQL and MariaDB still drop and create tables.
   */
  queryIsolated(statement: string, signal: AbortSignal): Promise<SqlAnswer>
  /** Never throws; ends what still runs. */
  close(): void
}

/** A kind of database: how it is reached, and what differs beside the statements of its type. */
export interface SqlDialect {
  /**
   * Connects and signs in. The session only reads, waits for no lock for long, and keeps its statements out of slow logs where the
   * account may. @throws TargetFault; the signal's reason
   */
  open(params: ParamValues, signal: AbortSignal): Promise<SqlSession>
  /** As the server says it. @throws TargetFault */
  version(session: SqlSession, signal: AbortSignal): Promise<ProductVersion>
  /** Rights of the account without which a section stays empty. @throws TargetFault */
  findMissingRights(question: RightsQuestion): Promise<MissingRight[]>
  /** Grants all that a monitor reads; `{user}` stands for the account. */
  readonly usualGrant: string
  quoteUser(user: string): string
  /** Grants what asking for a plan of a statement of a database needs; `user` is quoted. */
  planGrant(user: string, database: string): string
  /** How a statement would be or was executed, without executing it; in a session of its own. @throws NoPlan, TargetFault */
  explain(params: ParamValues, statement: SampleStatement, signal: AbortSignal): Promise<ExecutionPlan>
}

export interface ProductVersion {
  readonly product: string
  readonly version: string
}

/** How rights are asked for. */
export interface RightsQuestion {
  /** Rows of a statement. @throws TargetFault */
  readonly query: (statement: string) => Promise<Records>
  readonly user: string
}

/**
 * Holds sessions to one reading statement where the product has none that only read. Not for statements of people, whose functions
 * may write. @throws TargetFault `malformed`
 */
export function assertReading(statement: string): void {
  const isReading = /^\s*(?:\/\*[^*]*\*\/\s*)?(?:SELECT|WITH)\b/i.test(statement)
  if (!isReading || /;|\bINTO\b|\bFOR\s+UPDATE\b/i.test(statement))
    throw new TargetFault('malformed', 'a monitor only reads')
}

/** For databases without such sessions; no type of people may ask them. @throws TargetFault `malformed` by rejecting */
export const neverIsolated = async (): Promise<never> => {
  throw new TargetFault('malformed', 'this database has no sessions that only read')
}

/** A text as a literal that all dialects read alike. */
export const quoted = (text: string): string =>
  `'${text.replaceAll('\\', '').replaceAll("'", "''").replaceAll('\0', '')}'`

export const paramText = (params: ParamValues, name: string): string => String(params[name] ?? '')

/** Names of two columns, whatever they are, as one record of names and values. */
export function pairsOf(records: Records): Record<string, string> {
  const record: Record<string, string> = {}
  for (const row of records) {
    const [name, value] = Object.values(row)
    if (name !== undefined && value !== undefined) record[name] = value
  }
  return record
}
