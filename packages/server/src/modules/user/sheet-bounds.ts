/** Refuses spreadsheets that would cost more than a list of people can be worth, before anything is made of them: a small file can name the far corner of a sheet, or unpack to gigabytes. */
import { inflateRawSync } from 'node:zlib'
import { listZipEntries, type ZipEntry } from './zip-entries.ts'

const maxUnpackedBytes = 50 * 1024 ** 2
const maxEntries = 500
/** Far above what an import takes, so that its own limit is what people meet. */
const maxRows = 20_000
const maxColumns = 256
/** Elements of all parts together: cells, merged ranges, shared strings. */
const maxElements = 2_000_000

/** Keys of http/details.ts. */
export type SheetRefusal = 'notSpreadsheet' | 'tooMuchContent'

/** Undefined when the file may be parsed. Takes at most about the time of unpacking 50 MiB. */
export function refusalOf(file: Buffer): SheetRefusal | undefined {
  const entries = listZipEntries(file)
  if (entries === undefined || entries.length > maxEntries) return 'notSpreadsheet'
  let leftBytes = maxUnpackedBytes
  let leftElements = maxElements
  for (const entry of entries) {
    // Really unpacked, with a limit: declared sizes can lie.
    const bytes = unpack(entry, leftBytes)
    if (bytes === undefined) return 'tooMuchContent'
    leftBytes -= bytes.length
    leftElements -= elementsIn(bytes, leftElements)
    if (leftElements < 0 || isOutOfBounds(bytes)) return 'tooMuchContent'
  }
  return undefined
}

function unpack({ data, isCompressed }: ZipEntry, maxBytes: number): Buffer | undefined {
  try {
    const bytes = isCompressed ? inflateRawSync(data, { maxOutputLength: Math.max(maxBytes, 1) }) : data
    return bytes.length > maxBytes ? undefined : bytes
  } catch {
    return undefined
  }
}

/** Stops counting once there are more than `limit`. */
function elementsIn(bytes: Buffer, limit: number): number {
  let count = 0
  for (let at = bytes.indexOf('<'); at >= 0 && count <= limit; at = bytes.indexOf('<', at + 1)) count += 1
  return count
}

const rowTag = /<(?:\w+:)?row[\s/>]/g
/** The place of a row or cell, whatever stands before it in its tag. */
const place = /\sr\s*=\s*(?:"([^"]*)"|'([^']*)')/g

/** Whether a sheet has, or names, more rows or columns than anybody imports: the gaps before them would be filled in. */
function isOutOfBounds(bytes: Buffer): boolean {
  if (!bytes.includes('sheetData')) return false
  // Names of elements and places are ASCII in every encoding that is read.
  const text = bytes.toString('latin1')
  let rows = 0
  for (const _tag of text.matchAll(rowTag)) if (++rows > maxRows) return true
  for (const [, double, single] of text.matchAll(place)) {
    if (isFarAway((double ?? single ?? '').trim())) return true
  }
  return false
}

function isFarAway(text: string): boolean {
  // An entity would be read as what it stands for.
  if (text.includes('&')) return true
  const [, letters, digits] = /^([A-Za-z]*)(\d*)/.exec(text) ?? []
  return columnOf(letters ?? '') > maxColumns || Number(digits) > maxRows
}

const columnOf = (letters: string): number =>
  letters.length > 3
    ? Number.POSITIVE_INFINITY
    : Array.from(letters.toUpperCase()).reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0)
