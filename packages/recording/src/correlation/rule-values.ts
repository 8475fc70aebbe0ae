/** Takes values from responses as the rules of a project say. */
import { type JsonPath, jsonText } from '@pone/plan/answers/json-path.ts'
import type { CorrelationRule } from '@pone/schema/correlation-rules.ts'
import type { RE2JS } from 're2js'
import type { ValueSource } from '../model/dynamic-value.ts'
import type { RecordedExchange, RecordedResponse } from '../model/recording.ts'
import { htmlLeaves } from './html-leaves.ts'
import { plainExtractor } from './leaf.ts'
import { rulePath, ruleProblem, ruleRegex } from './rule-expression.ts'

/** Of one response. */
const maxMatches = 20
/** Steps of expressions × characters of responses, for all rules together. */
const maxSearchWork = 4_000_000_000

export interface RuleMatch {
  readonly rule: CorrelationRule
  readonly value: string
  readonly source: ValueSource
}

type Place = Omit<ValueSource, 'exchange' | 'calls' | 'name'> & { readonly value: string }
/** Finds what one rule takes of a response. */
type Finder = (response: ResponseTexts) => Place[]

/** A response whose body is taken apart once, whatever the number of rules. */
class ResponseTexts {
  readonly headers: RecordedResponse['headers']
  readonly body: string
  #json: { readonly root: unknown } | null = null
  #fields: ReturnType<typeof htmlLeaves> | null = null

  constructor({ headers, body }: RecordedResponse) {
    this.headers = headers
    this.body = body ?? ''
  }

  /** undefined if the body is no JSON. */
  get json(): unknown {
    this.#json ??= { root: parsed(this.body) }
    return this.#json.root
  }

  /** Fields of forms with their values. */
  get fields(): ReturnType<typeof htmlLeaves> {
    this.#fields ??= /<(input|button|select|textarea)/i.test(this.body)
      ? htmlLeaves(this.body).filter(({ rank }) => rank === 0)
      : []
    return this.#fields
  }
}

function parsed(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export class RuleSearch {
  readonly #finders: readonly (readonly [CorrelationRule, Finder])[]
  readonly #maxWork: number
  #work = 0
  /** Names of rules that were not applied to all responses. */
  readonly unfinished = new Set<string>()

  constructor(rules: readonly CorrelationRule[], maxWork = maxSearchWork) {
    this.#maxWork = maxWork
    this.#finders = rules
      .filter(rule => rule.enabled && ruleProblem(rule) === null)
      .map(rule => [rule, this.#finderOf(rule)])
  }

  matchesIn({ index, response }: RecordedExchange): RuleMatch[] {
    if (response === null || this.#finders.length === 0) return []
    const texts = new ResponseTexts(response)
    return this.#finders.flatMap(([rule, find]) =>
      find(texts)
        .filter(({ value }) => value !== '')
        .slice(0, maxMatches)
        .map(({ value, extractor }) => ({
          rule,
          value,
          source: { exchange: index, name: rule.variable, extractor, calls: [] },
        })),
    )
  }

  #finderOf(rule: CorrelationRule): Finder {
    const { source, expression, rightBoundary } = rule
    switch (source) {
      case 'header':
        return ({ headers }) => inHeaders(headers, expression.trim())
      case 'jsonPath':
        return inJson(rulePath(expression), expression)
      case 'regex':
        return this.#inText(rule, ruleRegex(expression))
      case 'boundary':
        return ({ body }) => between(body, expression, rightBoundary)
      case 'formField':
        return ({ fields }) =>
          fields
            .filter(({ name }) => name === expression.trim())
            .flatMap(({ text: value, extractor }) => {
              const made = extractor(0, value.length)
              return made === null ? [] : [{ value, extractor: made }]
            })
    }
  }

  #inText({ name, expression }: CorrelationRule, regex: RE2JS): Finder {
    const steps = regex.programSize()
    return ({ body }) => {
      const places: Place[] = []
      if (this.#work + steps * body.length > this.#maxWork) {
        this.unfinished.add(name)
        return places
      }
      this.#work += steps * body.length
      const matcher = regex.matcher(body)
      while (places.length < maxMatches && matcher.find())
        places.push({
          value: matcher.group(1) ?? '',
          extractor: plainExtractor('regex', expression, { match: places.length + 1 }),
        })
      return places
    }
  }
}

const inHeaders = (headers: RecordedResponse['headers'], wanted: string): Place[] =>
  headers
    .filter(({ name }) => name.toLowerCase() === wanted.toLowerCase())
    .slice(0, 1)
    .map(({ name, value }) => ({ value, extractor: plainExtractor('header', name) }))

const inJson =
  (path: JsonPath, expression: string): Finder =>
  ({ json }) =>
    json === undefined
      ? []
      : path(json).map((found, at) => ({
          value: typeof found === 'object' ? '' : jsonText(found),
          extractor: plainExtractor('jsonPath', expression, { match: at + 1 }),
        }))

/** As extractors do: a text ends where the right boundary begins, or at the end without one. */
function between(text: string, left: string, right: string): Place[] {
  const places: Place[] = []
  let at = 0
  while (places.length < maxMatches && at <= text.length) {
    const begin = text.indexOf(left, at)
    if (begin < 0) break
    const valueAt = begin + left.length
    const end = right === '' ? text.length : text.indexOf(right, valueAt)
    if (end < 0) break
    const extractor = plainExtractor('boundary', left, { rightBoundary: right, match: places.length + 1 })
    places.push({ value: text.slice(valueAt, end), extractor })
    at = Math.max(end + right.length, begin + 1)
  }
  return places
}
