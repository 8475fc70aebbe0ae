/** Compiles extractors: how a value of a response is stored in a variable. */
import type { Extractor } from '@pone/plan/answers/answer-rules.ts'
import { parseCssSelector } from '@pone/plan/answers/css-selector.ts'
import { compileJsonPath, jsonText } from '@pone/plan/answers/json-path.ts'
import { compileRegex } from '@pone/plan/answers/regex.ts'
import { compileXPath } from '@pone/plan/answers/xpath.ts'
import type { OwnSource, Scope, Template } from '@pone/protocols/protocol.ts'
import type { AnswerView } from './answer-view.ts'
import { detachedText } from './detached-text.ts'
import { valuesByCss, valuesByXPath } from './markup/select.ts'
import { memoized } from './memoized.ts'
import { unreadable } from './unreadable.ts'

/** One compiled extractor. */
export interface CompiledExtractor {
  readonly variable: string
  readonly wantsHeaders: boolean
  readonly wantsBody: boolean
  /** The value found; null when nothing matches. */
  extract(view: AnswerView, scope: Scope): string | null
  /** Why nothing can match in this response, the last one that was read; empty when it might. */
  faultOf(view: AnswerView): string
  /** Value that is used when nothing matches; null = the request fails. */
  defaultValue(scope: Scope): string | null
}

interface Query {
  expression: string
  rightBoundary: string
  attribute: string
  group: number
}
type Finder = (view: AnswerView, query: Query) => string[]

const regexOf = memoized((source: string) => compileRegex(source, 'g'))
const pathOf = memoized(compileJsonPath)
const xpathOf = memoized(compileXPath)
const selectorOf = memoized(parseCssSelector)

function betweenBoundaries(text: string, left: string, right: string): string[] {
  const found: string[] = []
  let at = 0
  while (at <= text.length) {
    const begin = text.indexOf(left, at)
    if (begin < 0) break
    const valueAt = begin + left.length
    const end = right === '' ? text.length : text.indexOf(right, valueAt)
    if (end < 0) break
    found.push(text.slice(valueAt, end))
    at = Math.max(end + right.length, begin + 1)
  }
  return found
}

const ownValues = (view: AnswerView, source: OwnSource, expression: string): string[] =>
  view.ownValues(source, expression.trim()).filter(value => value !== undefined)

const finders: Record<Extractor['source'], Finder> = {
  jsonPath: (view, { expression }) => {
    const json = view.json()
    return json === undefined ? [] : (pathOf(expression)?.(json) ?? []).map(jsonText)
  },
  xpath: (view, { expression }) => {
    const { document } = view.markup()
    const xpath = xpathOf(expression)
    return document === null || xpath === null ? [] : valuesByXPath(document, xpath)
  },
  css: (view, { expression, attribute }) => {
    const { document } = view.markup()
    const selector = selectorOf(expression)
    return document === null || selector === null ? [] : valuesByCss(document, selector, attribute)
  },
  regex: (view, { expression, group }) => {
    const pattern = regexOf(expression)
    if (pattern === null) return []
    return Array.from(view.text().matchAll(pattern), match => match[group]).filter(
      value => value !== undefined,
    )
  },
  header: (view, { expression }) => {
    const name = expression.trim().toLowerCase()
    return view.outcome.headers.filter(([header]) => header.toLowerCase() === name).map(([, value]) => value)
  },
  cookie: (view, { expression }) => ownValues(view, 'cookie', expression),
  cell: (view, { expression }) => ownValues(view, 'cell', expression),
  affectedRows: (view, { expression }) => ownValues(view, 'affectedRows', expression),
  count: ({ outcome }) => (outcome.count === undefined ? [] : [String(outcome.count)]),
  boundary: (view, { expression, rightBoundary }) =>
    betweenBoundaries(view.text(), expression, rightBoundary),
}

/** Compiles one extractor; `compile` turns a text into a template. */
export function compileExtractor(
  extractor: Extractor,
  compile: (text: string) => Template,
): CompiledExtractor {
  const { source, variable, group, match } = extractor
  const find = finders[source]
  const expression = compile(extractor.expression)
  const rightBoundary = compile(extractor.rightBoundary)
  const attribute = compile(extractor.attribute.trim())
  const fallback = extractor.defaultValue === null ? null : compile(extractor.defaultValue)
  const isHeader = source === 'header' || source === 'cookie'
  const isFigure = source === 'count' || source === 'affectedRows'
  const isMarkup = source === 'xpath' || source === 'css'
  const isFirstOfJson = source === 'jsonPath' && match === 1
  /** For the last response. */
  let fault = ''
  const take = (view: AnswerView, scope: Scope): string | null => {
    if (isFirstOfJson) {
      const path = pathOf(expression.evaluate(scope))
      return (path === null ? undefined : view.jsonText(path)) ?? null
    }
    const values = find(view, {
      expression: expression.evaluate(scope),
      rightBoundary: rightBoundary.evaluate(scope),
      attribute: attribute.evaluate(scope),
      group,
    })
    if (values.length === 0) return null
    if (match === -1) return detachedText(values.join(','))
    const index = match === 0 ? Math.floor(Math.random() * values.length) : match - 1
    const value = values[index]
    return value === undefined ? null : detachedText(value)
  }
  return {
    variable,
    wantsHeaders: isHeader || isMarkup,
    wantsBody: !isHeader && !isFigure,
    extract(view, scope) {
      fault = ''
      try {
        return take(view, scope)
      } catch (error) {
        fault = unreadable(error)
        return null
      }
    },
    faultOf: view => (isMarkup ? (view.markup().fault ?? fault) : fault),
    defaultValue: scope => fallback?.evaluate(scope) ?? null,
  }
}
