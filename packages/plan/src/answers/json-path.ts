/** JSONPath (RFC 9535) for checkpoints and extractors: json-p3 reads expressions, json-path-select evaluates them; safe in a browser. */
import { JSONPathEnvironment, type JSONPathQuery } from 'json-p3'
import { rewriteLegacyPath } from './json-path-legacy.ts'
import { lengthOf, queryOf } from './json-path-select.ts'

/** A compiled path: all matches of a document, in document order. */
export interface JsonPath {
  (root: unknown): unknown[]
  /** The names, all of printable ASCII, and positions that lead to the only value it can match; null when there is no such way. */
  readonly route: readonly (string | number)[] | null
}

/** Deeper documents end in the RangeError of the JavaScript stack, which callers report. */
const maxDepth = Number.MAX_SAFE_INTEGER

/** RFC 9535 has no such expression, and json-p3 compares the negation. */
const negatedComparison = /!\s*@[^&|()]*?(?:[=!]=|=~|[<>])/

const standard = new JSONPathEnvironment({ maxRecursionDepth: maxDepth })

/** Compiles a path; a leading `$` may be left out. Also reads what versions up to 0.6.0 accepted besides the standard. @throws SyntaxError with what is wrong */
export function compileJsonPath(expression: string): JsonPath {
  const path = withRoot(expression.trim())
  if (negatedComparison.test(path)) {
    return compileLegacy(path, new SyntaxError('put the comparison behind ! into parentheses'))
  }
  try {
    return compileStandardPath(path)
  } catch (error) {
    return compileLegacy(path, error)
  }
}

/** Compiles a path of RFC 9535 and nothing else. @throws Error with what is wrong */
export const compileStandardPath = (path: string): JsonPath => pathOf(standard.compile(path))

function withRoot(path: string): string {
  if (path === '') throw new SyntaxError('the path is empty')
  if (path.startsWith('$')) return path
  return /^[.[]/.test(path) ? `$${path}` : `$.${path}`
}

function compileLegacy(path: string, cause: unknown): JsonPath {
  try {
    const { environment, text, isLength } = rewriteLegacyPath(path, { maxRecursionDepth: maxDepth })
    const found = pathOf(environment.compile(text))
    if (!isLength) return found
    return Object.assign((root: unknown) => found(root).flatMap(lengthOf), { route: null })
  } catch {
    throw new SyntaxError(cause instanceof Error ? cause.message : '', { cause })
  }
}

function pathOf(query: JSONPathQuery): JsonPath {
  const { find, route } = queryOf(query)
  return Object.assign(find, { route: route?.every(isPlainKey) === true ? route : null })
}

const isPlainKey = (key: string | number): boolean => typeof key === 'number' || /^[\x20-\x7e]*$/.test(key)

/** How a matched value is written into a variable or compared: strings as they are, the rest as JSON. */
export const jsonText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
