/** Writes the tables of a data-flow report as an Excel workbook, each on a sheet. */
import type { FlowTable } from '@pone/results/flow-report/tables.ts'
import writeExcelFile, { type Cell, type Sheet } from 'write-excel-file/node'

/** An .xlsx file. */
export const flowWorkbook = (tables: readonly FlowTable[]): Promise<Buffer> =>
  writeExcelFile(tables.map(sheetOf)).toBuffer()

const sheetOf = ({ name, rows }: FlowTable): Sheet<Buffer> => ({
  sheet: name,
  data: rows.map((cells, row) => cells.map(value => cellOf(value, row === 0))),
  stickyRowsCount: 1,
  columns: (rows[0] ?? []).map(() => ({ width: 18 })),
})

function cellOf(value: string | number | null, isHeading: boolean): Cell {
  if (value === null) return null
  if (typeof value === 'number') return { value, type: Number }
  return isHeading ? { value, type: String, fontWeight: 'bold' } : { value, type: String }
}
