/** Values that requests put together of several values of responses. */
import type { ValueSource } from '../model/dynamic-value.ts'
import type { Moments } from '../model/moments.ts'
import type { RecordedExchange } from '../model/recording.ts'
import { isNumber, looksLikePart } from './looks.ts'
import { answersOf } from './response-leaves.ts'

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

/** The short texts of responses that can be parts of values; of each the first place. */
export class PartTexts {
  readonly #sources = new Map<string, ValueSource>()

  readonly #moments: Moments

  constructor(exchanges: readonly RecordedExchange[], moments: Moments) {
    this.#moments = moments
    for (const { moment, leaves } of answersOf(exchanges, moments))
      for (const { text, name, extractor, isPartTaken = false } of leaves()) {
        if (isPartTaken || text.length < minPartLength || text.length > maxPartLength) continue
        if (this.#sources.size >= maxTexts || this.#sources.has(text)) continue
        const found = looksLikePart(text) || isNumber(text) ? extractor(0, text.length) : null
        if (found !== null) this.#sources.set(text, { ...moment, name, extractor: found, calls: [] })
      }
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
