/** The number of lines in which two texts differ; pure. */

/** The number of lines that only one of the texts contains. */
export function linesApart(theirs: string, mine: string): { theirs: number; mine: number } {
  const count = (own: string, other: string) => {
    const known = new Set(other.split(/\r?\n/))
    return own.split(/\r?\n/).filter(line => !known.has(line)).length
  }
  return { theirs: count(theirs, mine), mine: count(mine, theirs) }
}
