/** What is gathered of a session: exchanges, marked transactions, bytes; tells when a bound is reached. */
import { randomUUID } from 'node:crypto'
import { type Exchange, type ExchangeSummary, type Pair, summaryOf } from './exchange/exchange.ts'
import { isKeptType } from './exchange/har-entry.ts'
import { HarFile, type MarkedPage } from './exchange/har-file.ts'
import { KeptBody } from './exchange/kept-body.ts'
import type { EndReason, Limits } from './limits.ts'

interface RecordingOptions {
  /** A new file. */
  readonly path: string
  readonly limits: Limits
  /** Hosts that are recorded, with all below them; empty: all. */
  readonly hosts: readonly string[]
  readonly onExchange: (summary: ExchangeSummary) => void
  /** Called once. */
  readonly onEnd: (reason: EndReason) => void
}

const maxPages = 1_000
const maxTitleLength = 200
/** Of one WebSocket. */
const maxMessages = 1_000

interface Begun {
  readonly method: string
  readonly url: string
  readonly httpVersion: string
  readonly headers: readonly Pair[]
  readonly isWebSocket?: boolean
}

export class Recording {
  readonly #options: RecordingOptions
  readonly #file: HarFile
  readonly #pages: MarkedPage[] = []
  #count = 0
  #bytes = 0
  #hasEnded = false
  #lastAtMs = Date.now()
  #timer: NodeJS.Timeout | undefined

  private constructor(options: RecordingOptions, file: HarFile) {
    this.#options = options
    this.#file = file
  }

  /** @throws the error of the file system if the file cannot be made */
  static async start(options: RecordingOptions): Promise<Recording> {
    const file = await HarFile.create(options.path, () => made.#end('fileFailed'))
    const made: Recording = new Recording(options, file)
    made.#watch()
    return made
  }

  get exchanges(): number {
    return this.#count
  }

  /** Whether requests to the host are recorded. */
  isRecorded(host: string): boolean {
    const { hosts } = this.#options
    const name = host.toLowerCase()
    return hosts.length === 0 || hosts.some(each => name === each || name.endsWith(`.${each}`))
  }

  begin({ method, url, httpVersion, headers, isWebSocket = false }: Begun): Exchange {
    const { maxBodyBytes } = this.#options.limits
    this.#lastAtMs = Date.now()
    return {
      pageId: this.#pages.at(-1)?.id ?? null,
      startedAtMs: Date.now(),
      method,
      url,
      httpVersion,
      requestHeaders: headers,
      requestBody: new KeptBody(maxBodyBytes),
      times: { dnsMs: null, connectMs: null, tlsMs: null },
      sentAtMs: 0,
      firstByteAtMs: 0,
      endedAtMs: 0,
      status: 0,
      responseHeaders: [],
      responseBody: new KeptBody(maxBodyBytes),
      messages: isWebSocket ? [] : null,
    }
  }

  /** Passes on a chunk of a response. */
  takeResponse(exchange: Exchange, chunk: Uint8Array): void {
    if (isKeptType(exchange.responseHeaders)) exchange.responseBody.add(chunk)
    else exchange.responseBody.sizeBytes += chunk.length
    this.countBytes(chunk.length)
  }

  takeRequest(exchange: Exchange, chunk: Uint8Array): void {
    exchange.requestBody.add(chunk)
    this.countBytes(chunk.length)
  }

  takeMessage(exchange: Exchange, message: { isSent: boolean; opcode: number; data: Buffer }): void {
    const { messages } = exchange
    if (messages !== null && messages.length < maxMessages) messages.push({ ...message, atMs: Date.now() })
  }

  /** The exchange is over, with or without a response. */
  finish(exchange: Exchange): void {
    if (this.#hasEnded || exchange.endedAtMs !== 0) return
    exchange.endedAtMs = Date.now()
    if (!this.isRecorded(URL.parse(exchange.url)?.hostname ?? '')) return
    this.#file.add(exchange)
    this.#options.onExchange(summaryOf(exchange, this.#count))
    this.#count += 1
    if (this.#count >= this.#options.limits.maxExchanges) this.#end('exchanges')
  }

  /** What passed the proxy, recorded or not. */
  countBytes(count: number): void {
    this.#lastAtMs = Date.now()
    this.#bytes += count
    if (this.#bytes > this.#options.limits.maxBytes) this.#end('bytes')
  }

  /** A transaction begins: requests from now on belong to it. */
  mark(title: string): MarkedPage | null {
    if (this.#pages.length >= maxPages || this.#hasEnded) return null
    const page = { id: randomUUID(), title: title.slice(0, maxTitleLength), startedAtMs: Date.now() }
    this.#pages.push(page)
    return page
  }

  /** Completes the file. */
  async close(): Promise<void> {
    clearTimeout(this.#timer)
    this.#hasEnded = true
    await this.#file.end(this.#pages)
  }

  #watch(): void {
    const { maxDurationMs, maxIdleMs } = this.#options.limits
    const until = Date.now() + maxDurationMs
    const look = () => {
      const now = Date.now()
      const idleUntil = this.#lastAtMs + maxIdleMs
      if (now >= until) return this.#end('timeLimit')
      if (now >= idleUntil) return this.#end('idle')
      this.#timer = setTimeout(look, Math.min(until, idleUntil) - now)
    }
    look()
  }

  #end(reason: EndReason): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    clearTimeout(this.#timer)
    this.#options.onEnd(reason)
  }
}
