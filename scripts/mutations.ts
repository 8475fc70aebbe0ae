/** Changes of a single token that tests should notice: comparisons, logic, signs, negations, truth values, one and zero. */
import { parseAst } from 'rolldown/parseAst'

export interface Mutation {
  readonly path: string
  /** Counts from 1. */
  readonly line: number
  readonly start: number
  readonly end: number
  readonly from: string
  readonly to: string
}

const otherOperator: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '&&': '||',
  '||': '&&',
  '??': '&&',
}
const otherLiteral: Readonly<Record<string, string>> = { true: 'false', false: 'true', '0': '1', '1': '0' }

interface SyntaxNode {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly operator?: string
  readonly left?: SyntaxNode
  readonly right?: SyntaxNode
  readonly argument?: SyntaxNode
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value && 'end' in value

/** All single-token changes of a source, in their order. Tokens of types are left out. */
export function findMutations(path: string, code: string): Mutation[] {
  const found: Mutation[] = []
  const add = (start: number, end: number, to: string) => {
    const line = code.slice(0, start).split('\n').length
    found.push({ path, line, start, end, from: code.slice(start, end), to })
  }
  const visit = (node: SyntaxNode): void => {
    if (node.type.startsWith('TS') && !/^TS(As|NonNull|Satisfies)/.test(node.type)) return
    const { left, right, operator } = node
    if (/^(Binary|Logical)Expression$/.test(node.type) && left && right && operator !== undefined) {
      const to = otherOperator[operator]
      const start = code.indexOf(operator, left.end)
      if (to !== undefined && start >= 0 && start < right.start) add(start, start + operator.length, to)
    }
    if (node.type === 'UnaryExpression' && operator === '!') add(node.start, node.start + 1, '')
    const literal = node.type === 'Literal' ? otherLiteral[code.slice(node.start, node.end)] : undefined
    if (literal !== undefined) add(node.start, node.end, literal)
    for (const part of Object.values(node)) {
      if (Array.isArray(part)) part.filter(isNode).forEach(visit)
      else if (isNode(part)) visit(part)
    }
  }
  visit(parseAst(code, { lang: path.endsWith('x') ? 'tsx' : 'ts' }) as unknown as SyntaxNode)
  return found.sort((a, b) => a.start - b.start)
}

/** `count` of the entries, the same ones for the same seed. @see mulberry32 */
export function sample<T>(entries: readonly T[], count: number, seed: number): T[] {
  let state = seed
  const random01 = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const left = [...entries]
  return Array.from({ length: Math.min(count, left.length) }, () =>
    left.splice(Math.floor(random01() * left.length), 1),
  ).flat()
}
