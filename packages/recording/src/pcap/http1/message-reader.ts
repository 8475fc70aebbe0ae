/** Reads the HTTP/1 messages of one direction of a connection while its bytes arrive; after a gap it goes on with the next message that begins a segment. */

import { GrowingBytes } from '../bytes/growing-bytes.ts'
import type { ByteBudget } from '../tcp/byte-budget.ts'
import type { ByteReader } from '../tcp/tcp-stream.ts'
import { ChunkedDecoder } from './chunked-decoder.ts'
import type { BodyLength } from './head.ts'
import { type Message, MessageBody } from './message.ts'

/** What one direction speaks, and who takes what is read. */
export interface Dialect<H> {
  readonly starts: (segment: Uint8Array) => boolean
  readonly headOf: (text: string) => H | null
  /** A message has begun: how long its body is, and whether it is kept. */
  readonly begin: (message: Message<H>) => { readonly length: BodyLength; readonly keepsBody: boolean }
  readonly end: (message: Message<H>) => void
  /** Bytes are missing, or are no message: messages may have been lost here. */
  readonly lost: () => void
}

const maxHeadBytes = 128 * 1024

type State = 'head' | 'fixed' | 'chunked' | 'untilClose' | 'lost' | 'tunnel'

export class MessageReader<H> implements ByteReader {
  readonly #dialect: Dialect<H>
  readonly #budget: ByteBudget
  #state: State
  #message: Message<H> | null = null
  readonly #head = new GrowingBytes()
  #headAtMs = 0
  /** Of a body of known length. */
  #remaining = 0
  #chunks = new ChunkedDecoder()
  #tunnel: ByteReader | null = null

  /** @param isFromStart whether the first byte begins a message */
  constructor(dialect: Dialect<H>, budget: ByteBudget, isFromStart: boolean) {
    this.#dialect = dialect
    this.#budget = budget
    this.#state = isFromStart ? 'head' : 'lost'
  }

  data(bytes: Uint8Array, timeMs: number): void {
    if (this.#state === 'lost') {
      if (!this.#dialect.starts(bytes)) return
      this.#state = 'head'
    }
    let at = 0
    while (at < bytes.length) at += this.#step(bytes.subarray(at), timeMs)
  }

  gap(length: number, timeMs: number): void {
    if (this.#state === 'tunnel') return this.#tunnel?.gap(length, timeMs)
    if (this.#state === 'lost') return
    this.#message?.body.cut()
    if (this.#state === 'untilClose') return
    if (this.#state === 'fixed' && length <= this.#remaining) {
      this.#remaining -= length
      if (this.#remaining === 0) this.#finish(timeMs)
      return
    }
    if (this.#state === 'chunked' && this.#chunks.skip(length)) return
    this.#lose(timeMs)
  }

  end(timeMs: number): void {
    if (this.#state === 'tunnel') this.#tunnel?.end(timeMs)
    else {
      if (this.#state !== 'untilClose') this.#message?.body.cut()
      this.#finish(timeMs)
    }
    this.#dropHead()
    this.#state = 'lost'
  }

  /** From now on the bytes are no HTTP/1. @param tunnel takes them; null if nobody does */
  become(tunnel: ByteReader | null): void {
    this.#dropHead()
    this.#tunnel = tunnel
    this.#state = 'tunnel'
  }

  /** Number of bytes that were used, at least one. */
  #step(bytes: Uint8Array, timeMs: number): number {
    switch (this.#state) {
      case 'head':
        return this.#readHead(bytes, timeMs)
      case 'fixed': {
        const part = bytes.subarray(0, this.#remaining)
        this.#message?.body.add(part)
        this.#remaining -= part.length
        if (this.#remaining === 0) this.#finish(timeMs)
        return part.length
      }
      case 'chunked':
        return this.#readChunks(bytes, timeMs)
      case 'untilClose':
        this.#message?.body.add(bytes)
        return bytes.length
      case 'tunnel':
        this.#tunnel?.data(bytes, timeMs)
        return bytes.length
      case 'lost':
        return bytes.length
    }
  }

  #readHead(bytes: Uint8Array, timeMs: number): number {
    const heldBytes = this.#head.length
    if (heldBytes === 0) {
      // Empty lines between messages.
      const start = bytes.findIndex(byte => byte !== 13 && byte !== 10)
      if (start !== 0) return start < 0 ? bytes.length : start
      this.#headAtMs = timeMs
    }
    let all = bytes
    if (heldBytes > 0) {
      this.#head.add(bytes)
      all = this.#head.view()
    }
    const end = headEnd(all, Math.max(0, heldBytes - 3))
    if (end < 0) {
      if (all.length > maxHeadBytes || !this.#budget.take(bytes.length)) {
        if (heldBytes > 0) this.#dropHead(bytes.length)
        this.#lose(timeMs)
      } else if (heldBytes === 0) this.#head.add(bytes)
      return bytes.length
    }
    const text = headText(all.subarray(0, end))
    if (heldBytes > 0) this.#dropHead(bytes.length)
    this.#begin(text, timeMs)
    return end - heldBytes
  }

  /** @param unpaidBytes that the budget does not count */
  #dropHead(unpaidBytes = 0): void {
    if (this.#head.length === 0) return
    this.#budget.giveBack(this.#head.length - unpaidBytes)
    this.#head.take()
  }

  #begin(text: string, timeMs: number): void {
    const head = this.#dialect.headOf(text)
    if (head === null) return this.#lose(timeMs)
    const body = new MessageBody(this.#budget)
    const message: Message<H> = { head, startedAtMs: this.#headAtMs, endedAtMs: timeMs, isEnded: false, body }
    this.#message = message
    const { length, keepsBody } = this.#dialect.begin(message)
    if (!keepsBody) body.drop()
    if (length.kind === 'tunnel') {
      if (this.#state !== 'tunnel') this.become(null)
      return this.#finish(timeMs)
    }
    if (length.kind === 'chunked') this.#chunks = new ChunkedDecoder()
    this.#remaining = length.kind === 'fixed' ? length.bytes : 0
    this.#state = length.kind
    if (length.kind === 'fixed' && length.bytes === 0) this.#finish(timeMs)
  }

  #readChunks(bytes: Uint8Array, timeMs: number): number {
    const body = this.#message?.body
    const { usedBytes, state } = this.#chunks.read(bytes, part => body?.add(part))
    if (state === 'ended') this.#finish(timeMs)
    if (state === 'broken') {
      body?.cut()
      this.#lose(timeMs)
    }
    return usedBytes
  }

  #finish(timeMs: number): void {
    const message = this.#message
    this.#message = null
    if (this.#state !== 'tunnel') this.#state = 'head'
    if (message === null) return
    message.endedAtMs = timeMs
    message.isEnded = true
    this.#dialect.end(message)
  }

  #lose(timeMs: number): void {
    this.#dropHead()
    this.#finish(timeMs)
    if (this.#state !== 'tunnel') this.#state = 'lost'
    this.#dialect.lost()
  }
}

/** Behind the empty line that ends a head; negative if it is not there. */
function headEnd(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(10, from); at >= 0; at = bytes.indexOf(10, at + 1)) {
    if (bytes[at + 1] === 10) return at + 2
    if (bytes[at + 1] === 13 && bytes[at + 2] === 10) return at + 3
  }
  return -1
}

const strict = new TextDecoder('utf-8', { fatal: true })
const latin = new TextDecoder('latin1')

function headText(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes)
  } catch {
    return latin.decode(bytes)
  }
}
