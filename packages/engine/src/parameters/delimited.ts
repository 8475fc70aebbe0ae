/** Reads delimited text (CSV and its relatives, RFC 4180 quotes): where rows begin in bytes, and the fields of one row. */

const quoteByte = 0x22
const lineFeed = 0x0a
const carriageReturn = 0x0d

/**
 * Byte offsets of the rows, two numbers each: begin and end (line break not included). Blank lines are left out; line
 * breaks within quotes belong to the field. Works on UTF-8 and GBK, whose further bytes are never quotes or breaks.
 */
export function indexRows(bytes: Uint8Array, delimiter: string): Uint32Array {
  const delimiterByte = delimiter.charCodeAt(0)
  let offsets = new Uint32Array(1_024)
  let count = 0
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  let begin = hasMark ? 3 : 0
  let isQuoted = false
  let isFieldStart = true
  const add = (end: number) => {
    const trimmedEnd = end > begin && bytes[end - 1] === carriageReturn ? end - 1 : end
    if (trimmedEnd > begin) {
      if (count + 2 > offsets.length) {
        const grown = new Uint32Array(offsets.length * 2)
        grown.set(offsets)
        offsets = grown
      }
      offsets[count++] = begin
      offsets[count++] = trimmedEnd
    }
    begin = end + 1
  }
  for (let at = begin; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === quoteByte) {
      // Within quotes a doubled quote closes and opens again, which comes to the same.
      if (isQuoted || isFieldStart) isQuoted = !isQuoted
      else if (bytes[at - 1] === quoteByte) isQuoted = true
      isFieldStart = false
    } else if (byte === lineFeed && !isQuoted) {
      add(at)
      isFieldStart = true
    } else {
      isFieldStart = byte === delimiterByte
    }
  }
  if (begin < bytes.length) add(bytes.length)
  return offsets.slice(0, count)
}

/** Fields of one row, quotes taken off, blanks kept. */
export function splitFields(row: string, delimiter: string): string[] {
  if (!row.includes('"')) return row.split(delimiter)
  const fields: string[] = []
  let at = 0
  while (at <= row.length) {
    if (row[at] !== '"') {
      const end = row.indexOf(delimiter, at)
      fields.push(row.slice(at, end < 0 ? undefined : end))
      if (end < 0) return fields
      at = end + 1
      continue
    }
    let field = ''
    at++
    while (at < row.length) {
      const quote = row.indexOf('"', at)
      if (quote < 0) {
        field += row.slice(at)
        at = row.length
      } else if (row[quote + 1] === '"') {
        field += row.slice(at, quote + 1)
        at = quote + 2
      } else {
        field += row.slice(at, quote)
        at = quote + 1
        break
      }
    }
    const end = row.indexOf(delimiter, at)
    fields.push(field + row.slice(at, end < 0 ? undefined : end))
    if (end < 0) return fields
    at = end + 1
  }
  return fields
}
