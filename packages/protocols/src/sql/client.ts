/** SQL, as the engine uses it: compiles operations and opens the users' sessions. */
import type { ExchangeContent } from '@pone/schema/exchange-content.ts'
import type { CompiledOperation, ComponentContext, OperationContext, Protocol, Scope } from '../protocol.ts'
import type { SqlCall } from './call.ts'
import { readCell } from './cell.ts'
import type { SqlConnect, SqlOperation, SqlStatement, SqlTarget } from './definition/operation.ts'
import type { SqlSettings } from './definition/settings.ts'
import { sql } from './definition.ts'
import { drivers } from './drivers.ts'
import { describeExchange } from './exchange.ts'
import { SqlOutcome } from './outcome.ts'
import { readTable } from './read-table.ts'
import { SqlSession } from './session.ts'
import { compileStatement } from './statements.ts'

type Compiled = CompiledOperation<SqlSession, SqlCall, SqlOutcome>
type Context = ComponentContext<SqlSettings>

/** Rows that a failed or debugged statement shows whatever its checkpoints need. */
const sampleLimits = { maxRows: 100, maxLength: 65_536 }
const noRows = { maxRows: 0, maxLength: 0 }

/** The protocol. */
export const sqlClient: Protocol<SqlOperation, SqlSettings, SqlSession, SqlCall, SqlOutcome> = {
  definition: sql,
  readTable,
  open(context) {
    for (const driver of Object.values(drivers)) driver.preload?.()
    return {
      compile: (op, operation) => compileOperation(op, operation, context),
      openSession: user => new SqlSession(user, context),
    }
  },
}

function compileOperation(op: SqlOperation, operation: OperationContext, context: Context): Compiled {
  return {
    build: builderOf(op, operation, context),
    send(call, session, signal, onOutcome) {
      if (call.kind === 'run') session.run(call.run, signal, onOutcome)
      else if (call.kind === 'connect') session.connect(call.connect, signal, onOutcome)
      else session.disconnect(call.connection, signal, onOutcome)
    },
    isAnswered: ({ errorCode }) => errorCode === null,
    failureOf: ({ errorCode, errorMessage }) =>
      errorCode === null ? null : { code: errorCode, message: errorMessage },
    unsent(code, message) {
      const outcome = new SqlOutcome().fail({ code, message })
      outcome.wireRequests = 0
      return outcome
    },
    sourceValues: ({ table }, _session, source, expression) => readCell(table, source, expression),
    describe: (call, outcome): ExchangeContent => describeExchange(call, outcome),
  }
}

function builderOf(op: SqlOperation, operation: OperationContext, context: Context): Compiled['build'] {
  if (op.kind === 'connect') return connectBuilder(op, context)
  if (op.kind === 'close') {
    const call: SqlCall = { kind: 'close', connection: op.connection }
    return () => call
  }
  return statementBuilder(op, operation, context)
}

function connectBuilder(op: SqlConnect, context: Context): Compiled['build'] {
  const target = compileTarget(op, context)
  const connectTimeoutMs = op.timeoutMs === 0 ? context.connectTimeoutMs : op.timeoutMs
  return scope => ({ kind: 'connect', connect: { op, target: target(scope), connectTimeoutMs } })
}

/** Compiles the texts of a target. */
export function compileTarget(
  target: SqlTarget,
  { template }: Pick<Context, 'template'>,
): (scope: Scope) => SqlTarget {
  const host = template(target.host.trim())
  const database = template(target.database.trim())
  const user = template(target.user.trim())
  const password = template(target.password)
  const { driver, port, tls } = target
  return scope => ({
    driver,
    port,
    tls,
    host: host.evaluate(scope).replace(/^\[(.*)\]$/, '$1'),
    database: database.evaluate(scope),
    user: user.evaluate(scope),
    password: password.evaluate(scope),
  })
}

function statementBuilder(
  op: SqlStatement,
  { wantsBody }: OperationContext,
  context: Context,
): Compiled['build'] {
  const write = compileStatement(op, context)
  const limits = 'maxRows' in op ? { maxRows: op.maxRows, maxLength: op.maxLength } : noRows
  const timeoutMs = op.timeoutMs === 0 ? context.responseTimeoutMs : op.timeoutMs
  return (scope, wantsAll) => ({
    kind: 'run',
    run: {
      connection: op.connection,
      statement: write(scope),
      // Rows that nobody reads are counted and dropped.
      limits: wantsBody ? limits : wantsAll ? sampleLimits : noRows,
      timeoutMs,
    },
  })
}
