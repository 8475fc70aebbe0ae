/** The answer that a request gets while a worker warms up: made so that the checkpoints and extractors of its step succeed, as far as they say literally what they want. */

import type { Checkpoint, Extractor } from '@pone/plan/answers/answer-rules.ts'
import type { StepOf } from '@pone/plan/steps/registry.ts'

export interface SyntheticAnswer {
  readonly status: number
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string
}

const usualStatus = 200
/** Value of what a step takes from the answer without saying what it expects. */
const anyValue = '1'
/** The same within JSON, where readers treat each kind of value in a way of its own. */
const anyJsonValues = [anyValue, 1] as const
/** Placeholder texts are filled in while the run goes on. */
const isLiteral = (text: string): boolean => text !== '' && !text.includes('${')
/** What a header may hold. */
const isHeaderText = (text: string): boolean => /^[\x20-\x7e]+$/.test(text)

/** Answers that differ in the kind of values only. */
export function syntheticAnswers(step: StepOf<'request'>): SyntheticAnswer[] {
  const { checkpoints, extractors } = step
  const text = textOf(checkpoints, extractors)
  const headers = headersOf(checkpoints, extractors)
  const status = statusOf(step)
  return anyJsonValues.map(any => {
    const json = jsonOf(checkpoints, extractors, any)
    const body = json === null ? text || '{}' : JSON.stringify(withText(json, text))
    return { status, headers, body }
  })
}

function statusOf(step: StepOf<'request'>): number {
  const wanted = step.checkpoints.find(({ source, operator }) => source === 'status' && operator === 'equals')
  const allowed = step.protocol === 'http' ? step.http.expectedStatuses.slice(0, 3) : ''
  const status = Number(wanted?.expected ?? allowed)
  // 1xx would not end the exchange.
  return Number.isInteger(status) && status >= usualStatus && status <= 599 ? status : usualStatus
}

function headersOf(checkpoints: readonly Checkpoint[], extractors: readonly Extractor[]): [string, string][] {
  const wanted = checkpoints
    .filter(({ source }) => source === 'header')
    .map(({ expression, operator, expected }): [string, string] => [
      expression.trim(),
      operator === 'exists' ? anyValue : expected,
    ])
  const taken = extractors.flatMap(({ source, expression }): [string, string][] => {
    if (source === 'header') return [[expression.trim(), anyValue]]
    return source === 'cookie' ? [['set-cookie', `${expression.trim()}=${anyValue}`]] : []
  })
  return [...wanted, ...taken].filter(
    ([name, value]) => /^[\w-]+$/.test(name) && !isFraming(name) && isLiteral(value) && isHeaderText(value),
  )
}

/** Headers that say where an answer ends, which the server of answers writes itself. */
const isFraming = (name: string): boolean =>
  /^(content-(length|encoding)|transfer-encoding|connection)$/i.test(name)

/** Texts that the body has to contain. */
function textOf(checkpoints: readonly Checkpoint[], extractors: readonly Extractor[]): string {
  const contained = checkpoints
    .filter(({ source, operator }) => source === 'body' && (operator === 'contains' || operator === 'equals'))
    .map(({ expected }) => expected)
  const bounded = extractors
    .filter(({ source }) => source === 'boundary')
    .map(({ expression, rightBoundary }) => `${expression}${anyValue}${rightBoundary}`)
  return [...contained, ...bounded].filter(isLiteral).join(' ')
}

type Json = { [key: string]: Json } | Json[] | string | number | boolean | null

/** A document with everything that is read from it by simple paths; null when nothing is. */
function jsonOf(
  checkpoints: readonly Checkpoint[],
  extractors: readonly Extractor[],
  any: string | number,
): Json | null {
  const values = [
    ...checkpoints
      .filter(({ source }) => source === 'jsonPath')
      .map(
        ({ expression, operator, expected }) => [expression, operator === 'equals' ? expected : ''] as const,
      ),
    ...extractors
      .filter(({ source }) => source === 'jsonPath')
      .map(({ expression }) => [expression, ''] as const),
  ]
  let document: Json | null = null
  for (const [path, value] of values) {
    const names = namesIn(path)
    if (names !== null && names.length > 0) document = placed(document, names, isLiteral(value) ? value : any)
  }
  return document
}

const pathPart = /\.([\p{L}_$][\p{L}\p{N}_$-]*)|\[(?:'([^'\\]*)'|"([^"\\]*)"|(\d{1,2})|\*)\]/uy

/** Names and positions of a path such as `$.items[0].id`; null for one that says more. */
function namesIn(path: string): (string | number)[] | null {
  const text = path.trim()
  const names: (string | number)[] = []
  pathPart.lastIndex = 1
  while (text.startsWith('$') && pathPart.lastIndex < text.length) {
    const [whole, plain, single, double, position] = pathPart.exec(text) ?? []
    if (whole === undefined) return null
    names.push(plain ?? single ?? double ?? Number(position ?? 0))
  }
  return text.startsWith('$') ? names : null
}

/** The document with the value at that place; another kind of value at the place of a container is replaced. */
function placed(
  document: Json | null,
  [name, ...rest]: readonly (string | number)[],
  value: string | number,
): Json {
  if (name === undefined) return value
  if (typeof name === 'number') {
    const items = Array.isArray(document) ? [...document] : []
    while (items.length < name) items.push(anyValue)
    items[name] = placed(items[name] ?? null, rest, value)
    return items
  }
  const fields = typeof document === 'object' && document !== null && !Array.isArray(document) ? document : {}
  return {
    ...fields,
    [name]: placed(Object.hasOwn(fields, name) ? (fields[name] ?? null) : null, rest, value),
  }
}

/** Values of all kinds stand before the others, as in most answers. */
const withText = (json: Json, text: string): Json =>
  typeof json === 'object' && !Array.isArray(json)
    ? { text, number: 12.5, flag: true, none: null, list: [1, 'a'], ...json }
    : json
