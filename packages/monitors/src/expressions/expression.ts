/** Expressions of computed counters: `+ - * / ( )`, names and numbers, read into a tree once. Pure. */

/** A tree; division by zero and a name without a value make the whole unknown (NaN). */
export type Expression =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'negative'; readonly of: Expression }
  | { readonly kind: Operator; readonly left: Expression; readonly right: Expression }
type Operator = '+' | '-' | '*' | '/'

/** What is wrong with a text, and at which character, from 0. */
export interface ExpressionProblem {
  readonly problem: 'unexpected' | 'unfinished' | 'tooLong'
  readonly at: number
}

const maxNodes = 200
const tokenPattern = /\s*(?:(\d+(?:\.\d+)?(?:e[+-]?\d+)?)|([A-Za-z][A-Za-z0-9_]*)|([-+*/()]))/iy

interface Token {
  readonly text: string
  readonly kind: 'number' | 'name' | 'sign'
  readonly at: number
}

class Refused extends Error {
  readonly problem: ExpressionProblem
  constructor(problem: ExpressionProblem) {
    super(problem.problem)
    this.problem = problem
  }
}

/** The tree of a text, or what is wrong with it. */
export function parseExpression(text: string): Expression | ExpressionProblem {
  try {
    return new Parser(tokensOf(text), text.length).whole()
  } catch (thrown) {
    if (thrown instanceof Refused) return thrown.problem
    throw thrown
  }
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  const end = text.trimEnd().length
  let from = 0
  while (from < end) {
    tokenPattern.lastIndex = from
    const [all, number, name, sign] = tokenPattern.exec(text) ?? []
    if (all === undefined) throw new Refused({ problem: 'unexpected', at: from })
    const kind = number !== undefined ? 'number' : name !== undefined ? 'name' : 'sign'
    const token = number ?? name ?? sign ?? ''
    tokens.push({ text: token, kind, at: from + all.length - token.length })
    // Each node is at least one token, so that neither list nor depth can grow beyond.
    if (tokens.length > 2 * maxNodes) throw new Refused({ problem: 'tooLong', at: from })
    from += all.length
  }
  return tokens
}

/** Recursive descent: sums of products of atoms. */
class Parser {
  readonly #tokens: readonly Token[]
  readonly #length: number
  #next = 0
  #nodes = 0

  constructor(tokens: readonly Token[], length: number) {
    this.#tokens = tokens
    this.#length = length
  }

  whole(): Expression {
    const tree = this.#sum()
    const rest = this.#tokens[this.#next]
    if (rest) throw new Refused({ problem: 'unexpected', at: rest.at })
    return tree
  }

  #sum(): Expression {
    let left = this.#product()
    for (let sign = this.#sign('+', '-'); sign; sign = this.#sign('+', '-'))
      left = this.#node({ kind: sign, left, right: this.#product() })
    return left
  }

  #product(): Expression {
    let left = this.#atom()
    for (let sign = this.#sign('*', '/'); sign; sign = this.#sign('*', '/'))
      left = this.#node({ kind: sign, left, right: this.#atom() })
    return left
  }

  #atom(): Expression {
    const token = this.#tokens[this.#next++]
    if (!token) throw new Refused({ problem: 'unfinished', at: this.#length })
    if (token.kind === 'number') return this.#node({ kind: 'number', value: Number(token.text) })
    if (token.kind === 'name') return this.#node({ kind: 'name', name: token.text })
    if (token.text === '-') return this.#node({ kind: 'negative', of: this.#atom() })
    if (token.text !== '(') throw new Refused({ problem: 'unexpected', at: token.at })
    const inside = this.#sum()
    const end = this.#tokens[this.#next++]
    if (!end) throw new Refused({ problem: 'unfinished', at: this.#length })
    if (end.text !== ')') throw new Refused({ problem: 'unexpected', at: end.at })
    return inside
  }

  #sign<S extends Operator>(...signs: readonly S[]): S | undefined {
    const token = this.#tokens[this.#next]
    const sign = signs.find(one => token?.kind === 'sign' && one === token.text)
    if (sign) this.#next++
    return sign
  }

  #node(tree: Expression): Expression {
    this.#nodes++
    if (this.#nodes > maxNodes) throw new Refused({ problem: 'tooLong', at: this.#length })
    return tree
  }
}

/** Its value; NaN when a name has none, or for a division by zero. */
export function evaluate(tree: Expression, valueOf: (name: string) => number): number {
  switch (tree.kind) {
    case 'number':
      return tree.value
    case 'name':
      return valueOf(tree.name)
    case 'negative':
      return -evaluate(tree.of, valueOf)
    default: {
      const left = evaluate(tree.left, valueOf)
      const right = evaluate(tree.right, valueOf)
      if (tree.kind === '+') return left + right
      if (tree.kind === '-') return left - right
      if (tree.kind === '*') return left * right
      return right === 0 ? Number.NaN : left / right
    }
  }
}

/** Names that occur in it. */
export function namesIn(tree: Expression, names = new Set<string>()): Set<string> {
  if (tree.kind === 'name') names.add(tree.name)
  else if (tree.kind === 'negative') namesIn(tree.of, names)
  else if (tree.kind !== 'number') {
    namesIn(tree.left, names)
    namesIn(tree.right, names)
  }
  return names
}
