/** Reads answers of Redis's protocol (RESP 2) from bytes that arrive in pieces. */

/** An answer; an error of the server is a value too. */
export type Reply = string | number | null | RedisError | readonly Reply[]

/** What the server said instead of an answer, e.g. `NOPERM …`. */
export class RedisError {
  readonly message: string

  constructor(message: string) {
    this.message = message
  }
}

/** What cannot be Redis's protocol. */
export class NotRedis extends Error {}

/** Nothing that Redis answers to reading commands is nested deeper. */
const maxDepth = 8
/** Of a line that is not a text of known length. */
const maxLineBytes = 65_536

const cr = 13

/** Parses one answer after the other. */
export class ReplyReader {
  #bytes: Buffer = Buffer.alloc(0)
  #at = 0
  /** Bytes that arrived since, not joined yet: a long text comes in hundreds of pieces. */
  #pieces: Buffer[] = []
  #pieceBytes = 0
  /** Before so many bytes are here, the text that has begun cannot be complete. */
  #neededBytes = 0

  /** Bytes that belong to no complete answer yet. */
  get pendingBytes(): number {
    return this.#bytes.length + this.#pieceBytes
  }

  /** Adds bytes and returns the answers that are complete. @throws NotRedis */
  read(bytes: Buffer): Reply[] {
    this.#pieces.push(bytes)
    this.#pieceBytes += bytes.length
    if (this.pendingBytes < this.#neededBytes) return []
    this.#bytes = Buffer.concat([this.#bytes, ...this.#pieces])
    this.#pieces = []
    this.#pieceBytes = 0
    this.#neededBytes = 0
    const replies: Reply[] = []
    for (;;) {
      this.#at = 0
      const reply = this.#reply(0)
      if (reply === undefined) return replies
      replies.push(reply)
      this.#bytes = this.#bytes.subarray(this.#at)
    }
  }

  /** undefined = not complete. */
  #reply(depth: number): Reply | undefined {
    if (depth > maxDepth) throw new NotRedis('answers are nested too deeply')
    const kind = this.#bytes[this.#at]
    if (kind === undefined) return undefined
    const sign = String.fromCharCode(kind)
    if (!'+-:$*'.includes(sign)) throw new NotRedis(this.#bytes.toString('latin1', 0, 60))
    const line = this.#line()
    if (line === undefined) return undefined
    const text = line.slice(1)
    switch (sign) {
      case '+':
        return text
      case '-':
        return new RedisError(text)
      case ':':
        return integer(text)
      case '$':
        return this.#text(integer(text))
      default:
        return this.#array(integer(text), depth)
    }
  }

  #line(): string | undefined {
    const end = this.#bytes.indexOf('\r\n', this.#at)
    if (end < 0) {
      if (this.#bytes.length - this.#at > maxLineBytes) throw new NotRedis('a line has no end')
      return undefined
    }
    const line = this.#bytes.toString('utf8', this.#at, end)
    this.#at = end + 2
    return line
  }

  #text(length: number): string | null | undefined {
    if (length < 0) return null
    const end = this.#at + length
    if (this.#bytes.length < end + 2) {
      this.#neededBytes = end + 2
      return undefined
    }
    if (this.#bytes[end] !== cr) throw new NotRedis('a text is longer than was said')
    const text = this.#bytes.toString('utf8', this.#at, end)
    this.#at = end + 2
    return text
  }

  #array(length: number, depth: number): readonly Reply[] | null | undefined {
    if (length < 0) return null
    const replies: Reply[] = []
    for (let index = 0; index < length; index++) {
      const reply = this.#reply(depth + 1)
      if (reply === undefined) return undefined
      replies.push(reply)
    }
    return replies
  }
}

function integer(text: string): number {
  if (!/^-?\d{1,19}$/.test(text)) throw new NotRedis(`not a number: ${text.slice(0, 40)}`)
  return Number(text)
}

/** A command as an array of texts. */
export const commandBytes = (parts: readonly string[]): Buffer =>
  Buffer.from(
    `*${parts.length}\r\n${parts.map(part => `$${Buffer.byteLength(part)}\r\n${part}\r\n`).join('')}`,
  )
