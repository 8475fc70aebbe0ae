/** An operation of SQL → a JDBC request, or the configuration of a pool. */
import type { ComponentDocument } from '@pone/plan/component/component.ts'
import { labelNameOf } from '@pone/plan/scenario/labels.ts'
import type { RequestOver, Step } from '@pone/plan/steps/registry.ts'
import { childrenOf } from '@pone/plan/steps/walk.ts'
import type { SqlConnect, SqlOperation } from '@pone/protocols/sql/definition/operation.ts'
import type { PlanWriter } from '../plan-writer.ts'
import { type Parameter, toQuestionMarks, writeParameters } from './bound-parameters.ts'
import { driverClassOf, jdbcUrl } from './jdbc-url.ts'
import { columnNames } from './result-variables.ts'

interface SqlStep {
  readonly step: RequestOver<'sql'>
  readonly document: ComponentDocument
  readonly writer: PlanWriter
}
type Values = Record<string, string>

/** The elements; none for what JMeter does by itself. */
export function sqlXml(written: SqlStep): string[] {
  const { step, writer } = written
  const { sql } = step
  const own = { key: step.id, testname: labelNameOf(step) }
  if (sql.kind === 'connect') return [connectXml(written, sql)]
  if (sql.kind === 'close') {
    writer.left.add(own, 'noCounterpart')
    return []
  }
  if (sql.kind === 'rollback') writer.left.add(own, 'afterRollback')
  const values = { ...statementValues(written, sql), ...timeOut(sql.timeoutMs, written.document) }
  return [
    writer.element(
      'JDBCSampler',
      labelNameOf(step),
      { isEnabled: step.enabled, values: { ...values, dataSource: sql.connection } },
      answerXml(written),
    ),
  ]
}

/** JMeter opens a pool once: a connection that each iteration opens anew is put inside a once-only controller and reported. */
function connectXml({ step, document, writer }: SqlStep, op: SqlConnect): string {
  const { element, text, left } = writer
  const name = labelNameOf(step)
  const pool = element('JDBCDataSource', name, {
    isEnabled: step.enabled,
    values: {
      dataSource: op.connection,
      dbUrl: jdbcUrl({ ...op, host: text(step, op.host.trim()), database: text(step, op.database.trim()) }),
      driver: driverClassOf(op.driver),
      username: text(step, op.user),
      password: text(step, op.password),
      poolMax: op.scope === 'user' ? '0' : String(op.poolSize),
      timeout: String(op.timeoutMs === 0 ? document.settings.connectTimeoutMs : op.timeoutMs),
    },
  })
  if (standsInOnce(document, step.id)) return pool
  left.add({ key: step.id, testname: name }, 'connectsOnce')
  return element('OnceOnlyControllerGui', name, { isEnabled: step.enabled }, [pool])
}

const standsInOnce = (document: ComponentDocument, id: string): boolean => {
  const within = (steps: readonly Step[], isOnce: boolean): boolean =>
    steps.some(step => (step.id === id ? isOnce : within(childrenOf(step), step.kind === 'once')))
  return within(document.steps, false)
}

/** JMeter's time-outs are whole seconds. */
function timeOut(ownMs: number, { settings }: ComponentDocument): Values {
  return { queryTimeout: String(Math.ceil((ownMs === 0 ? settings.responseTimeoutMs : ownMs) / 1_000)) }
}

function statementValues(
  written: SqlStep,
  sql: Exclude<SqlOperation, { kind: 'connect' | 'close' }>,
): Values {
  const { step, writer } = written
  switch (sql.kind) {
    // Enabling auto-commit ends the transaction, as a commit does here.
    case 'begin':
      return { queryType: 'AutoCommit(false)' }
    case 'commit':
      return { queryType: 'AutoCommit(true)' }
    case 'rollback':
      return { queryType: 'Rollback' }
    case 'call': {
      const places = sql.parameters.map(() => '?').join(', ')
      return {
        queryType: 'Callable Statement',
        query: `{call ${writer.text(step, sql.procedure.trim())}(${places})}`,
        ...parameterValues(written, sql.parameters),
        ...resultValues(written, sql.maxRows),
      }
    }
    default: {
      const { text, parameters } = toQuestionMarks(writer.text(step, sql.text), sql.parameters)
      const isPrepared = sql.kind === 'prepared' || parameters.length > 0
      const reads = sql.kind === 'query' || (sql.kind === 'prepared' && isQuery(sql.text))
      return {
        queryType: `${isPrepared ? 'Prepared ' : ''}${reads ? 'Select' : 'Update'} Statement`,
        query: text,
        ...parameterValues(written, parameters),
        ...('maxRows' in sql ? resultValues(written, sql.maxRows) : {}),
      }
    }
  }
}

/** Whether a statement returns rows, judged by its first word. */
const isQuery = (text: string): boolean =>
  /^\s*(select|with|show|values|table|explain|describe)\b|\breturning\b/i.test(text)

function parameterValues({ step, writer }: SqlStep, parameters: readonly Parameter[]): Values {
  const { values, types } = writeParameters(
    parameters.map(each => ({ ...each, value: writer.text(step, each.value) })),
  )
  return { queryArguments: values, queryArgumentsTypes: types }
}

const usualRows = 1_000

const resultValues = ({ step }: SqlStep, maxRows: number): Values => ({
  variableNames: columnNames(step.extractors),
  resultSetMaxRows: maxRows === usualRows ? '' : String(maxRows),
})

/**
 * Durations are checked in the same way; the text of a result differs in JMeter, so its checks are reported as
 * unconverted.
 */
function answerXml({ step, writer }: SqlStep): string[] {
  return step.checkpoints
    .filter(({ source, operator }) => source === 'responseTime' && operator.startsWith('less'))
    .map(({ expected }) =>
      writer.element('DurationAssertionGui', 'responseTime', {
        values: { 'DurationAssertion.duration': writer.text(step, expected) },
      }),
    )
}
