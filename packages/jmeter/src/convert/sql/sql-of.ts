/** JDBC requests and connection configurations → steps of SQL. */
import type { RunSettings } from '@pone/plan/settings/run-settings.ts'
import type { RequestOver } from '@pone/plan/steps/registry.ts'
import {
  type SqlDriver,
  type SqlOperation,
  sqlOperationSchema,
} from '@pone/protocols/sql/definition/operation.ts'
import { elementOf } from '../../elements/registry.ts'
import { type JmxNode, walkNodes } from '../../jmx/plan.ts'
import type { AnswerContext } from '../answer.ts'
import { durationChecksOf } from '../rules-of.ts'
import { type Scope, valueOf } from '../scope.ts'
import { readParameters, toPlaces } from './bound-parameters.ts'
import { readJdbcUrl } from './jdbc-url.ts'
import { extractorsOf, type UsedVariables } from './result-variables.ts'

/** Knowledge of the plan besides the element. */
export interface SqlContext extends AnswerContext {
  readonly sql: {
    /** Databases by the name of their pool. */
    readonly drivers: ReadonlyMap<string, SqlDriver>
    readonly used: UsedVariables
  }
  /** Time-outs of the group, ms. */
  readonly group: {
    readonly settings: Partial<Pick<RunSettings, 'connectTimeoutMs' | 'responseTimeoutMs'>>
  }
}

type SqlRequest = Pick<RequestOver<'sql'>, 'sql' | 'checkpoints' | 'extractors'>

export const isDataSource = (node: JmxNode): boolean => elementOf(node)?.id === 'JDBCDataSource'
export const isJdbcRequest = (node: JmxNode): boolean => elementOf(node)?.id === 'JDBCSampler'

/** Whether a pool is opened at its place in the plan: only below a once-only controller. */
export const isOpenedInPlace = (node: JmxNode, parent: JmxNode | undefined): boolean =>
  isDataSource(node) && parent !== undefined && elementOf(parent)?.id === 'OnceOnlyControllerGui'

/** Pools of the plan that requests of a group use. */
export function usedPools(configs: readonly JmxNode[], group: JmxNode): JmxNode[] {
  const names = new Set(
    [...walkNodes(group.children)].filter(isJdbcRequest).map(each => valueOf(each, 'dataSource')),
  )
  return configs.filter(node => isDataSource(node) && names.has(valueOf(node, 'dataSource')))
}

/** The databases and variables that a plan uses. */
export function sqlKnowledge(pools: readonly JmxNode[], planText: string): SqlContext['sql'] {
  const drivers = new Map<string, SqlDriver>()
  for (const node of pools) {
    const driver = readJdbcUrl(valueOf(node, 'dbUrl'))?.driver
    if (driver !== undefined) drivers.set(valueOf(node, 'dataSource'), driver)
  }
  const rows = new Map<string, Set<string>>()
  for (const [, name = '', row = ''] of planText.matchAll(/\$\{([^{}]{1,200})_(\d{1,5}|#)\}/g)) {
    rows.set(name, (rows.get(name) ?? new Set()).add(row))
  }
  const walked = new Set(
    [...planText.matchAll(/"ForeachController\.inputVal">([^<]*)</g)].map(([, name = '']) => name.trim()),
  )
  return {
    drivers,
    used: {
      rowsOf: name => [...(rows.get(name) ?? [])].filter(row => row !== '#'),
      isCounted: name => rows.get(name)?.has('#') === true,
      isWalked: name => walked.has(name),
    },
  }
}

/** Settings of a pool that change what requests do, with the values that have no effect. */
const poolDetails: readonly (readonly [name: string, usual: readonly string[]])[] = [
  ['connectionProperties', ['']],
  ['initQuery', ['']],
  ['autocommit', ['true', '']],
  ['transactionIsolation', ['DEFAULT', '']],
]

/** The operation that opens a pool; null where components do not support the database, which is reported. */
export function connectOf(node: JmxNode, context: SqlContext): SqlOperation | null {
  const { left, text, group } = context
  const url = valueOf(node, 'dbUrl')
  const place = readJdbcUrl(url)
  if (place === null) {
    left.add(node, 'database', { name: url })
    return null
  }
  for (const part of place.others) left.add(node, 'detail', { name: 'dbUrl', value: part })
  for (const [name, usual] of poolDetails) {
    const value = valueOf(node, name)
    if (!usual.includes(value)) left.add(node, 'detail', { name, value })
  }
  const poolSize = Number(valueOf(node, 'poolMax')) || 0
  const timeoutMs = Number(valueOf(node, 'timeout')) || 0
  const parsed = sqlOperationSchema.safeParse({
    kind: 'connect',
    connection: valueOf(node, 'dataSource').trim() || 'default',
    driver: place.driver,
    host: text(node, place.host),
    port: place.port,
    database: text(node, place.database),
    user: text(node, valueOf(node, 'username') || place.user),
    password: text(node, valueOf(node, 'password') || place.password),
    tls: place.tls,
    scope: poolSize > 0 ? 'pool' : 'user',
    ...(poolSize > 0 ? { poolSize: Math.min(10_000, poolSize) } : {}),
    timeoutMs:
      timeoutMs === group.settings.connectTimeoutMs ? 0 : Math.min(3_600_000, Math.max(0, timeoutMs)),
  })
  if (parsed.success) return parsed.data
  left.add(node, 'tooLong', { name: parsed.error.issues.map(issue => issue.path.join('.')).join(', ') })
  return null
}

/** The operation of a request with the checks of its result; null where it has no counterpart, which is reported. */
export function sqlRequestOf(node: JmxNode, scope: Scope, context: SqlContext): SqlRequest | null {
  const parsed = sqlOperationSchema.safeParse(operationOf(node, context))
  if (!parsed.success) {
    context.left.add(node, 'tooLong', {
      name: parsed.error.issues.map(issue => issue.path.join('.')).join(', '),
    })
    return null
  }
  const names = valueOf(node, 'variableNames')
  return {
    sql: parsed.data,
    checkpoints: durationChecksOf(scope, context),
    extractors: extractorsOf(names, context.sql.used, name => context.variable(node, name)).map(
      (each, at) => ({
        id: String(at + 1),
        ...each,
      }),
    ),
  }
}

function operationOf(node: JmxNode, context: SqlContext): Record<string, unknown> {
  const { left, group } = context
  const seconds = Number(valueOf(node, 'queryTimeout')) || 0
  const asSet = Math.ceil((group.settings.responseTimeoutMs ?? 0) / 1_000)
  const timeoutMs = seconds <= 0 || seconds === asSet ? 0 : Math.min(3_600_000, Math.round(seconds * 1_000))
  const base = { connection: valueOf(node, 'dataSource').trim() || 'default', timeoutMs }
  const type = valueOf(node, 'queryType') || 'Select Statement'
  if (type === 'AutoCommit(false)') return { ...base, kind: 'begin' }
  if (type === 'AutoCommit(true)') return { ...base, kind: 'commit' }
  if (type === 'Commit' || type === 'Rollback') {
    left.add(node, 'transactionEnds')
    return { ...base, kind: type === 'Commit' ? 'commit' : 'rollback' }
  }
  return { ...base, ...statementOf(node, type, context) }
}

const statementTypes: Readonly<Record<string, SqlOperation['kind']>> = {
  'Select Statement': 'query',
  'Update Statement': 'execute',
  'Prepared Select Statement': 'prepared',
  'Prepared Update Statement': 'prepared',
  'Callable Statement': 'call',
}

/** `{call name(?, 1)}`, also with a result before it. */
const calledProcedure = /^\s*\{?\s*(\?\s*=\s*)?call\s+([^\s({}]+)\s*(?:\(([^{}]*)\))?\s*\}?\s*;?\s*$/i

function statementOf(node: JmxNode, type: string, context: SqlContext): Record<string, unknown> {
  const { left, text, sql } = context
  const query = valueOf(node, 'query')
  const { parameters, otherTypes } = readParameters(
    valueOf(node, 'queryArguments'),
    valueOf(node, 'queryArgumentsTypes'),
  )
  for (const value of otherTypes) left.add(node, 'detail', { name: 'queryArgumentsTypes', value })
  const resultVariable = valueOf(node, 'resultVariable')
  if (resultVariable !== '') left.add(node, 'detail', { name: 'resultVariable', value: resultVariable })
  const kind = Object.hasOwn(statementTypes, type) ? statementTypes[type] : undefined
  if (kind === undefined) left.add(node, 'detail', { name: 'queryType', value: type })
  const common = {
    ...(kind === 'execute' ? {} : rowLimit(node)),
    parameters: parameters.map(each => ({ ...each, value: text(node, each.value) })),
  }
  const [, , procedure, places = ''] = kind === 'call' ? (calledProcedure.exec(query) ?? []) : []
  const isCall = procedure !== undefined && places.replaceAll(/[?,\s]/g, '') === ''
  if (isCall) return { kind: 'call', procedure: text(node, procedure), ...common }
  // A call in another form is a plain statement in the database's syntax.
  const driver = sql.drivers.get(valueOf(node, 'dataSource')) ?? 'mysql'
  const statement = kind === 'call' ? query.replace(/^\s*\{(.*)\}\s*$/s, '$1') : query
  return {
    kind: kind === undefined || kind === 'call' ? 'query' : kind,
    text: text(node, toPlaces(statement, driver)),
    ...common,
  }
}

/** Maximum number of stored rows; a JMeter request that only counts rows stores none. */
function rowLimit(node: JmxNode): { maxRows?: number } {
  if (valueOf(node, 'resultSetHandler') === 'Count Records') return { maxRows: 0 }
  const limit = valueOf(node, 'resultSetMaxRows').trim()
  return /^\d{1,9}$/.test(limit) ? { maxRows: Math.min(100_000, Number(limit)) } : {}
}
