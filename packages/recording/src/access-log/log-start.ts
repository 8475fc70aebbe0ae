/** Where in a large access log the lines of an instant begin, found by halving, since logs are written in the order of time; pure. */

/** Bytes of a log from there on; fewer than asked for at its end only. */
export type ReadBytes = (from: number, length: number) => Promise<Uint8Array>

const pieceBytes = 64 * 1024

/**
 * Place of a line before which no line of that instant or later is expected; lines of other writers may be out of
 * order by as much as a piece. 0 where the log tells no times.
 * @param timeOf of a line, epoch ms; null: it tells none
 */
export async function logStart(
  { sizeBytes, read }: { readonly sizeBytes: number; readonly read: ReadBytes },
  { fromMs, timeOf }: { readonly fromMs: number; readonly timeOf: (line: string) => number | null },
): Promise<number> {
  let low = 0
  let high = Math.ceil(sizeBytes / pieceBytes)
  // Before piece `low` all is earlier; from piece `high` on nothing is.
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    const atMs = firstTime(await read(middle * pieceBytes, pieceBytes), timeOf)
    if (atMs !== null && atMs < fromMs) low = middle
    else high = middle
  }
  return low * pieceBytes
}

/** Of the first whole line that tells one. */
function firstTime(bytes: Uint8Array, timeOf: (line: string) => number | null): number | null {
  for (const line of new TextDecoder().decode(bytes).split('\n').slice(1, -1)) {
    const atMs = timeOf(line.trimEnd())
    if (atMs !== null) return atMs
  }
  return null
}
