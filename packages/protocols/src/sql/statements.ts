/** Makes statements of operations: texts evaluated, parameters typed, transactions and calls in the words of the database. */

import type { ComponentContext, Scope, Template } from '../protocol.ts'
import { failureText } from './definition/failures.ts'
import type { ParameterDirection, SqlDriver, SqlStatement } from './definition/operation.ts'
import type { Driver, SqlValue, Statement } from './driver.ts'

/** A statement whose texts are evaluated; what it says depends on the database in two cases. */
export interface StatementCall {
  readonly kind: SqlStatement['kind']
  readonly text: string
  readonly values: readonly SqlValue[]
  /** Of each value of a procedure; empty = all go in. */
  readonly directions: readonly ParameterDirection[]
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
      const call = {
        kind: op.kind,
        text: '',
        values: [],
        directions: [],
        isolation: isolationTexts[op.isolation] ?? '',
      }
      return () => call
    }
    case 'commit':
    case 'rollback': {
      const call = { kind: op.kind, text: op.kind.toUpperCase(), values: [], directions: [], isolation: '' }
      return () => call
    }
    default: {
      const text = template(op.kind === 'call' ? op.procedure : op.text)
      const directions = op.kind === 'call' ? op.parameters.map(({ direction }) => direction) : []
      const values = op.parameters.map(({ value, type }, at) =>
        compileValue(template(value), directions[at] === 'out' ? 'null' : type),
      )
      return scope => ({
        kind: op.kind,
        text: text.evaluate(scope),
        values: values.map(evaluate => evaluate(scope)),
        directions,
        isolation: '',
      })
    }
  }
}

/** Names of what a procedure gives back, by the numbers of its parameters from 1: `@2`. */
export const backNames = ({ directions }: StatementCall): string[] =>
  directions.flatMap((direction, at) => (direction === 'in' ? [] : [`@${at + 1}`]))

/** What is sent for it, one after the other. */
export function statementsOf(call: StatementCall, name: SqlDriver, driver: Driver): Statement[] {
  const { kind, text, values, isolation } = call
  if (kind === 'begin') return driver.begin(isolation).map(plain)
  if (kind === 'call') return name === 'postgresql' ? [postgresCall(call)] : mysqlCall(call)
  if (kind === 'prepared') return [{ text, values, isPrepared: true }]
  return [values.length === 0 ? plain(text) : { text, values, isPrepared: false }]
}

/** PostgreSQL answers a row of what comes back. */
function postgresCall({ text, values }: StatementCall): Statement {
  const places = values.map((_value, at) => `$${at + 1}`)
  return { text: `CALL ${text}(${places.join(', ')})`, values, isPrepared: false }
}

/** MySQL gives back into variables of the connection, which are set before and read afterwards. */
function mysqlCall({ text, values, directions }: StatementCall): Statement[] {
  const isBack = (at: number) => (directions[at] ?? 'in') !== 'in'
  const places = values.map((_value, at) => (isBack(at) ? `@pone_${at + 1}` : '?'))
  const sent = {
    text: `CALL ${text}(${places.join(', ')})`,
    values: values.filter((_value, at) => !isBack(at)),
  }
  const called = { ...sent, isPrepared: false }
  const back = places.filter((_place, at) => isBack(at))
  if (back.length === 0) return [called]
  const set = `SET ${back.map(place => `${place} = ?`).join(', ')}`
  const names = back.map(place => `${place} AS \`${backName(place)}\``)
  return [
    { text: set, values: values.filter((_value, at) => isBack(at)), isPrepared: false },
    called,
    { ...plain(`SELECT ${names.join(', ')}`), readsBack: true },
  ]
}

/** `@2` of the variable `@pone_2`: what the second parameter gives back is called. */
const backName = (variable: string): string => variable.replace('pone_', '')

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
