/** Tables as CSV that opens in Excel in either language. */

const byteOrderMark = '\uFEFF'

/** Rows as CSV in UTF-8 with byte-order mark; no cell is a formula. */
export const csvTable = (rows: readonly (readonly string[])[]): string =>
  byteOrderMark + rows.map(row => `${row.map(cell).join(',')}\r\n`).join('')

/** Quotes a cell; a name that a spreadsheet would take for a formula is led by an apostrophe. */
function cell(text: string): string {
  const isNumber = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/.test(text)
  const safe = !isNumber && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
