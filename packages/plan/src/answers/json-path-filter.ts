/** Filters of a JSONPath, `?(@.a == 'x' && @.b > 3)`: comparisons joined by && and ||, or bare paths that must exist. */
import type { JsonPath } from './json-path.ts'

type Predicate = (node: unknown) => boolean
type Operand = (node: unknown) => unknown

const comparison = /^(.+?)\s*(==|!=|<=|>=|=~|<|>)\s*(.+)$/s

/** Splits at an operator outside of quotes, brackets and parentheses. */
function splitAt(text: string, operator: string): string[] {
  const pieces: string[] = []
  let quote = ''
  let depth = 0
  let begin = 0
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? ''
    if (quote !== '') {
      if (char === '\\') at++
      else if (char === quote) quote = ''
    } else if (char === "'" || char === '"') quote = char
    else if (char === '(' || char === '[') depth++
    else if (char === ')' || char === ']') depth--
    else if (depth === 0 && text.startsWith(operator, at)) {
      pieces.push(text.slice(begin, at))
      at += operator.length - 1
      begin = at + 1
    }
  }
  return [...pieces, text.slice(begin)].map(piece => piece.trim())
}

function operandOf(text: string, compilePath: (path: string) => JsonPath): Operand {
  if (text.startsWith('@')) {
    const path = compilePath(text)
    return node => path(node)[0]
  }
  if (/^'.*'$/s.test(text)) {
    const value = text.slice(1, -1).replaceAll(/\\(.)/g, '$1')
    return () => value
  }
  try {
    const value: unknown = JSON.parse(text)
    return () => value
  } catch {
    throw new SyntaxError(`“${text}” is neither a path (@.name) nor a value`)
  }
}

function compare(left: unknown, operator: string, right: unknown): boolean {
  if (operator === '==') return left === right
  if (operator === '!=') return left !== right
  const areNumbers = typeof left === 'number' && typeof right === 'number'
  const areTexts = typeof left === 'string' && typeof right === 'string'
  if (!areNumbers && !areTexts) return false
  if (operator === '<') return left < right
  if (operator === '<=') return left <= right
  if (operator === '>') return left > right
  return left >= right
}

function term(text: string, compilePath: (path: string) => JsonPath): Predicate {
  if (text.startsWith('!')) {
    const inner = term(text.slice(1).trim(), compilePath)
    return node => !inner(node)
  }
  if (text.startsWith('(') && text.endsWith(')')) return parseFilter(text, compilePath)
  const parts = comparison.exec(text)
  if (parts === null) {
    if (!text.startsWith('@')) throw new SyntaxError(`filter expected, found “${text}”`)
    const path = compilePath(text)
    return node => path(node).length > 0
  }
  const [, leftText = '', operator = '', rightText = ''] = parts
  const left = operandOf(leftText.trim(), compilePath)
  if (operator === '=~') {
    const literal = /^\/(.*)\/([gimsu]*)$/s.exec(rightText.trim())
    if (literal === null) throw new SyntaxError('=~ needs /expression/')
    const pattern = new RegExp(literal[1] ?? '', (literal[2] ?? '').replace('g', ''))
    return node => {
      const value = left(node)
      return typeof value === 'string' && pattern.test(value)
    }
  }
  const right = operandOf(rightText.trim(), compilePath)
  return node => compare(left(node), operator, right(node))
}

/** Compiles what stands behind the question mark. @throws SyntaxError */
export function parseFilter(text: string, compilePath: (path: string) => JsonPath): Predicate {
  const inner = text.startsWith('(') && text.endsWith(')') ? text.slice(1, -1).trim() : text
  const alternatives = splitAt(inner, '||').map(alternative =>
    splitAt(alternative, '&&').map(piece => term(piece, compilePath)),
  )
  return node => alternatives.some(all => all.every(holds => holds(node)))
}
