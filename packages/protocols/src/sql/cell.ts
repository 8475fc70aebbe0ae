/** Reads a result for checkpoints and extractors: cells, and how many rows a statement changed. */
import type { ResultTable } from './result-table.ts'

/** Column, and the row from 1 where one is named: `amount`, `amount[2]`, `3[1]`; `@2` is what the second parameter of a procedure gave back. */
const place = /^(.*?)\s*(?:\[\s*(\d+)\s*\])?$/s

/**
 * Values of a source. cell: of one row where the expression names one, else of all kept rows in order; undefined where a
 * value is NULL or missing, so that the n-th is always of row n.
 */
export function readCell(
  table: ResultTable | null,
  source: string,
  expression: string,
): (string | undefined)[] {
  if (table === null) return []
  if (source === 'affectedRows') return table.affectedRows === null ? [] : [String(table.affectedRows)]
  const [, column = '', row] = place.exec(expression.trim()) ?? []
  const back = table.back.get(column)
  if (back !== undefined) return back === null ? [] : [back]
  const at = table.indexOf(column)
  if (at < 0) return []
  const rows = row === undefined ? table.rows : table.rows.slice(Number(row) - 1, Number(row))
  return rows.map(cells => cells[at] ?? undefined)
}
