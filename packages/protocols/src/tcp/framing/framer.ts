/** Divides the bytes of a connection into messages; a framer per kind of framing, none of them knows a socket or a clock. */
import { failureText } from '../definition/failures.ts'
import { delimiterBytes, type Framing, type FramingOf } from '../definition/framing.ts'
import { PendingBytes } from './pending-bytes.ts'

/** A message without what only marks its end. */
export interface Framed {
  readonly bytes: Buffer
  /** Bytes that it took on the connection. */
  readonly wireBytes: number
}

/** The bytes cannot be divided; nothing after them can be read. */
export class FramingFault extends Error {
  override readonly name = 'FramingFault'
  readonly code: 'messageTooLarge' | 'badLength'

  constructor(code: FramingFault['code'], message: string) {
    super(message)
    this.code = code
  }
}

export interface Framer {
  /** Bytes of a message that is not whole yet. */
  readonly pendingBytes: number
  /** Takes bytes, valid only during the call, and hands on the messages that are whole now. @throws FramingFault after those before it */
  feed(bytes: Uint8Array, take: (message: Framed) => void): void
  /** Nothing has arrived for long, or nothing follows: the message that ends thereby; null = none. */
  flush(): Framed | null
}

/** @param limit bytes of a message */
export function framerOf(framing: Framing, limit: number): Framer {
  switch (framing.kind) {
    case 'delimiter':
      return new DelimiterFramer(framing, limit)
    case 'length':
      return new LengthFramer(framing, limit)
    case 'fixed':
      return new FixedFramer(framing, limit)
    case 'silence':
    case 'close':
      return new WholeFramer(limit)
  }
}

const tooLarge = (limit: number) =>
  new FramingFault('messageTooLarge', failureText('tcpMessageTooLarge', { limit }))

class DelimiterFramer implements Framer {
  readonly #delimiter: Uint8Array
  readonly #limit: number
  readonly #pending = new PendingBytes()
  /** Bytes in which no delimiter begins. */
  #searched = 0

  constructor(framing: FramingOf<'delimiter'>, limit: number) {
    this.#delimiter = delimiterBytes(framing) ?? Uint8Array.of(10)
    this.#limit = limit
  }

  get pendingBytes(): number {
    return this.#pending.length
  }

  feed(bytes: Uint8Array, take: (message: Framed) => void): void {
    const { length } = this.#delimiter
    this.#pending.add(bytes)
    for (;;) {
      const at = this.#pending.view.indexOf(this.#delimiter, this.#searched)
      const size = at < 0 ? this.#pending.length - length + 1 : at
      if (size > this.#limit) throw tooLarge(this.#limit)
      this.#searched = at < 0 ? Math.max(0, size) : 0
      if (at < 0) return
      take({ bytes: this.#pending.take(at), wireBytes: at + length })
      this.#pending.skip(length)
    }
  }

  flush(): null {
    return null
  }
}

class LengthFramer implements Framer {
  readonly #framing: FramingOf<'length'>
  readonly #limit: number
  readonly #pending = new PendingBytes()

  constructor(framing: FramingOf<'length'>, limit: number) {
    this.#framing = framing
    this.#limit = limit
  }

  get pendingBytes(): number {
    return this.#pending.length
  }

  feed(bytes: Uint8Array, take: (message: Framed) => void): void {
    const { offset, lengthBytes, adjustment, keepsHeader } = this.#framing
    const header = offset + lengthBytes
    this.#pending.add(bytes)
    while (this.#pending.length >= header) {
      const value = readLength(this.#pending.view, this.#framing)
      const content = value + adjustment
      if (content < 0) throw new FramingFault('badLength', failureText('tcpBadLength', { value }))
      if (content > this.#limit) throw tooLarge(this.#limit)
      const wireBytes = header + content
      if (this.#pending.length < wireBytes) return
      if (!keepsHeader) this.#pending.skip(header)
      take({ bytes: this.#pending.take(keepsHeader ? wireBytes : content), wireBytes })
    }
  }

  flush(): null {
    return null
  }
}

class FixedFramer implements Framer {
  readonly #size: number
  readonly #limit: number
  readonly #pending = new PendingBytes()

  constructor({ sizeBytes }: FramingOf<'fixed'>, limit: number) {
    this.#size = sizeBytes
    this.#limit = limit
  }

  get pendingBytes(): number {
    return this.#pending.length
  }

  feed(bytes: Uint8Array, take: (message: Framed) => void): void {
    if (this.#size > this.#limit) throw tooLarge(this.#limit)
    this.#pending.add(bytes)
    while (this.#pending.length >= this.#size) {
      take({ bytes: this.#pending.take(this.#size), wireBytes: this.#size })
    }
  }

  flush(): null {
    return null
  }
}

/** A message is everything until the connection is silent, or ends. */
class WholeFramer implements Framer {
  readonly #limit: number
  readonly #pending = new PendingBytes()

  constructor(limit: number) {
    this.#limit = limit
  }

  get pendingBytes(): number {
    return this.#pending.length
  }

  feed(bytes: Uint8Array): void {
    if (this.#pending.length + bytes.length > this.#limit) throw tooLarge(this.#limit)
    this.#pending.add(bytes)
  }

  flush(): Framed | null {
    const { length } = this.#pending
    return length === 0 ? null : { bytes: this.#pending.take(length), wireBytes: length }
  }
}

function readLength(bytes: Buffer, { offset, lengthBytes, byteOrder }: FramingOf<'length'>): number {
  const isBig = byteOrder === 'big'
  if (lengthBytes === 8) {
    return Number(isBig ? bytes.readBigUInt64BE(offset) : bytes.readBigUInt64LE(offset))
  }
  return isBig ? bytes.readUIntBE(offset, lengthBytes) : bytes.readUIntLE(offset, lengthBytes)
}
