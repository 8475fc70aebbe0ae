/** Values that the rules of a project find, with the requests that send them; they are taken before all others. */
import type { CorrelationRule, CorrelationRules } from '@pone/schema/correlation-rules.ts'
import type { DynamicValue, ValueUse } from '../model/dynamic-value.ts'
import type { RecordedExchange } from '../model/recording.ts'
import type { RequestField } from '../steps/request-fields.ts'
import type { SentValue } from './request-values.ts'
import { type RuleMatch, RuleSearch } from './rule-values.ts'

type Ruled = Omit<DynamicValue, 'id'>

/** Of all rules together. */
const maxValues = 1_000
/** Longer texts are contents, in which a value stands by chance. */
const maxSearchedLength = 100_000

interface RuledValues {
  readonly values: readonly Ruled[]
  /** Names of rules that were not applied to all responses. */
  readonly unfinished: readonly string[]
}

interface Requests {
  readonly fields: readonly RequestField[]
  /** By value. */
  readonly usesOf: ReadonlyMap<string, readonly SentValue[]>
}

/** @param responses in their order */
export function ruledValues(
  responses: readonly RecordedExchange[],
  { rules }: Pick<CorrelationRules, 'rules'>,
  requests: Requests,
): RuledValues {
  const search = new RuleSearch(rules)
  const found = new Map<string, RuleMatch[]>()
  for (const exchange of responses)
    for (const match of search.matchesIn(exchange)) {
      const known = found.get(match.value)
      if (known !== undefined) known.push(match)
      else if (found.size < maxValues) found.set(match.value, [match])
    }
  const values = [...found.values()].flatMap(matches => valueOf(matches, requests) ?? [])
  return { values, unfinished: [...search.unfinished] }
}

/** The first rule that finds a value names it; each counts for the requests that it means. */
function valueOf(matches: readonly RuleMatch[], requests: Requests): Ruled | null {
  const [first] = matches
  if (first === undefined) return null
  const { value } = first
  const own = matches.filter(({ rule }) => rule === first.rule)
  const uses = usesBy(first.rule, value, requests).filter(({ exchange }) => exchange > first.source.exchange)
  if (uses.length === 0) return null
  return {
    value,
    name: first.rule.variable,
    confidence: 'sure',
    reason: 'rule',
    rule: first.rule.name,
    sources: own.map(({ source }) => source),
    uses,
  }
}

function usesBy(rule: CorrelationRule, value: string, { fields, usesOf }: Requests): ValueUse[] {
  const known = (usesOf.get(value) ?? []).map(({ use }) => use).filter(use => isMeant(rule, use))
  const isKnown = new Set(known.map(placeOf))
  const inside = fields
    .filter(field => isMeant(rule, field))
    .flatMap(field => partsIn(field, value))
    .filter(use => !isKnown.has(placeOf(use)))
  return [...known, ...inside]
}

const placeOf = ({ exchange, name, isAddress, text, start }: ValueUse): string =>
  `${exchange} ${isAddress} ${name} ${start} ${text}`

function isMeant({ use, field }: CorrelationRule, { isAddress, name }: Pick<ValueUse, 'isAddress' | 'name'>) {
  if (use === 'anywhere') return true
  return use === 'path' ? isAddress : !isAddress && name.toLowerCase() === field.toLowerCase()
}

/** Where a text has the value as it is, and not as a part of a longer word. */
function partsIn({ exchange, name, text, isAddress }: RequestField, value: string): ValueUse[] {
  if (text.length > maxSearchedLength) return []
  const uses: ValueUse[] = []
  const from = isAddress ? (/^[a-z]+:\/\/[^/?]*/i.exec(text)?.[0].length ?? 0) : 0
  for (let start = text.indexOf(value, from); start >= 0; start = text.indexOf(value, start + value.length)) {
    const end = start + value.length
    if (isWordChar(text[start - 1]) && isWordChar(value[0])) continue
    if (isWordChar(text[end]) && isWordChar(value.at(-1))) continue
    uses.push({ exchange, name, isAddress, text, encoded: null, start, end, calls: [] })
  }
  return uses
}

const isWordChar = (char: string | undefined): boolean => char !== undefined && /[A-Za-z0-9]/.test(char)
