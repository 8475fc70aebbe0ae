/** Writes the Excel template for accounts: a sheet to fill in and a sheet of notes with an example. */
import writeExcelFile, { type Cell, type Sheet } from 'write-excel-file/node'
import { headingOf, importColumns } from './import-columns.ts'

const heading = (text: string): Cell => ({
  value: text,
  type: String,
  fontWeight: 'bold',
  backgroundColor: '#E6F0FF',
  wrap: true,
})
const text = (value: string): Cell => ({ value, type: String, wrap: true })

/** An .xlsx file. */
export async function writeImportTemplate(): Promise<Buffer> {
  const accounts: Sheet<Buffer> = {
    data: [importColumns.map(column => heading(headingOf(column))), importColumns.map(() => asText)],
    sheet: '用户 Accounts',
    columns: importColumns.map(({ width }) => ({ width })),
    stickyRowsCount: 1,
  }
  const notes: Sheet<Buffer> = {
    data: [
      ['列 Column', '示例 Example', '说明', 'Note'].map(heading),
      ...importColumns.map(column => [
        text(headingOf(column)),
        text(column.example),
        text(column.note.zh),
        text(column.note.en),
      ]),
    ],
    sheet: '填写说明 Notes',
    columns: [{ width: 22 }, { width: 26 }, { width: 50 }, { width: 60 }],
    stickyRowsCount: 1,
  }
  return writeExcelFile([accounts, notes]).toBuffer()
}

/** The first empty row is formatted as text, so that phone numbers keep their zeros. */
const asText: Cell = { value: '', type: String, format: '@' }
