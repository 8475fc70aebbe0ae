/** Applies changes of the source view to the original text of the plan: line endings and byte-order mark are preserved; pure. */
import { lineEndOf } from '@pone/jmeter/jmx/splice.ts'

const mark = '\ufeff'

/** The text as shown in a code field: lines end in LF, no byte-order mark. */
export const shownText = (text: string): string =>
  (text.startsWith(mark) ? text.slice(1) : text).replaceAll(/\r\n?/g, '\n')

/** The original with only the part changed in which `typed` differs from the shown text. */
export function withTyped(original: string, typed: string): string {
  const shown = shownText(original)
  if (typed === shown) return original
  const shortest = Math.min(shown.length, typed.length)
  let start = 0
  while (start < shortest && shown[start] === typed[start]) start += 1
  let end = 0
  while (end < shortest - start && shown.at(-1 - end) === typed.at(-1 - end)) end += 1
  const from = originalOffset(original, start)
  const to = originalOffset(original, shown.length - end)
  const middle = typed.slice(start, typed.length - end).replaceAll('\n', lineEndOf(original))
  return original.slice(0, from) + middle + original.slice(to)
}

/** Offset in the original of the character at this offset of the shown text. */
function originalOffset(original: string, shownOffset: number): number {
  let at = original.startsWith(mark) ? 1 : 0
  for (let left = shownOffset; left > 0; left -= 1)
    at += original[at] === '\r' && original[at + 1] === '\n' ? 2 : 1
  return at
}
