/** Rows of a CSV file that only one machine uses. */
import type { Share } from '@pone/contract/link/plan.ts'

const lineFeed = 10
const quote = 34

/**
 * The file with only this machine's rows, and the header where there is one; rows are counted by their line ends, so
 * any encoding works in which a line feed is one byte. Blank lines count as rows, as JMeter reads them.
 */
export function csvPart(
  bytes: Uint8Array,
  share: Share,
  { hasHeader, isQuoted }: { hasHeader: boolean; isQuoted: boolean },
): Uint8Array {
  const ends = rowEnds(bytes, isQuoted)
  const headerEnd = hasHeader ? (ends[0] ?? bytes.length) : 0
  const rows = hasHeader ? ends.slice(1) : ends
  const edge = (at01: number) => {
    const row = Math.round(rows.length * at01)
    return row === 0 ? headerEnd : (rows[row - 1] ?? headerEnd)
  }
  const [from, to] = [edge(share.from01), edge(share.to01)]
  const part = new Uint8Array(headerEnd + to - from)
  part.set(bytes.subarray(0, headerEnd))
  part.set(bytes.subarray(from, to), headerEnd)
  return part
}

/** Offsets after each row. */
function rowEnds(bytes: Uint8Array, isQuoted: boolean): number[] {
  const ends: number[] = []
  let isInside = false
  for (let i = 0; i < bytes.length; i += 1) {
    if (bytes[i] === quote && isQuoted) isInside = !isInside
    else if (bytes[i] === lineFeed && !isInside) ends.push(i + 1)
  }
  if (bytes.length > 0 && ends.at(-1) !== bytes.length) ends.push(bytes.length)
  return ends
}
