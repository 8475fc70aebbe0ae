/** Makes statements of operations: texts evaluated, parameters typed, transactions and calls in the words of the database. */

import type { ComponentContext, Scope, Template } from '../protocol.ts'
import { failureText } from './definition/failures.ts'
import type { SqlDriver, SqlStatement } from './definition/operation.ts'
import type { Driver, SqlValue, Statement } from './driver.ts'

/** A statement whose texts are evaluated; what it says depends on the database in two cases. */
export interface StatementCall {
  readonly kind: SqlStatement['kind']
  readonly text: string
  readonly values: readonly SqlValue[]
  readonly isolation: string
}

/** Evaluates an operation for a user. */
export type StatementWriter = (scope: Scope) => StatementCall

const isolationTexts: Record<string, string> = {
  default: '',
  readUncommitted: 'READ UNCOMMITTED',
  readCommitted: 'READ COMMITTED',
  repeatableRead: 'REPEATABLE READ',
  serializable: 'SERIALIZABLE',
}

type Compile = Pick<ComponentContext, 'template'>

/** Compiles an operation that sends a statement. */
export function compileStatement(op: SqlStatement, { template }: Compile): StatementWriter {
  switch (op.kind) {
    case 'begin': {
      const call = { kind: op.kind, text: '', values: [], isolation: isolationTexts[op.isolation] ?? '' }
      return () => call
    }
    case 'commit':
    case 'rollback': {
      const call = { kind: op.kind, text: op.kind.toUpperCase(), values: [], isolation: '' }
      return () => call
    }
    default: {
      const text = template(op.kind === 'call' ? op.procedure : op.text)
      const values = op.parameters.map(({ value, type }) => compileValue(template(value), type))
      return scope => ({
        kind: op.kind,
        text: text.evaluate(scope),
        values: values.map(evaluate => evaluate(scope)),
        isolation: '',
      })
    }
  }
}

/** What is sent for it, one after the other. */
export function statementsOf(call: StatementCall, name: SqlDriver, driver: Driver): Statement[] {
  const { kind, text, values, isolation } = call
  if (kind === 'begin') return driver.begin(isolation).map(plain)
  if (kind === 'call') {
    const places = values.map((_value, at) => (name === 'postgresql' ? `$${at + 1}` : '?'))
    return [{ text: `CALL ${text}(${places.join(', ')})`, values, isPrepared: false }]
  }
  if (kind === 'prepared') return [{ text, values, isPrepared: true }]
  return [values.length === 0 ? plain(text) : { text, values, isPrepared: false }]
}

const plain = (text: string): Statement => ({ text, values: null, isPrepared: false })

function compileValue(template: Template, type: string): (scope: Scope) => SqlValue {
  if (type === 'null') return () => null
  if (type === 'number') return scope => numberOf(template.evaluate(scope))
  return scope => template.evaluate(scope)
}

/** Whole numbers of any size stay exact. @throws Error when it is none */
function numberOf(text: string): SqlValue {
  const trimmed = text.trim()
  if (/^[+-]?\d+$/.test(trimmed)) return BigInt(trimmed)
  const value = Number(trimmed)
  if (trimmed === '' || !Number.isFinite(value)) throw new Error(failureText('sqlBadNumber', { value: text }))
  return value
}
