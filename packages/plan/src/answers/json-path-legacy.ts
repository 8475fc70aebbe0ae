/**
 * Rewrites JSONPath as versions up to 0.6.0 read it into RFC 9535, for stored expressions: names with any character but `.[]()?*` and
 * white space behind a dot, any escaped character in quotes, numbers with leading zeros, `.length()`, `=~ /expression/flags`,
 * and `!` before a comparison. What it cannot rewrite is refused.
 */
import { FunctionExpressionType, JSONPathEnvironment, type JSONPathEnvironmentOptions } from 'json-p3'

/** A path in the words of the standard. */
export interface RewrittenPath {
  /** Knows the function that stands for `=~`. */
  readonly environment: JSONPathEnvironment
  readonly text: string
  /** Wanted is the length of what it selects. */
  readonly isLength: boolean
}

const namePattern = /[^.[\]()?*\s]+/y
const comparison = /^(.+?)\s*(==|!=|<=|>=|=~|<|>)\s*(.+)$/s
const lengthCall = '.length()'

/** Rewrites a path that begins with `$`. @throws SyntaxError */
export function rewriteLegacyPath(path: string, options: JSONPathEnvironmentOptions): RewrittenPath {
  const environment = new JSONPathEnvironment(options)
  const patterns: RegExp[] = []
  const { ValueType, LogicalType } = FunctionExpressionType
  environment.functionRegister.set('legacy_pattern', {
    argTypes: [ValueType, ValueType],
    returnType: LogicalType,
    call: (value: unknown, index: unknown) =>
      typeof value === 'string' && patterns[Number(index)]?.test(value) === true,
  })
  const isLength = path.endsWith(lengthCall)
  const text = segments(isLength ? path.slice(0, -lengthCall.length) : path, patterns)
  return { environment, text, isLength }
}

/** A whole path, `$` or `@` and its segments. */
function segments(path: string, patterns: RegExp[]): string {
  let text = path.slice(0, 1)
  let at = 1
  while (at < path.length) {
    const isDescent = path.startsWith('..', at)
    if (isDescent) {
      text += '..'
      at += 2
    } else if (path[at] === '.') at += 1
    else if (path[at] !== '[') throw new SyntaxError(`unexpected “${path.slice(at, at + 10)}”`)
    if (path[at] === '[') {
      const end = endOfBracket(path, at)
      text += `[${bracket(path.slice(at + 1, end).trim(), patterns)}]`
      at = end + 1
    } else if (path[at] === '*') {
      text += '[*]'
      at += 1
    } else {
      namePattern.lastIndex = at
      const name = namePattern.exec(path)?.[0]
      if (name === undefined) throw new SyntaxError(`name expected at position ${at + 1}`)
      text += `[${JSON.stringify(name)}]`
      at += name.length
    }
  }
  return text
}

function bracket(inside: string, patterns: RegExp[]): string {
  if (inside.startsWith('?')) return `?${filter(inside.slice(1).trim(), patterns)}`
  return splitAt(inside, ',')
    .map(item => {
      if (/^(?:'.*'|".*")$/s.test(item)) return requoted(item)
      return item
        .split(':')
        .map(part => (/^-?\d+$/.test(part.trim()) ? String(Number(part)) : part))
        .join(':')
    })
    .join(',')
}

/** A text in quotes, in which a backslash meant the character behind it. */
const requoted = (text: string): string => JSON.stringify(text.slice(1, -1).replaceAll(/\\(.)/gs, '$1'))

function filter(text: string, patterns: RegExp[]): string {
  return splitAt(text, '||')
    .map(alternative =>
      splitAt(alternative, '&&')
        .map(piece => term(piece, patterns))
        .join(' && '),
    )
    .join(' || ')
}

function term(text: string, patterns: RegExp[]): string {
  if (text.startsWith('!')) return `!(${term(text.slice(1).trim(), patterns)})`
  if (text.startsWith('(') && text.endsWith(')')) return `(${filter(text.slice(1, -1).trim(), patterns)})`
  const [, left = '', operator = '', right = ''] = comparison.exec(text) ?? []
  if (operator === '') return operand(text, patterns)
  if (operator !== '=~') return `${operand(left, patterns)} ${operator} ${operand(right, patterns)}`
  const literal = /^\/(.*)\/([gimsu]*)$/s.exec(right.trim())
  if (literal === null) throw new SyntaxError('=~ needs /expression/')
  patterns.push(new RegExp(literal[1] ?? '', (literal[2] ?? '').replace('g', '')))
  return `legacy_pattern(${operand(left, patterns)}, ${patterns.length - 1})`
}

function operand(text: string, patterns: RegExp[]): string {
  if (/^'.*'$/s.test(text)) return requoted(text)
  if (!text.startsWith('@')) return text
  if (text.endsWith(lengthCall)) return `length(${segments(text.slice(0, -lengthCall.length), patterns)})`
  return segments(text, patterns)
}

/** Where the bracket at `open` is closed. */
function endOfBracket(path: string, open: number): number {
  let depth = 0
  for (const { at, char } of unquoted(path, open)) {
    if (char === '[') depth++
    else if (char === ']' && --depth === 0) return at
  }
  throw new SyntaxError(`[ at position ${open + 1} is not closed`)
}

/** Splits at an operator outside of quotes, brackets and parentheses. */
function splitAt(text: string, operator: string): string[] {
  const pieces: string[] = []
  let depth = 0
  let begin = 0
  for (const { at, char } of unquoted(text, 0)) {
    if (char === '(' || char === '[') depth++
    else if (char === ')' || char === ']') depth--
    else if (depth === 0 && at >= begin && text.startsWith(operator, at)) {
      pieces.push(text.slice(begin, at))
      begin = at + operator.length
    }
  }
  return [...pieces, text.slice(begin)].map(piece => piece.trim())
}

/** The characters outside of quotes. */
function* unquoted(text: string, from: number): Generator<{ at: number; char: string }> {
  let quote = ''
  for (let at = from; at < text.length; at++) {
    const char = text[at] ?? ''
    if (quote === '') {
      if (char === "'" || char === '"') quote = char
      else yield { at, char }
    } else if (char === '\\') at++
    else if (char === quote) quote = ''
  }
}
