/** Reads a HAR file of any size, entry by entry. @see http://www.softwareishard.com/blog/har-12-spec/ */
import { type ArrayElement, ArraySplitter } from '../json/array-splitter.ts'
import { LeftList } from '../model/left.ts'
import {
  maxExchanges,
  type RecordedExchange,
  type RecordedPage,
  type RecordedSocket,
  type Recording,
} from '../model/recording.ts'
import { harFileSchema } from './har-schema.ts'
import { readEntry } from './read-entry.ts'

/** Of one entry with the body of its response. */
const maxEntryBytes = 64 * 1024 ** 2
const maxRestBytes = 16 * 1024 ** 2
/** Bodies of responses that are kept to be searched, characters in all. */
const maxKeptLength = 64 * 1024 ** 2

/** Feed it the chunks of the file in their order, then end it. */
export class HarReader {
  readonly #splitter = new ArraySplitter(['log', 'entries'], { maxElementBytes: maxEntryBytes, maxRestBytes })
  readonly #left = new LeftList()
  readonly #exchanges: RecordedExchange[] = []
  #keptLength = 0

  feed(chunk: Uint8Array): void {
    for (const element of this.#splitter.feed(chunk)) this.#take(element)
  }

  end(): Recording {
    const { rest, isComplete, hasArray } = this.#splitter.end()
    const left = this.#left
    const file = rest === null ? undefined : parsed(rest)
    if (file === undefined && !hasArray) left.add('', 'notJson')
    else if (!isComplete) left.add('', 'cutOff')
    if (this.#exchanges.length === 0) left.add('', 'nothingFound')
    const { data } = harFileSchema.safeParse(file)
    const pages = (data?.log.pages ?? []).filter(({ id }) => id !== '')
    return {
      format: 'har',
      exchanges: inOrder(this.#exchanges),
      pages: pages.map(named),
      variables: null,
      left: left.items,
    }
  }

  #take({ index: number, text }: ArrayElement): void {
    const place = `log.entries[${number}]`
    if (text === null) {
      this.#left.add(place, 'entryTooLarge', { limit: maxEntryBytes / 1024 ** 2 })
      return
    }
    if (this.#exchanges.length >= maxExchanges) {
      this.#left.add('', 'tooManyRequests', { limit: maxExchanges })
      return
    }
    const value = parsed(text)
    if (value === undefined) {
      this.#left.add(place, 'notJson')
      return
    }
    const exchange = readEntry(value, { number, index: this.#exchanges.length, left: this.#left })
    if (exchange !== null) this.#exchanges.push(this.#bounded(exchange))
  }

  /** Without what was received once too much of it is kept. */
  #bounded(exchange: RecordedExchange): RecordedExchange {
    const { response, socket } = exchange
    const received = (socket?.messages ?? []).filter(({ isSent }) => !isSent)
    const length = received.reduce((sum, { data }) => sum + data.length, response?.body?.length ?? 0)
    this.#keptLength += length
    if (length === 0 || this.#keptLength <= maxKeptLength) return exchange
    this.#left.add('', 'notSearched', { limit: maxKeptLength / 1024 ** 2 })
    return {
      ...exchange,
      response: response === null ? null : { ...response, body: null },
      ...(socket !== undefined && { socket: withoutReceived(socket) }),
    }
  }
}

/** That something was received tells which messages are answered. */
const withoutReceived = (socket: RecordedSocket): RecordedSocket => ({
  ...socket,
  messages: socket.messages.map(message => (message.isSent ? message : { ...message, data: '' })),
})

/** undefined if it is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** By the time of their start; some tools write entries when they end. */
function inOrder(exchanges: readonly RecordedExchange[]): RecordedExchange[] {
  if (exchanges.some(({ startedAtMs }) => startedAtMs === null)) return [...exchanges]
  return exchanges
    .toSorted((one, other) => (one.startedAtMs ?? 0) - (other.startedAtMs ?? 0))
    .map((exchange, index) => ({ ...exchange, index }))
}

/** Browsers name a page by its address; the path says enough. */
function named({ id, title }: RecordedPage): RecordedPage {
  const url = URL.parse(title)
  return { id, title: url === null || url.pathname === '' ? title : url.pathname }
}
