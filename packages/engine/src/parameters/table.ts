/** Rows of a parameter that were read from a database before the run; they are kept in memory, once per worker. */
import type { RowParameter } from '@pone/plan/parameters/parameters.ts'
import type { RowSource } from './row-source.ts'

/** Rows by parameter, see `tableKey`. */
export type Tables = Record<string, string[][]>

/** Identifies a parameter of the component at that position of a plan. */
export const tableKey = (position: number, parameter: Pick<RowParameter, 'id'>): string =>
  `${position}.${parameter.id}`

/** Rows of a table. */
export const tableSource = (
  { columns }: Extract<RowParameter, { kind: 'table' }>,
  rows: readonly (readonly string[])[],
): RowSource => ({ columns, rowCount: rows.length, read: row => rows[row] ?? [] })
