/** Finds values that requests send in the responses before them. */
import { decodedUrl } from '@pone/schema/decoded-url.ts'
import type { ValueCall, ValueSource } from '../model/dynamic-value.ts'
import type { Moment } from '../model/moment.ts'
import type { Moments } from '../model/moments.ts'
import type { RecordedExchange } from '../model/recording.ts'
import { base64Decoded, callOf, htmlDecoded } from './encodings.ts'
import type { Leaf } from './leaf.ts'
import { isNumber, looksGenerated, looksLikePart, partPatterns } from './looks.ts'
import { answersOf, type OnJson } from './response-leaves.ts'
import { nameBefore } from './text-leaf.ts'

/** Responses that are told of one value. */
const maxSources = 20
const minPartLength = 4
/** Encoded texts that are longer are files. */
const maxDecodedLength = 100_000

/** A place of a response with what decides among several of them. */
export interface FoundSource extends ValueSource {
  readonly rank: number
  /** The value is all of its text. */
  readonly isWhole: boolean
}

/** The best place of each response, in the order of the responses, by value. */
export type FoundValues = ReadonlyMap<string, readonly FoundSource[]>

interface Search {
  /** Position of the first moment at which a value is sent, by value. */
  readonly firstSent: ReadonlyMap<string, number>
  readonly moments: Moments
  /** Takes each text of the responses, in their order. */
  readonly onLeaf: (leaf: Leaf, moment: Moment) => void
  readonly onJson: OnJson | undefined
}

export function findValues(
  exchanges: readonly RecordedExchange[],
  { firstSent, moments, onLeaf, onJson }: Search,
): FoundValues {
  const found = new Map<string, FoundSource[]>()
  const outlines = new Uint8Array(outlineCount)
  for (const value of firstSent.keys()) outlines[outlineOf(value)] = 1
  for (const { moment, leaves } of answersOf(exchanges, moments, onJson)) {
    const at = moments.of(moment)
    // What somebody sent before any response had it is typed, not dynamic.
    const isSought = (value: string) =>
      outlines[outlineOf(value)] === 1 && (found.has(value) || (firstSent.get(value) ?? -1) > at)
    for (const leaf of leaves()) {
      onLeaf(leaf, moment)
      for (const place of placesIn(leaf, isSought)) keep(found, leaf, { ...place, moment })
    }
  }
  return found
}

const outlineCount = 65_536

/** Of length, first and last character: most texts of a response differ in it from all that are sought. */
const outlineOf = (value: string): number =>
  (value.length * 7_919 + value.charCodeAt(0) * 257 + value.charCodeAt(value.length - 1)) % outlineCount

interface Place {
  readonly value: string
  readonly calls: readonly ValueCall[]
  readonly isWhole: boolean
  readonly start: number
  readonly end: number
}

function keep(
  found: Map<string, FoundSource[]>,
  leaf: Leaf,
  { value, calls, isWhole, start, end, moment }: Place & { readonly moment: Moment },
): void {
  const sources = found.get(value) ?? []
  const known = sources.find(
    source => source.exchange === moment.exchange && source.message === moment.message,
  )
  const rank = leaf.rank + calls.length + (isWhole ? 0 : 1)
  if (known === undefined ? sources.length >= maxSources : known.rank <= rank) return
  const extractor = leaf.extractor(start, end)
  if (extractor === null) return
  const name = leaf.isPartTaken === true ? nameBefore(leaf.text, start) : leaf.name
  const source = { ...moment, name, extractor, calls, rank, isWhole }
  found.set(value, [...sources.filter(each => each !== known), source])
}

type IsSought = (value: string) => boolean

/** Everything in a text that is sought: the whole, what it is the encoding of, and its parts. */
function* placesIn({ text, isPartTaken = false }: Leaf, isSought: IsSought): Generator<Place> {
  if (isPartTaken) {
    yield* placesInPlainText(text, isSought)
    return
  }
  const whole = { isWhole: true, start: 0, end: text.length }
  if (isSought(text)) yield { ...whole, value: text, calls: [] }
  yield* placesInDecoded(text, whole, isSought)
  for (const part of partsOf(text, isSought)) yield { ...part, calls: splits(text, part), isWhole: false }
}

function* placesInDecoded(
  text: string,
  whole: Pick<Place, 'start' | 'end' | 'isWhole'>,
  isSought: IsSought,
): Generator<Place> {
  if (text.length > maxDecodedLength) return
  for (const [name, decoded] of decodings(text)) {
    if (isSought(decoded)) yield { ...whole, value: decoded, calls: [callOf(name)] }
    for (const part of partsOf(decoded, isSought))
      yield { ...whole, value: part.value, calls: [callOf(name), ...splits(decoded, part)], isWhole: false }
  }
}

/** Texts between blanks and quotes are extracted whole, so that what is beside the extracted text stays the same. */
function* placesInPlainText(text: string, isSought: IsSought): Generator<Place> {
  for (const { 0: value, index: start } of text.matchAll(/[A-Za-z0-9_.~+/%-]+={0,2}/g)) {
    if (value.length < minPartLength) continue
    const whole = { start, end: start + value.length, isWhole: true }
    if (isSought(value)) yield { ...whole, value, calls: [] }
    yield* placesInDecoded(value, whole, isSought)
    for (const part of partsOf(value, isSought))
      yield { ...whole, value: part.value, calls: splits(value, part), isWhole: false }
  }
}

function* decodings(text: string): Generator<[ValueCall['name'], string]> {
  const fromUrl = text.includes('%') ? decodedUrl(text) : text
  if (fromUrl !== text) yield ['urlDecode', fromUrl]
  const fromHtml = text.includes('&') ? htmlDecoded(text) : text
  if (fromHtml !== text) yield ['htmlDecode', fromHtml]
  const fromBase64 = base64Decoded(text)
  if (fromBase64 !== null) yield ['base64Decode', fromBase64]
}

interface Part {
  readonly value: string
  readonly start: number
  readonly end: number
}

const isOnePart = /^[A-Za-z0-9]*$/

function partsOf(text: string, isSought: IsSought): Part[] {
  const parts: Part[] = []
  if (isOnePart.test(text)) return parts
  for (const pattern of partPatterns)
    for (const { 0: value, index: start } of text.matchAll(pattern))
      if (value.length >= minPartLength && value.length < text.length && isSought(value) && isPart(value))
        parts.push({ value, start, end: start + value.length })
  return parts
}

const isPart = (value: string): boolean =>
  looksGenerated(value) || looksLikePart(value) || isNumber(value) || value.length >= 24

/** Calls that take a part out of a text by the characters beside it. */
function splits(text: string, { start, end }: Part): ValueCall[] {
  const before = text[start - 1]
  const after = text[end]
  const count = (char: string, to: number) => text.slice(0, to).split(char).length
  if (before === undefined) return after === undefined ? [] : [callOf('split', after, '1')]
  if (after === undefined) return [callOf('split', before, '-1')]
  if (before === after) return [callOf('split', before, String(count(before, start)))]
  return [callOf('split', after, String(count(after, end))), callOf('split', before, '-1')]
}
