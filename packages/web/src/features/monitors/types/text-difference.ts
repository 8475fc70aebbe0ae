/** Lines that differ between two texts, by the longest common part; pure. */

export interface DifferentLine {
  readonly sign: '+' | '-' | ' '
  readonly text: string
  /** Line of the new text, or for `-` of the old one, from 1. */
  readonly line: number
  /** Equal lines before it are left out. */
  readonly followsGap: boolean
}

type Line = Omit<DifferentLine, 'followsGap'>

/** Texts of more lines are compared only between their equal beginning and end. */
const maxCells = 4_000_000
/** Equal lines that are shown around different ones. */
const around = 2

/** Lines that differ, with some equal ones around them; empty for equal texts. */
export function differentLines(before: string, after: string): DifferentLine[] {
  const [old, now] = [before.split('\n'), after.split('\n')]
  let start = 0
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1
  let end = 0
  while (
    end < old.length - start &&
    end < now.length - start &&
    old[old.length - 1 - end] === now[now.length - 1 - end]
  )
    end += 1
  const middle = changes(old.slice(start, old.length - end), now.slice(start, now.length - end), start)
  const head = now.slice(0, start).map((text, at): Line => ({ sign: ' ', text, line: at + 1 }))
  const tail = now
    .slice(now.length - end)
    .map((text, at): Line => ({ sign: ' ', text, line: now.length - end + at + 1 }))
  const all = [...head, ...middle, ...(end === 0 ? [] : tail)]
  const isShown = all.map((_, at) =>
    all.slice(Math.max(0, at - around), at + around + 1).some(({ sign }) => sign !== ' '),
  )
  return all.flatMap((line, at) => (isShown[at] ? [{ ...line, followsGap: at > 0 && !isShown[at - 1] }] : []))
}

function changes(old: readonly string[], now: readonly string[], offset: number): Line[] {
  const removed = (at: number): Line => ({ sign: '-', text: old[at] ?? '', line: offset + at + 1 })
  const added = (at: number): Line => ({ sign: '+', text: now[at] ?? '', line: offset + at + 1 })
  if (old.length * now.length > maxCells)
    return [...old.map((_, at) => removed(at)), ...now.map((_, at) => added(at))]
  const width = now.length + 1
  const common = new Uint32Array((old.length + 1) * width)
  for (let row = old.length - 1; row >= 0; row -= 1)
    for (let column = now.length - 1; column >= 0; column -= 1)
      common[row * width + column] =
        old[row] === now[column]
          ? (common[(row + 1) * width + column + 1] ?? 0) + 1
          : Math.max(common[(row + 1) * width + column] ?? 0, common[row * width + column + 1] ?? 0)
  const lines: Line[] = []
  let [row, column] = [0, 0]
  while (row < old.length || column < now.length) {
    const isEqual = row < old.length && column < now.length && old[row] === now[column]
    const below = common[(row + 1) * width + column] ?? 0
    const beside = common[row * width + column + 1] ?? 0
    if (isEqual) {
      lines.push({ sign: ' ', text: now[column] ?? '', line: offset + column + 1 })
      row += 1
      column += 1
    } else if (row < old.length && (column >= now.length || below >= beside)) lines.push(removed(row++))
    else lines.push(added(column++))
  }
  return lines
}
