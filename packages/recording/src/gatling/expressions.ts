/** Reads chains of calls such as `http("Cart").get("/cart").check(status.is(200))`; what else stands in a script is passed over. */
import type { Token } from './tokens.ts'

interface Placed {
  readonly from: number
  readonly to: number
}

/** `.name(arguments)(more)` of a chain; without lists of arguments it is a field. */
export interface Link extends Placed {
  readonly name: string
  readonly lists: readonly (readonly Expression[])[]
}

export type Expression = Placed &
  (
    | { readonly kind: 'text'; readonly text: string; readonly isInterpolated: boolean }
    | { readonly kind: 'number'; readonly value: number }
    /** The first link begins it; with a `receiver`, that does. */
    | { readonly kind: 'chain'; readonly links: readonly Link[]; readonly receiver: Expression | null }
    | { readonly kind: 'pair'; readonly sign: string; readonly left: Expression; readonly right: Expression }
    | { readonly kind: 'fields'; readonly pairs: readonly (readonly [string, Expression])[] }
    /** `[one, two]` of JavaScript. */
    | { readonly kind: 'items'; readonly items: readonly Expression[] }
    | { readonly kind: 'other' }
  )

const maxDepth = 100
const closing: Readonly<Record<string, string | undefined>> = { '(': ')', '[': ']', '{': '}' }
/** Words that begin no expression of a chain. */
const modifiers = new Set(['new', 'await', 'return'])

export class ExpressionReader {
  readonly #tokens: readonly Token[]
  readonly #hasBlocks: boolean
  #depth = 0
  at = 0

  /** @param hasBlocks a block in braces behind a call is its argument, as in Scala and Kotlin */
  constructor(tokens: readonly Token[], hasBlocks: boolean) {
    this.#tokens = tokens
    this.#hasBlocks = hasBlocks
  }

  get token(): Token | undefined {
    return this.#tokens[this.at]
  }

  is(text: string, offset = 0): boolean {
    const token = this.#tokens[this.at + offset]
    return token?.kind === 'sign' && token.text === text
  }

  /** An expression with its operators, up to a separator. */
  read(isArgument: boolean): Expression {
    const begin = this.at
    if (this.#depth >= maxDepth) {
      this.#passOver()
      return { kind: 'other', ...this.#placed(begin) }
    }
    this.#depth += 1
    let left = this.#single()
    for (let sign = this.#operator(isArgument); sign !== null; sign = this.#operator(isArgument)) {
      this.at += 1
      const right = this.#single()
      const isPair = sign === 'to' && (left.kind !== 'chain' || left.links.at(-1)?.lists.length === 0)
      const isCall = /^[A-Za-z]/.test(sign) && !isPair
      left = isCall
        ? withLink(left, { name: sign, lists: [[right]], ...this.#placed(begin) })
        : { kind: 'pair', sign, left, right, ...this.#placed(begin) }
    }
    this.#depth -= 1
    if (isArgument && this.token !== undefined && !this.is(',') && !isEnd(this.token)) {
      this.#passOver()
      return { kind: 'other', ...this.#placed(begin) }
    }
    return left
  }

  #placed(begin: number): Placed {
    const first = this.#tokens[begin]
    const last = this.#tokens[this.at - 1]
    return { from: first?.from ?? 0, to: Math.max(first?.from ?? 0, last?.to ?? 0) }
  }

  /** `+`, `->`, and a method between its operands, as Scala and Kotlin write it. */
  #operator(isArgument: boolean): string | null {
    const { token } = this
    if (token?.kind === 'sign') return token.text === '+' || token.text === '->' ? token.text : null
    if (!isArgument || token?.kind !== 'name') return null
    const next = this.#tokens[this.at + 1]
    // A unit behind a number has no operand.
    return next === undefined || isEnd(next) || next.text === ',' || next.text === '.' ? null : token.text
  }

  #single(): Expression {
    const begin = this.at
    while (this.token?.kind === 'name' && modifiers.has(this.token.text)) this.at += 1
    const { token } = this
    let made: Expression
    if (token === undefined || isEnd(token)) return { kind: 'other', ...this.#placed(begin) }
    if (token.kind === 'text') {
      this.at += 1
      const { text, isInterpolated = false } = token
      made = { kind: 'text', text, isInterpolated, ...this.#placed(begin) }
    } else if (token.kind === 'number') {
      this.at += 1
      made = { kind: 'number', value: Number(token.text), ...this.#placed(begin) }
    } else if (token.kind === 'name') {
      this.at += 1
      const link = { name: token.text, lists: this.#lists(), ...this.#placed(begin) }
      made = { kind: 'chain', receiver: null, links: [link], ...this.#placed(begin) }
    } else if (token.text === '(') {
      const [inner, ...more] = this.#list(')')
      made = inner !== undefined && more.length === 0 ? inner : { kind: 'other', ...this.#placed(begin) }
    } else if (token.text === '{' && this.#areFields()) made = this.#fields()
    else if (token.text === '[') made = { kind: 'items', items: this.#list(']'), ...this.#placed(begin) }
    else {
      this.#skipOne()
      made = { kind: 'other', ...this.#placed(begin) }
    }
    return this.#continued(made, begin)
  }

  /** With the links and the unit behind it. */
  #continued(start: Expression, begin: number): Expression {
    let made = start
    for (;;) {
      const name = this.#tokens[this.at + 1]
      if (this.is('.') && name?.kind === 'name') {
        this.at += 2
        const link = { name: name.text, lists: this.#lists(), from: name.from, to: this.#placed(begin).to }
        made = withLink(made, link)
      } else if (made.kind === 'number' && this.token?.kind === 'name' && isUnit(this.token.text)) {
        made = withLink(made, { name: this.token.text, lists: [], ...this.#placed(this.at) })
        this.at += 1
      } else return made
    }
  }

  /** All lists of arguments that follow each other. */
  #lists(): Expression[][] {
    const lists: Expression[][] = []
    while (this.is('(')) lists.push(this.#list(')'))
    if (this.#hasBlocks && this.is('{')) lists.push(this.#block())
    return lists
  }

  /** What a block holds; a function of the session is nothing that can be followed. */
  #block(): Expression[] {
    const begin = this.at
    const isFunction = [2, 3].some(offset => this.is('=>', offset) || this.is('->', offset))
    if (!isFunction) return this.#list('}')
    this.#skipOne()
    return [{ kind: 'other', ...this.#placed(begin) }]
  }

  #list(close: string): Expression[] {
    const items: Expression[] = []
    this.at += 1
    while (this.token !== undefined && !this.is(close)) {
      const before = this.at
      if (this.is(',')) this.at += 1
      else items.push(this.read(true))
      if (this.at === before) this.at += 1
    }
    this.at += 1
    return items
  }

  /** `{name: value}` of JavaScript. */
  #areFields(): boolean {
    const key = this.#tokens[this.at + 1]
    return this.is('}', 1) || ((key?.kind === 'name' || key?.kind === 'text') && this.is(':', 2))
  }

  #fields(): Expression {
    const begin = this.at
    const pairs: [string, Expression][] = []
    this.at += 1
    while (this.token !== undefined && !this.is('}')) {
      const before = this.at
      const key = this.token
      if (this.is(',')) this.at += 1
      else if ((key.kind === 'name' || key.kind === 'text') && this.is(':', 1)) {
        this.at += 2
        pairs.push([key.text, this.read(true)])
      } else this.#passOver()
      if (this.at === before) this.at += 1
    }
    this.at += 1
    return { kind: 'fields', pairs, ...this.#placed(begin) }
  }

  /** What is not understood, up to the next separator outside of its brackets. */
  #passOver(): void {
    while (this.token !== undefined && !this.is(',') && !isEnd(this.token)) this.#skipOne()
  }

  /** A token, or a whole bracket. */
  #skipOne(): void {
    const open: string[] = []
    do {
      const { token } = this
      if (token === undefined) return
      const close = token.kind === 'sign' ? closing[token.text] : undefined
      if (close !== undefined) open.push(close)
      else if (token.kind === 'sign' && token.text === open.at(-1)) open.pop()
      this.at += 1
    } while (open.length > 0)
  }
}

const isEnd = ({ kind, text }: Token): boolean =>
  kind === 'sign' && (text === ')' || text === ']' || text === '}' || text === ';')

const isUnit = (name: string): boolean => /^(milli|second|minute|hour|day)/.test(name)

/** A chain with one more link. */
function withLink(start: Expression, link: Link): Expression {
  const place = { from: start.from, to: Math.max(start.to, link.to) }
  return start.kind === 'chain'
    ? { ...start, links: [...start.links, link], ...place }
    : { kind: 'chain', receiver: start, links: [link], ...place }
}
