/** Tables as CSV that opens in Excel in either language. */
import { spreadsheetField } from '@pone/schema/csv-field.ts'

const byteOrderMark = '\uFEFF'

/** Rows as CSV in UTF-8 with byte-order mark; no cell is a formula. */
export const csvTable = (rows: readonly (readonly string[])[]): string =>
  byteOrderMark + rows.map(row => `${row.map(spreadsheetField).join(',')}\r\n`).join('')
