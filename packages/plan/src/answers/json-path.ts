/** JSONPath for checkpoints and extractors: member, index, wildcard, descent, slice, union and simple filters; safe in a browser. */
import { parseFilter } from './json-path-filter.ts'

/** One selector of a path: takes a node, hands on what it selects. */
export interface Selector {
  (node: unknown, emit: (value: unknown) => void): void
  /** The name or position, for one that selects nothing else. */
  readonly key?: string | number
}

/** A compiled path: all matches of a document, in document order. */
export interface JsonPath {
  (root: unknown): unknown[]
  /** The names, all of printable ASCII, and positions that lead to the only value it can match; null when there is no such way. */
  readonly route: readonly (string | number)[] | null
}

const isObject = (node: unknown): node is Record<string, unknown> =>
  typeof node === 'object' && node !== null && !Array.isArray(node)

const childrenOf = (node: unknown): unknown[] => {
  if (Array.isArray(node)) return node
  return isObject(node) ? Object.values(node) : []
}

const member = (name: string): Selector => {
  const select: Selector = (node, emit) => {
    if (isObject(node) && Object.hasOwn(node, name)) emit(node[name])
  }
  return Object.assign(select, { key: name })
}
const index = (position: number): Selector => {
  const select: Selector = (node, emit) => {
    if (!Array.isArray(node)) return
    const at = position < 0 ? node.length + position : position
    if (at >= 0 && at < node.length) emit(node[at])
  }
  return position < 0 ? select : Object.assign(select, { key: position })
}
const wildcard: Selector = (node, emit) => childrenOf(node).forEach(emit)
const length: Selector = (node, emit) => {
  if (Array.isArray(node) || typeof node === 'string') emit(node.length)
  else if (isObject(node)) emit(Object.keys(node).length)
}
const union =
  (selectors: readonly Selector[]): Selector =>
  (node, emit) => {
    for (const select of selectors) select(node, emit)
  }
const descend = (select: Selector): Selector => {
  const visit: Selector = (node, emit) => {
    select(node, emit)
    for (const child of childrenOf(node)) visit(child, emit)
  }
  return visit
}

function slice(text: string): Selector {
  const [from, to, step = 1] = text.split(':').map(part => (part.trim() === '' ? undefined : Number(part)))
  if (step === 0 || ![from ?? 0, to ?? 0, step].every(Number.isInteger)) {
    throw new SyntaxError(`bad slice [${text}]`)
  }
  return (node, emit) => {
    if (!Array.isArray(node)) return
    const bound = (value: number) =>
      Math.max(0, Math.min(node.length, value < 0 ? node.length + value : value))
    if (step > 0) {
      const end = bound(to ?? node.length)
      for (let at = bound(from ?? 0); at < end; at += step) emit(node[at])
    } else {
      const end = to === undefined ? -1 : bound(to)
      for (let at = Math.min(node.length - 1, bound(from ?? node.length - 1)); at > end; at += step)
        emit(node[at])
    }
  }
}

const namePattern = /[^.[\]()?*\s]+/y

/** Reads one path from `at` on until its end or a character that cannot belong to it. */
function readSelectors(path: string, start: number): { selectors: Selector[]; end: number } {
  const selectors: Selector[] = []
  let at = start
  while (at < path.length && (path[at] === '.' || path[at] === '[')) {
    const isDescent = path.startsWith('..', at)
    const isBracket = path[at] === '['
    let select: Selector
    if (isDescent) at += 2
    else if (!isBracket) at += 1
    if (path[at] === '[' && (isDescent || isBracket)) {
      const end = endOfBracket(path, at)
      select = bracket(path.slice(at + 1, end).trim())
      at = end + 1
    } else if (path[at] === '*') {
      select = wildcard
      at++
    } else if (path.startsWith('length()', at)) {
      select = length
      at += 'length()'.length
    } else {
      namePattern.lastIndex = at
      const name = namePattern.exec(path)?.[0]
      if (name === undefined) throw new SyntaxError(`name expected at position ${at + 1}`)
      select = member(name)
      at += name.length
    }
    selectors.push(isDescent ? descend(select) : select)
  }
  return { selectors, end: at }
}

function endOfBracket(path: string, open: number): number {
  let depth = 0
  let quote = ''
  for (let at = open; at < path.length; at++) {
    const char = path[at] ?? ''
    if (quote !== '') {
      if (char === '\\') at++
      else if (char === quote) quote = ''
    } else if (char === "'" || char === '"') quote = char
    else if (char === '[') depth++
    else if (char === ']' && --depth === 0) return at
  }
  throw new SyntaxError(`[ at position ${open + 1} is not closed`)
}

function bracket(inside: string): Selector {
  if (inside === '*') return wildcard
  if (inside.startsWith('?')) {
    const holds = parseFilter(inside.slice(1).trim(), text => compileJsonPath(text.replace(/^@/, '$')))
    return (node, emit) => {
      for (const child of childrenOf(node)) if (holds(child)) emit(child)
    }
  }
  const items = [...inside.matchAll(/\s*('(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|[^,'"]+)\s*(?:,|$)/gy)]
  if (items.reduce((sum, item) => sum + item[0].length, 0) !== inside.length || inside === '') {
    throw new SyntaxError(`bad selector [${inside}]`)
  }
  const selectors = items.map(item => element((item[1] ?? '').trim()))
  return selectors.length === 1 && selectors[0] !== undefined ? selectors[0] : union(selectors)
}

function element(text: string): Selector {
  if (/^['"]/.test(text)) return member(text.slice(1, -1).replaceAll(/\\(.)/g, '$1'))
  if (text.includes(':')) return slice(text)
  if (/^-?\d+$/.test(text)) return index(Number(text))
  throw new SyntaxError(`bad selector [${text}]`)
}

const isPlainKey = (key: string | number | undefined): key is string | number =>
  typeof key === 'number' || (key !== undefined && /^[\x20-\x7e]*$/.test(key))

/** Compiles a path; a leading `$` may be left out. @throws SyntaxError with what is wrong */
export function compileJsonPath(expression: string): JsonPath {
  const trimmed = expression.trim()
  if (trimmed === '') throw new SyntaxError('the path is empty')
  const path = /^[$.[]/.test(trimmed) ? trimmed : `.${trimmed}`
  const { selectors, end } = readSelectors(path, path.startsWith('$') ? 1 : 0)
  if (end !== path.length) throw new SyntaxError(`unexpected “${path.slice(end, end + 10)}”`)
  const find = (root: unknown): unknown[] => {
    let nodes: unknown[] = [root]
    for (const select of selectors) {
      const next: unknown[] = []
      for (const node of nodes) select(node, value => next.push(value))
      nodes = next
    }
    return nodes
  }
  const keys = selectors.map(({ key }) => key)
  return Object.assign(find, { route: keys.every(isPlainKey) ? keys : null })
}

/** How a matched value is written into a variable or compared: strings as they are, the rest as JSON. */
export const jsonText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
