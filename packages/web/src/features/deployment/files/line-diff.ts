/** A line diff of two texts with a few lines of context; pure. */

export type DiffLine =
  | { readonly kind: 'same' | 'added' | 'removed'; readonly text: string }
  | { readonly kind: 'skipped'; readonly count: number }

const around = 3
/** Above this number of cells of the LCS table the differing part is shown as replaced as a whole, so that the page does not freeze. */
const maxCells = 4_000_000

/** Unchanged lines far from any difference are only counted; empty when the texts are equal. */
export function diffLines(before: string, after: string): DiffLine[] {
  if (before === after) return []
  const [a, b] = [before.split('\n'), after.split('\n')]
  let head = 0
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1
  let tail = 0
  while (
    tail < a.length - head &&
    tail < b.length - head &&
    a[a.length - 1 - tail] === b[b.length - 1 - tail]
  )
    tail += 1
  const middle = diffMiddle(a.slice(head, a.length - tail), b.slice(head, b.length - tail))
  const same = (lines: readonly string[]): DiffLine[] => lines.map(text => ({ kind: 'same', text }))
  return shorten([...same(a.slice(0, head)), ...middle, ...same(a.slice(a.length - tail))])
}

/** Uses the longest common subsequence. */
function diffMiddle(a: readonly string[], b: readonly string[]): DiffLine[] {
  const removed = (text: string): DiffLine => ({ kind: 'removed', text })
  const added = (text: string): DiffLine => ({ kind: 'added', text })
  if (a.length * b.length > maxCells) return [...a.map(removed), ...b.map(added)]
  const width = b.length + 1
  // lengths[i · width + j] is the length of the longest common subsequence of a from i and b from j.
  const lengths = new Uint32Array((a.length + 1) * width)
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  }
  const lines: DiffLine[] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push({ kind: 'same', text: a[i] ?? '' })
      i += 1
      j += 1
    } else if (i < a.length && (j === b.length || at(i + 1, j) >= at(i, j + 1))) {
      lines.push(removed(a[i] ?? ''))
      i += 1
    } else {
      lines.push(added(b[j] ?? ''))
      j += 1
    }
  }
  return lines
}

function shorten(lines: readonly DiffLine[]): DiffLine[] {
  const isNear = lines.map((_, index) =>
    lines.slice(Math.max(0, index - around), index + around + 1).some(line => line.kind !== 'same'),
  )
  const shown: DiffLine[] = []
  for (const [index, line] of lines.entries()) {
    const last = shown.at(-1)
    if (isNear[index]) shown.push(line)
    else if (last?.kind === 'skipped') shown[shown.length - 1] = { kind: 'skipped', count: last.count + 1 }
    else shown.push({ kind: 'skipped', count: 1 })
  }
  return shown
}
