/** What the debug view shows of an operation of SQL. */
import type { ExchangeContent, ExchangeSection } from '@pone/schema/exchange-content.ts'
import type { SqlCall } from './call.ts'
import type { SqlOutcome } from './outcome.ts'
import type { ResultTable } from './result-table.ts'
import type { RunCall } from './session.ts'

/** Longest value of a cell that is shown, characters; and rows. */
const maxCellLength = 2_000
const maxShownRows = 100

/** The sections that the definition names. */
export function describeExchange(call: SqlCall, outcome: SqlOutcome): ExchangeContent {
  return {
    method: call.kind === 'run' ? call.run.statement.kind : call.kind,
    url: outcome.url,
    requestHeaders: [],
    requestBody: '',
    sections: [
      ...(call.kind === 'run' ? sentSections(call.run) : []),
      ...sectionsOfConnection(call),
      ...(outcome.table === null ? [] : resultSections(outcome.table)),
    ],
  }
}

function sentSections({ statement }: RunCall): ExchangeSection[] {
  const { kind, text, values, isolation } = statement
  const whole = kind === 'call' ? `CALL ${text}` : kind === 'begin' ? `BEGIN ${isolation}`.trim() : text
  return [
    {
      kind: 'text',
      key: 'statement',
      text: whole,
      format: 'sql',
      sizeBytes: Buffer.byteLength(whole),
    },
    ...(values.length === 0
      ? []
      : [
          {
            kind: 'pairs' as const,
            key: 'parameters',
            pairs: values.map((value, at): [string, string] => [
              String(at + 1),
              value === null ? 'NULL' : String(value).slice(0, maxCellLength),
            ]),
          },
        ]),
  ]
}

function sectionsOfConnection(call: SqlCall): ExchangeSection[] {
  if (call.kind !== 'connect') return []
  const { op, target } = call.connect
  const pairs: [string, string][] = [
    ['connection', op.connection],
    ['driver', target.driver],
    ['user', target.user],
    ['tls', target.tls ? 'on' : 'off'],
    ['scope', op.scope],
    ...(op.scope === 'pool' ? [['poolSize', String(op.poolSize)] satisfies [string, string]] : []),
  ]
  return [{ kind: 'pairs', key: 'connection', pairs }]
}

function resultSections(table: ResultTable): ExchangeSection[] {
  const { columns, rows, rowCount, affectedRows, isCut, back } = table
  const figures: [string, string][] = [
    ['rows', String(rowCount)],
    ...(affectedRows === null ? [] : [['affectedRows', String(affectedRows)] as [string, string]]),
    ...(isCut ? [['keptRows', String(rows.length)] as [string, string]] : []),
  ]
  const sections: ExchangeSection[] = [{ kind: 'pairs', key: 'figures', pairs: figures }]
  if (back.size > 0) {
    const pairs = [...back].map(([name, cell]): [string, string] => [
      name,
      (cell ?? 'NULL').slice(0, maxCellLength),
    ])
    sections.push({ kind: 'pairs', key: 'back', pairs })
  }
  if (columns.length === 0) return sections
  const shown = rows.slice(0, maxShownRows)
  return [
    ...sections,
    {
      kind: 'table',
      key: 'result',
      columns: columns.map(({ name }) => name),
      rows: shown.map(row => row.map(cell => (cell === null ? null : cell.slice(0, maxCellLength)))),
      rowCount: shown.length === rowCount ? null : rowCount,
    },
  ]
}
