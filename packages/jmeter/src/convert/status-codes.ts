/** Lists of status codes in the syntax of requests, `200-201,204`, and as single codes. */

const maxCodes = 500

/** The codes of a list, in its order; a range gives at most 500. */
export const statusCodes = (list: string): string[] =>
  list
    .split(',')
    .filter(part => part.trim() !== '')
    .flatMap(part => {
      const [from = 0, to = from] = part.split('-').map(Number)
      return Array.from({ length: Math.min(maxCodes, to - from + 1) }, (_, index) => String(from + index))
    })

/** The shortest list of these codes; consecutive ones are joined to ranges. */
export function statusList(codes: readonly string[]): string {
  const ranges: { from: number; to: number }[] = []
  for (const code of codes.map(Number)) {
    const last = ranges.at(-1)
    if (last !== undefined && code === last.to + 1) last.to = code
    else ranges.push({ from: code, to: code })
  }
  return ranges.map(({ from, to }) => (from === to ? String(from) : `${from}-${to}`)).join(',')
}
