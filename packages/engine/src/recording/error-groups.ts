/** Groups a second's failures by label, code and message, each group with one full sample; the number of groups is capped. */

import type { Exchange } from '@pone/contract/entities/run.ts'
import type { Batch } from '@pone/contract/link/batch.ts'
import { toldCause } from '@pone/contract/told-cause.ts'
import { mapWords, shortenedText } from '@pone/schema/coded-text.ts'
import { cutSection } from '@pone/schema/exchange-content.ts'
import type { Failure } from '../observer.ts'

type ErrorEntry = Batch['errors'][number]

const maxGroups = 100
const maxMessageLength = 400
/** Number of messages whose normal form is cached: a failing server fails at full speed. */
const maxKnownMessages = 1_000
const maxSampledKinds = 1_000
const maxSampleBodyLength = 65_536
const sectionBounds = { maxTextLength: 8_192, maxRows: 100 }

/** Removes from a message what differs from case to case: ids and long numbers, also in the parameters of coded texts. */
export const normalisedMessage = (message: string): string =>
  shortenedText(mapWords(message, normalisedWords), maxMessageLength)

function normalisedWords(words: string): string {
  return words
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '{id}')
    .replaceAll(/\b(?=[0-9a-f]*\d)[0-9a-f]{12,}\b/gi, '{id}')
    .replaceAll(/\d{7,}/g, '{n}')
}

export class ErrorGroups {
  #groups = new Map<string, ErrorEntry>()
  /** Kinds that already have a sample with a response in it; later batches contain none. */
  readonly #sampled = new Set<string>()
  readonly #normalForms = new Map<string, string>()

  /** Counts one failure; `at` in epoch ms. */
  add(label: number, failure: Failure, at: number, makeExchange: (() => Exchange) | null): void {
    const message = this.#normalised(failure.message)
    let key = `${label} ${failure.code} ${message}`
    let group = this.#groups.get(key)
    if (group === undefined && this.#groups.size >= maxGroups) {
      key = `${label} other`
      group = this.#groups.get(key)
      group ??= this.#open(key, {
        label,
        code: 'other',
        message: toldCause('otherErrors'),
        count: 0,
        at,
        sample: null,
      })
    }
    group ??= this.#open(key, { label, code: failure.code, message, count: 0, at, sample: null })
    group.count++
    if (makeExchange !== null && group.sample === null && !this.#sampled.has(key)) {
      group.sample = sampleOf(makeExchange())
      const isFull = group.sample.responseHeaders.length > 0 || group.sample.status === null
      if (isFull && this.#sampled.size < maxSampledKinds) this.#sampled.add(key)
    }
  }

  #normalised(message: string): string {
    const known = this.#normalForms.get(message)
    if (known !== undefined) return known
    if (this.#normalForms.size >= maxKnownMessages) this.#normalForms.clear()
    const normal = normalisedMessage(message)
    this.#normalForms.set(message, normal)
    return normal
  }

  /** Returns the groups and resets. */
  take(): ErrorEntry[] {
    const entries = [...this.#groups.values()]
    if (entries.length > 0) this.#groups = new Map()
    return entries
  }

  #open(key: string, entry: ErrorEntry): ErrorEntry {
    this.#groups.set(key, entry)
    return entry
  }
}

function sampleOf(exchange: Exchange): Exchange {
  return {
    ...exchange,
    requestBody: exchange.requestBody.slice(0, maxSampleBodyLength),
    responseBody: exchange.responseBody.slice(0, maxSampleBodyLength),
    sections: exchange.sections.map(section => cutSection(section, sectionBounds)),
  }
}
