/** The requests of a second recording of the same steps, each found by its place in the first one. */

import { sentBySteps } from '../http/aside.ts'
import type { RecordedExchange } from '../model/recording.ts'
import { fieldsOfRequest, type RequestField } from '../steps/request-fields.ts'
import { isNumber, looksGenerated, looksLikePart, looksLikeShortId } from './looks.ts'
import { allLeavesOf } from './response-leaves.ts'

type Exchanges = readonly RecordedExchange[]

/** A field of a request with what the second recording sends in its place. */
interface ComparedField extends RequestField {
  readonly second: string
}

export class Counterparts {
  /** Requests of the first recording, and how many of them the second one has, too. */
  readonly requests: number
  readonly matched: number
  /** Fields that both recordings have, in the order of the first one. */
  readonly fields: readonly ComparedField[]
  readonly #exchanges: ReadonlyMap<number, RecordedExchange>
  readonly #given = new Map<number, string>()
  readonly #texts: ReadonlyMap<string, readonly string[]>

  constructor(first: Exchanges, second: Exchanges) {
    const sent = sentBySteps(first)
    const exchanges = counterpartsOf(sent, sentBySteps(second))
    this.requests = sent.length
    this.matched = exchanges.size
    this.#exchanges = exchanges
    this.fields = sent.flatMap(exchange => {
      const other = exchanges.get(exchange.index)
      return other === undefined ? [] : comparedFields(fieldsOfRequest(exchange), fieldsOfRequest(other))
    })
    const byField = Map.groupBy(this.fields, keyOf)
    this.#texts = new Map([...byField].map(([key, all]) => [key, all.map(field => field.second)]))
  }

  /** What the second recording sends in the place of a field; none where it has no such field. */
  textsFor(field: Omit<RequestField, 'name'>): readonly string[] {
    return this.#texts.get(keyOf(field)) ?? []
  }

  /** All texts of the response in the second recording; null if it has none in the place of this exchange. */
  givenBy(index: number): string | null {
    const exchange = this.#exchanges.get(index)
    if (exchange === undefined) return null
    const given =
      this.#given.get(index) ??
      allLeavesOf(exchange)
        .map(({ text }) => text)
        .join('\n')
    this.#given.set(index, given)
    return given
  }
}

const keyOf = ({ exchange, isAddress, text }: Omit<RequestField, 'name'>): string =>
  `${exchange} ${isAddress} ${text}`

/** The n-th request of a method and a path belongs to the n-th of the other recording. */
function counterpartsOf(first: Exchanges, second: Exchanges): Map<number, RecordedExchange> {
  const others = Map.groupBy(second, placeOf)
  const counts = new Map<string, number>()
  const found = new Map<number, RecordedExchange>()
  for (const exchange of first) {
    const place = placeOf(exchange)
    const at = counts.get(place) ?? 0
    counts.set(place, at + 1)
    const other = others.get(place)?.[at]
    if (other !== undefined) found.set(exchange.index, other)
  }
  return found
}

/** Method, host and path without what differs from visit to visit. */
function placeOf({ method, host, url }: RecordedExchange): string {
  const path = (URL.parse(url)?.pathname ?? url).split('/').map(part => (isDynamic(part) ? '*' : part))
  return `${method} ${host} ${path.join('/')}`
}

const isDynamic = (part: string): boolean =>
  isNumber(part) || looksGenerated(part) || looksLikeShortId(part) || looksLikePart(part)

/** The n-th field of a name belongs to the n-th of the other request. */
function comparedFields(first: readonly RequestField[], second: readonly RequestField[]): ComparedField[] {
  const nameOf = ({ isAddress, name }: RequestField) => `${isAddress} ${name}`
  const others = Map.groupBy(second, nameOf)
  const counts = new Map<string, number>()
  return first.flatMap(field => {
    const name = nameOf(field)
    const at = counts.get(name) ?? 0
    counts.set(name, at + 1)
    const other = others.get(name)?.[at]
    return other === undefined ? [] : { ...field, second: other.text }
  })
}
