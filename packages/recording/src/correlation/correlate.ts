/** Finds the values of responses that come back in later requests, ranked; those that users type are none of them. */

import { type CorrelationRules, noCorrelationRules } from '@pone/schema/correlation-rules.ts'
import { asideReasons, sentBySteps } from '../http/aside.ts'
import { redirectSources } from '../http/redirects.ts'
import { type Confidence, confidences, type DynamicValue, type ValueUse } from '../model/dynamic-value.ts'
import { Moments } from '../model/moments.ts'
import type { Recording } from '../model/recording.ts'
import { fieldsOfRequest } from '../steps/request-fields.ts'
import type { Counterparts } from './counterparts.ts'
import { compareValue } from './differing-values.ts'
import { type FoundSource, findValues } from './found-values.ts'
import { PartTexts } from './joined-values.ts'
import { isSameName, looksGenerated, looksLikePart, looksLikeShortId } from './looks.ts'
import { judge } from './ranking.ts'
import { type SentValue, valuesSentIn } from './request-values.ts'
import type { OnJson } from './response-leaves.ts'
import { ruledValues } from './ruled-values.ts'

const maxValues = 1_000
const minJoinedLength = 8
/** Joined values of this length are no chance. */
const sureJoinedLength = 10

type Found = Omit<DynamicValue, 'id'>

interface CorrelateOptions {
  /** Of a second recording of the same steps; null without one. */
  readonly counterparts?: Counterparts | null
  readonly rules?: CorrelationRules
  readonly onJson?: OnJson
}

interface Correlation {
  /** Sure ones first, else in the order of their responses. */
  readonly values: readonly DynamicValue[]
  /** Names of rules of the project that were not applied to all responses. */
  readonly unfinished: readonly string[]
}

export function correlate(
  { exchanges }: Pick<Recording, 'exchanges'>,
  { counterparts = null, rules = noCorrelationRules, onJson }: CorrelateOptions = {},
): Correlation {
  const reasons = asideReasons(exchanges)
  const searched = exchanges.filter(({ index }) => reasons[index] !== 'static')
  if (searched.every(({ response }) => response === null)) return { values: [], unfinished: [] }
  const fields = sentBySteps(exchanges, reasons).flatMap(fieldsOfRequest)
  const sent = fields.flatMap(valuesSentIn)
  const usesOf = Map.groupBy(sent, ({ value }) => value)
  const moments = new Moments(exchanges)
  const firstSent = new Map(
    [...usesOf].map(([value, uses]) => [
      value,
      uses.reduce((first, { use }) => Math.min(first, moments.of(use)), Number.POSITIVE_INFINITY),
    ]),
  )
  const joinable = sent.filter(isJoinable)
  const texts = new PartTexts(new Set(joinable.map(({ value }) => value)), moments)
  const found = findValues(searched, {
    firstSent,
    moments,
    onLeaf: (leaf, moment) => texts.add(leaf, moment),
    onJson,
  })
  const values: Found[] = []
  const redirectedBy = redirectSources(exchanges)
  /** Whether the first response answers a request that changes something. */
  const isChange = ([first]: readonly FoundSource[]): boolean => {
    let asked = first?.exchange ?? 0
    for (let by = redirectedBy[asked] ?? null; by !== null; by = redirectedBy[by] ?? null) asked = by
    return !['GET', 'HEAD'].includes(exchanges[asked]?.method ?? 'GET')
  }
  for (const [value, sources] of found) {
    const made = valueOf(value, {
      sources,
      uses: usesOf.get(value) ?? [],
      isCreated: isChange(sources),
      counterparts,
      disabledFrameworks: rules.disabledFrameworks,
    })
    if (made !== null) values.push(made)
  }
  const joined = withJoined(values, {
    open: joinable.filter(({ value }) => !found.has(value)),
    firstSent,
    texts,
    moments,
  })
  const ruled = ruledValues(searched, rules, { fields, usesOf })
  const isRuled = new Set(ruled.values.map(({ value }) => value))
  const all = [...ruled.values, ...joined.filter(({ value }) => !isRuled.has(value))]
  const ordered = withoutParts(all)
    .toSorted((one, other) => orderOf(one) - orderOf(other) || firstOf(one) - firstOf(other))
    .slice(0, maxValues)
    .map((value, id) => ({ ...value, id }))
  return { values: ordered, unfinished: ruled.unfinished }
}

const orderOf = ({ confidence }: { readonly confidence: Confidence }) => confidences.indexOf(confidence)
const firstOf = ({ sources }: Found) => sources[0]?.exchange ?? 0

interface Evidence {
  readonly sources: readonly FoundSource[]
  readonly uses: readonly SentValue[]
  readonly isCreated: boolean
  readonly counterparts: Counterparts | null
  readonly disabledFrameworks: readonly string[]
}

function valueOf(value: string, evidence: Evidence): Found | null {
  const { sources, uses, counterparts } = evidence
  const places = { sources, uses: uses.map(({ use }) => use) }
  const compared = counterparts === null ? null : compareValue(counterparts, places)
  const judgement = judge(value, { ...evidence, compared })
  if (judgement === null) return null
  // A short value stands elsewhere by chance.
  const isUnmistakable = looksGenerated(value) || value.length >= minJoinedLength
  const isProven = compared?.isDifferent === true && compared.isGivenAgain === true
  const isNamedLike = (name: string) => sources.some(source => isSameName(source.name, name))
  const own = uses.filter(
    ({ isWhole, use }) =>
      isUnmistakable || (isWhole && (isProven || looksLikeShortId(value) || isNamedLike(use.name))),
  )
  if (own.length === 0) return null
  const named = own.find(({ use }) => isSpeaking(use.name))?.use.name
  return {
    value,
    name: variableName(named ?? sources.find(({ name }) => isSpeaking(name))?.name ?? ''),
    ...judgement,
    // They were found in their order.
    sources: sources.map(plainSource),
    uses: own.map(({ use }) => use),
  }
}

const plainSource = ({ exchange, message, name, extractor, calls }: FoundSource) => ({
  exchange,
  ...(message !== undefined && { message }),
  name,
  extractor,
  calls,
})

/** A name that says what the value is. */
const isSpeaking = (name: string): boolean =>
  /[A-Za-z]{2}/.test(name) && !looksLikePart(name) && name.toLowerCase() !== 'referer'

function variableName(name: string): string {
  const plain = name
    .replace(/^authorization$/i, 'token')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 40)
  return plain === '' ? 'value' : plain.replace(/^(?=\d)/, '_')
}

/** Whether the value may be put together of several ones. */
const isJoinable = ({ value, isWhole, use }: SentValue): boolean =>
  isWhole &&
  use.encoded === null &&
  value === use.text.slice(use.start, use.end) &&
  value.length >= minJoinedLength &&
  (looksGenerated(value) || /^(?=.*\d)[\w.:|~-]+$/.test(value))

interface Searched {
  /** Values that no response has as a whole. */
  readonly open: readonly SentValue[]
  readonly firstSent: ReadonlyMap<string, number>
  readonly texts: PartTexts
  readonly moments: Moments
}

/** With values that are parts of what requests send, and with their uses in it. */
function withJoined(values: readonly Found[], { open, firstSent, texts, moments }: Searched): Found[] {
  const byValue = new Map<string, Found>(values.map(value => [value.value, value]))
  for (const { value, use } of open) {
    const parts = texts.partsOf(value, firstSent.get(value) ?? moments.of(use))
    for (const part of parts ?? []) {
      const known = byValue.get(part.value)
      const own = { ...use, start: use.start + part.start, end: use.start + part.end }
      byValue.set(part.value, {
        value: part.value,
        name: variableName(isSpeaking(part.source.name) ? part.source.name : use.name),
        sources: [part.source],
        ...known,
        confidence: value.length >= sureJoinedLength ? 'sure' : (known?.confidence ?? 'likely'),
        reason: known?.reason ?? 'joined',
        uses: [...(known?.uses ?? []), own],
      })
    }
  }
  return [...byValue.values()]
}

/** Without uses that lie inside a use of a value that is at least as sure or meet one of a rule, and without values that then have none. */
function withoutParts(values: readonly Found[]): Found[] {
  const placeOf = ({ exchange, isAddress, text, encoded }: ValueUse) =>
    `${exchange} ${isAddress} ${encoded?.text ?? ''} ${text}`
  const all = values.flatMap(value => value.uses.map(use => ({ value, use })))
  const byPlace = Map.groupBy(all, ({ use }) => placeOf(use))
  return values.flatMap(value => {
    const uses = value.uses.filter(
      use => !(byPlace.get(placeOf(use)) ?? []).some(other => isBetter(other, { value, use })),
    )
    return uses.length === 0 ? [] : [{ ...value, uses }]
  })
}

interface FoundUse {
  readonly value: Found
  readonly use: ValueUse
}

/** Whether one takes the place of the other: it covers more, or the same with fewer calls. */
function isBetter(one: FoundUse, other: FoundUse): boolean {
  const [a, b] = [one.use, other.use]
  if (one.value === other.value || orderOf(one.value) > orderOf(other.value)) return false
  if (other.value.rule !== undefined) return false
  if (one.value.rule !== undefined) return a.start < b.end && b.start < a.end
  if (a.start > b.start || a.end < b.end) return false
  return a.end - a.start > b.end - b.start || callsOf(one) < callsOf(other)
}

const callsOf = ({ value, use }: FoundUse): number => use.calls.length + (value.sources[0]?.calls.length ?? 0)
