/**
 * Reads simple tests of Postman: single comparisons of the response become checkpoints, stored values extractors. A
 * script is never run; one whose statements depend on each other is left as a whole.
 */
import type { Checkpoint, Extractor } from '@pone/plan/answers/answer-rules.ts'

type CheckpointRule = Omit<Checkpoint, 'id'>
type ExtractorRule = Omit<Extractor, 'id'>

export interface ReadTests {
  expectedStatus: number | null
  readonly checkpoints: CheckpointRule[]
  readonly extractors: ExtractorRule[]
  /** Whether something was not understood. */
  hasRest: boolean
}

const maxRules = 50

const testHead =
  /pm\.test\(\s*(["'`]).*?\1\s*,\s*(?:async\s+)?(?:function\s*\w*\s*\([^)]*\)|\([^)]*\)\s*=>)\s*\{/g
/** What makes other statements depend on it. */
const control = /\b(if|else|for|while|switch|try|catch|function|return|do)\b|=>|\?\?|&&|\|\|/
const jsonDeclaration =
  /^(?:const|let|var)\s+(\w+)\s*=\s*(?:pm\.response\.json\(\)|JSON\.parse\(responseBody\))$/

export function readTests(code: string): ReadTests {
  const none: ReadTests = { expectedStatus: null, checkpoints: [], extractors: [], hasRest: false }
  const plain = code.replaceAll(/\/\*[^]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '')
  const statements = plain
    .replaceAll(testHead, '\n')
    .replaceAll(/\}\s*\)/g, '\n')
    .split(/[;\n]/)
    .map(statement => statement.trim())
    .filter(Boolean)
  if (statements.some(statement => control.test(statement))) return { ...none, hasRest: true }
  const reading = new Reading()
  for (const statement of statements) reading.take(statement)
  return reading.read
}

class Reading {
  readonly read: ReadTests = { expectedStatus: null, checkpoints: [], extractors: [], hasRest: false }
  /** Names that stand for the body as JSON. */
  readonly #json = new Set(['pm.response.json()'])

  take(statement: string): void {
    const declared = jsonDeclaration.exec(statement)?.[1]
    if (declared !== undefined) this.#json.add(declared)
    else if (this.read.checkpoints.length + this.read.extractors.length >= maxRules) this.read.hasRest = true
    else if (!this.#status(statement) && !this.#check(statement) && !this.#extraction(statement))
      this.read.hasRest = true
  }

  #status(statement: string): boolean {
    const [, one, other, third] =
      /^pm\.response\.to\.have\.status\((\d{3})\)$|^pm\.expect\(pm\.response\.code\)\.to\.(?:be\.)?(?:equals?|eqls?)\((\d{3})\)$|^tests\[[^\]]*\]\s*=\s*responseCode\.code\s*===?\s*(\d{3})$/.exec(
        statement,
      ) ?? []
    const status = one ?? other ?? third
    if (status === undefined) return false
    this.read.expectedStatus = Number(status)
    return true
  }

  #check(statement: string): boolean {
    const checkpoint = ofResponse(statement) ?? ofHeader(statement) ?? this.#ofJson(statement)
    if (checkpoint === null) return false
    this.read.checkpoints.push({ ...checkpoint, onFailure: 'continue' })
    return true
  }

  #ofJson(statement: string): Check | null {
    const [, subject = '', not, comparison = '', value = ''] =
      /^pm\.expect\((.+?)\)\.to(\.not)?\.(?:be\.|have\.)?(equals?|eqls?|includes?|contains?|exist|above|below|property)(?:\((.*)\))?$/.exec(
        statement,
      ) ?? []
    const path = this.#pathOf(subject)
    if (path === null) return null
    if (comparison === 'exist')
      return not === undefined
        ? { source: 'jsonPath', expression: path, operator: 'exists', expected: '' }
        : null
    const expected = literalOf(value)
    if (expected === null) return null
    if (comparison === 'property')
      return not === undefined && /^\w+$/.test(expected)
        ? { source: 'jsonPath', expression: `${path}.${expected}`, operator: 'exists', expected: '' }
        : null
    const operator = operatorOf(comparison, not !== undefined)
    return operator === null ? null : { source: 'jsonPath', expression: path, operator, expected }
  }

  #extraction(statement: string): boolean {
    const [, name = '', subject = ''] =
      /^pm\.(?:environment|collectionVariables|globals|variables)\.set\(\s*["'`]([^"'`]+)["'`]\s*,\s*(.+)\)$/.exec(
        statement,
      ) ?? []
    const header = /^pm\.response\.headers\.get\(\s*["'`]([^"'`]+)["'`]\s*\)$/.exec(subject)?.[1]
    const path = this.#pathOf(subject)
    // The name that texts of the file refer to it by.
    const variable = name.replaceAll(/[^A-Za-z0-9_.]+/g, '_').replace(/^(?![A-Za-z_])/, '_')
    if (name === '' || name.length > 60 || (header === undefined && path === null)) return false
    const rest = { rightBoundary: '', attribute: '', group: 1, match: 1, defaultValue: null, variable }
    this.read.extractors.push(
      header === undefined
        ? { ...rest, source: 'jsonPath', expression: path ?? '' }
        : { ...rest, source: 'header', expression: header },
    )
    return true
  }

  /** A JSONPath of an access such as `jsonData.items[0].id`; null for anything else. */
  #pathOf(subject: string): string | null {
    const root = [...this.#json].find(name => subject.startsWith(name))
    if (root === undefined) return null
    const access = subject.slice(root.length)
    return /^(\.[A-Za-z_]\w*|\[\d+\]|\["[^"'\\]+"\]|\['[^"'\\]+'\])*$/.test(access) ? `$${access}` : null
  }
}

type Check = Omit<CheckpointRule, 'onFailure'>

function ofResponse(statement: string): Check | null {
  if (/^pm\.response\.to\.be\.(ok|success)$/.test(statement))
    return { source: 'status', expression: '', operator: 'matches', expected: '^2\\d\\d$' }
  const below = /^pm\.expect\(pm\.response\.responseTime\)\.to\.be\.below\((\d+)\)$/.exec(statement)?.[1]
  if (below !== undefined)
    return { source: 'responseTime', expression: '', operator: 'less', expected: below }
  const [, not, text = ''] =
    /^pm\.expect\(pm\.response\.text\(\)\)\.to(\.not)?\.(?:include|contain)\((.+)\)$/.exec(statement) ?? []
  const expected = literalOf(text)
  if (expected !== null && expected !== '')
    return {
      source: 'body',
      expression: '',
      operator: not === undefined ? 'contains' : 'notContains',
      expected,
    }
  const statuses = /^pm\.expect\(pm\.response\.code\)\.to\.be\.oneOf\(\[([\d,\s]+)\]\)$/.exec(statement)?.[1]
  const codes = statuses?.split(',').map(code => code.trim()) ?? []
  // Other statuses fail the request before a checkpoint sees them.
  if (codes.length === 0 || codes.some(code => !/^[123]\d\d$/.test(code))) return null
  return { source: 'status', expression: '', operator: 'matches', expected: `^(${codes.join('|')})$` }
}

function ofHeader(statement: string): Check | null {
  const present = /^pm\.response\.to\.have\.header\(\s*["'`]([\w-]+)["'`]\s*\)$/.exec(statement)?.[1]
  if (present !== undefined)
    return { source: 'header', expression: present, operator: 'exists', expected: '' }
  const [, name = '', not, comparison = '', value = ''] =
    /^pm\.expect\(pm\.response\.headers\.get\(\s*["'`]([\w-]+)["'`]\s*\)\)\.to(\.not)?\.(?:be\.)?(equals?|eqls?|includes?|contains?)\((.*)\)$/.exec(
      statement,
    ) ?? []
  const operator = operatorOf(comparison, not !== undefined)
  const expected = literalOf(value)
  return name === '' || operator === null || expected === null
    ? null
    : { source: 'header', expression: name, operator, expected }
}

function operatorOf(comparison: string, isNot: boolean): Check['operator'] | null {
  if (comparison.startsWith('eq')) return isNot ? 'notEquals' : 'equals'
  if (/^(include|contain)/.test(comparison)) return isNot ? 'notContains' : 'contains'
  if (comparison === 'above') return isNot ? 'lessOrEqual' : 'greater'
  if (comparison === 'below') return isNot ? 'greaterOrEqual' : 'less'
  return null
}

/** Of a text, a number, true or false; null for anything else, also for a text that is put together. */
function literalOf(code: string): string | null {
  const text = /^(["'`])((?:(?!\1)[^\\$])*)\1$/.exec(code.trim())?.[2]
  if (text !== undefined) return text
  return /^(-?\d+(\.\d+)?|true|false)$/.test(code.trim()) ? code.trim() : null
}
