/** Splits delimited text into rows as a file parameter reads them: quotes may hold delimiters, line breaks and doubled quotes. */

/** At most `limit` rows; blank lines are left out, an unfinished last row (text that was cut) too when `isCut`. */
export function delimitedRows(text: string, delimiter: string, limit: number, isCut = false): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let field = ''
  let isQuoted = false
  const endField = (): void => {
    row.push(field)
    field = ''
  }
  const endRow = (): void => {
    endField()
    if (row.length > 1 || row[0]?.trim()) rows.push(row)
    row = []
  }
  for (let i = 0; i < text.length && rows.length < limit; i += 1) {
    const char = text[i]
    if (isQuoted) {
      if (char !== '"') field += char
      else if (text[i + 1] === '"') {
        field += '"'
        i += 1
      } else isQuoted = false
    } else if (char === '"' && field === '') isQuoted = true
    else if (char === delimiter) endField()
    else if (char === '\n') endRow()
    else if (char !== '\r') field += char
  }
  if (rows.length < limit && !isCut && (field !== '' || row.length > 0)) endRow()
  return rows
}
