/** Text of a type file (YAML, and JSON, which is YAML too) → its value, within bounds, and the places of what it holds. */
import { yamlFault } from '@pone/schema/yaml-faults.ts'
import { isCollection, isMap, isScalar, LineCounter, type Node, parseDocument } from 'yaml'
import { problemText, type TypeProblem } from './type-problem.ts'

/** UTF-16 units of a type file. */
export const maxTypeTextLength = 256 * 1024
const maxDepth = 40
const maxValues = 40_000
/** How often references may be unfolded, nested ones multiplied. */
const maxAliasCount = 100

export interface TypeText {
  readonly value: Readonly<Record<string, unknown>>
  /** Line and column, from 1, of the innermost part on the path that is there; `isKey`: of its name. */
  placeOf(path: readonly PropertyKey[]): { line: number; column: number }
}

/** The value of a text, or what is wrong with it. Never throws. */
export function readTypeText(text: string): TypeText | { readonly problems: readonly TypeProblem[] } {
  const atStart = (code: Parameters<typeof problemText>[0], params = {}) => ({
    problems: [{ line: 1, column: 1, path: '', text: problemText(code, params) }],
  })
  if (text.length > maxTypeTextLength) return atStart('tooLong', { limit: maxTypeTextLength / 1024 })
  if (isSurelyTooDeep(text)) return atStart('tooDeep', { limit: maxDepth })
  const lines = new LineCounter()
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset)
    return { line: Math.max(line, 1), column: Math.max(col, 1) }
  }
  try {
    const parsed = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true })
    if (parsed.errors.length > 0)
      return {
        problems: parsed.errors.slice(0, 20).map(error => ({
          ...at(error.pos[0]),
          path: '',
          text: yamlFault(error),
        })),
      }
    const value: unknown = parsed.toJS({ maxAliasCount })
    const excess = excessOf(value)
    if (excess !== undefined)
      return excess === 'tooDeep'
        ? atStart('tooDeep', { limit: maxDepth })
        : atStart('tooMuch', { limit: maxValues })
    if (!isMap(parsed.contents) || !isObject(value)) return atStart('notMapping')
    const { contents } = parsed
    return { value, placeOf: path => at(offsetOf(contents, path)) }
  } catch (thrown) {
    // The parser descends by calls: what is nested deeper than the stack ends it.
    if (thrown instanceof RangeError) return atStart('tooDeep', { limit: maxDepth })
    if (thrown instanceof ReferenceError) return atStart('aliases')
    const message = thrown instanceof Error ? thrown.message : ''
    return { problems: [{ line: 1, column: 1, path: '', text: yamlFault({ code: 'IMPOSSIBLE', message }) }] }
  }
}

/** Brackets within texts count too, which are seldom open. */
const maxOpenBrackets = 1_000

/** Found before the text is parsed, since the time of the parser grows with the square of the depth. */
function isSurelyTooDeep(text: string): boolean {
  if (/(?:[-?:][ \t]+){200}/.test(text)) return true
  let open = 0
  for (const [sign] of text.matchAll(/[[\]{}]/g)) {
    open += sign === '[' || sign === '{' ? 1 : -1
    if (open > maxOpenBrackets) return true
  }
  return false
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a value is nested too deep or holds too much; what references repeat counts each time. */
function excessOf(whole: unknown): 'tooDeep' | 'tooMuch' | undefined {
  const waiting: { readonly value: unknown; readonly depth: number }[] = [{ value: whole, depth: 0 }]
  let seen = 0
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.depth > maxDepth) return 'tooDeep'
    seen += 1
    if (seen > maxValues) return 'tooMuch'
    const { value, depth } = next
    if (typeof value !== 'object' || value === null) continue
    for (const inner of Object.values(value)) waiting.push({ value: inner, depth: depth + 1 })
  }
  return undefined
}

function offsetOf(root: Node, path: readonly PropertyKey[]): number {
  let offset = root.range?.[0] ?? 0
  let node: unknown = root
  for (const step of path) {
    if (!isCollection(node)) break
    const pair = isMap(node)
      ? node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step))
      : undefined
    if (isMap(node) && pair === undefined) break
    const keyOffset = pair !== undefined && isScalar(pair.key) ? pair.key.range?.[0] : undefined
    const inner: unknown = pair === undefined ? node.get(step, true) : pair.value
    const innerOffset = isScalar(inner) || isCollection(inner) ? inner.range?.[0] : undefined
    offset = keyOffset ?? innerOffset ?? offset
    node = inner
  }
  return offset
}
