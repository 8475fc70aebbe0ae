/** Edits as splices of a plan's text: all other text is unchanged, byte for byte. */
import { type JmxPlan, readPlan, walkNodes } from './plan.ts'
import type { JmxProblem } from './problem.ts'

export interface Splice {
  readonly from: number
  readonly to: number
  readonly text: string
}

export type Edited =
  | {
      readonly ok: true
      readonly plan: JmxPlan
      /** Top nodes that were created, in document order. */
      readonly created: readonly string[]
    }
  | { readonly ok: false; readonly problem: JmxProblem }

/** The text with all splices applied; they must not overlap, those at one position are applied in their order. */
export function spliceText(text: string, splices: readonly Splice[]): string {
  const sorted = [...splices].sort((one, two) => one.from - two.from || one.to - two.to)
  const parts: string[] = []
  let at = 0
  for (const splice of sorted) {
    parts.push(text.slice(at, splice.from), splice.text)
    at = splice.to
  }
  return parts.join('') + text.slice(at)
}

/** Keys of all nodes in document order. */
export const keysOf = (plan: JmxPlan): string[] => [...walkNodes(plan.roots)].map(node => node.key)

/** Reads the spliced text; `keys` identifies the nodes when their order has changed. */
export function applySplices(
  plan: JmxPlan,
  splices: readonly Splice[],
  { keys = keysOf(plan), nextKey = plan.nextKey, created = [] as readonly string[] } = {},
): Edited {
  const result = readPlan(spliceText(plan.text, splices), keys, nextKey)
  return result.ok ? { ...result, created } : result
}

/** Line end of the text: that of its first line, LF when it has only one. */
export const lineEndOf = (text: string): string => /\r\n|\n|\r/.exec(text)?.[0] ?? '\n'

/** Blanks between the start of the line and an offset; null when other characters are there. */
export function indentAt(text: string, offset: number): string | null {
  let start = offset
  while (start > 0 && (text[start - 1] === ' ' || text[start - 1] === '\t')) start -= 1
  const before = text[start - 1]
  return before === '\n' || before === '\r' ? text.slice(start, offset) : null
}

/** Where the white space before an offset begins. */
export function blankStart(text: string, offset: number): number {
  let start = offset
  while (start > 0 && /\s/.test(text[start - 1] ?? '')) start -= 1
  return start
}
