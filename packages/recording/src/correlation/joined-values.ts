/** Values that requests put together of several values of responses. */
import type { ValueSource } from '../model/dynamic-value.ts'
import type { Moment } from '../model/moment.ts'
import type { Moments } from '../model/moments.ts'
import type { Leaf } from './leaf.ts'
import { isNumber, looksLikePart } from './looks.ts'

const maxPartLength = 64
const minPartLength = 4
const maxTexts = 200_000
const separator = /[-_.:|~]/

export interface JoinedPart {
  readonly value: string
  readonly start: number
  readonly end: number
  readonly source: ValueSource
}

const beginningCount = 65_536

/** Of the first `minPartLength` characters from there. */
const beginningAt = (text: string, at: number): number =>
  (text.charCodeAt(at) * 79_507 +
    text.charCodeAt(at + 1) * 1_849 +
    text.charCodeAt(at + 2) * 43 +
    text.charCodeAt(at + 3)) %
  beginningCount

/** The short texts of responses that can be parts of values that are sent; of each the first place. */
export class PartTexts {
  readonly #sources = new Map<string, ValueSource>()
  /** How parts begin: most texts of responses begin in no way that stands in a value. */
  readonly #beginnings = new Uint8Array(beginningCount)
  readonly #moments: Moments

  /** @param values that may be joined of parts */
  constructor(values: Iterable<string>, moments: Moments) {
    this.#moments = moments
    for (const value of values)
      for (let at = 0; at + minPartLength <= value.length; at++) this.#beginnings[beginningAt(value, at)] = 1
  }

  /** Takes the texts of responses in their order. */
  add({ text, name, extractor, isPartTaken = false }: Leaf, moment: Moment): void {
    if (isPartTaken || text.length < minPartLength || text.length > maxPartLength) return
    if (this.#beginnings[beginningAt(text, 0)] !== 1) return
    if (this.#sources.size >= maxTexts || this.#sources.has(text)) return
    const found = looksLikePart(text) || isNumber(text) ? extractor(0, text.length) : null
    if (found !== null) this.#sources.set(text, { ...moment, name, extractor: found, calls: [] })
  }

  /** The parts, at least two, that the text consists of, with nothing but separators between them; null if there are none. @param before position of the moment at which it is sent */
  partsOf(text: string, before: number): JoinedPart[] | null {
    const parts: JoinedPart[] = []
    let at = 0
    while (at < text.length) {
      const part = this.#longestAt(text, at, before)
      if (part === null) return null
      parts.push(part)
      at = part.end
      if (at < text.length && separator.test(text[at] ?? '')) at += 1
    }
    return parts.length > 1 ? parts : null
  }

  #longestAt(text: string, start: number, before: number): JoinedPart | null {
    for (let end = Math.min(text.length, start + maxPartLength); end >= start + minPartLength; end--) {
      const value = text.slice(start, end)
      const source = this.#sources.get(value)
      if (source !== undefined && this.#moments.of(source) < before) return { value, start, end, source }
    }
    return null
  }
}
