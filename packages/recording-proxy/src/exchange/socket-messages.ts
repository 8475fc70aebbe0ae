/** Reads the messages of one direction of a WebSocket from its bytes, which pass on as they are. @see RFC 6455, section 5 */

interface Message {
  /** 1: text, 2: binary. */
  readonly opcode: number
  readonly data: Buffer
}

/** Of a message; the rest of a longer one is not kept. */
const maxMessageBytes = 64 * 1024

export class SocketMessages {
  readonly #take: (message: Message) => void
  #head = Buffer.alloc(0)
  #frame: {
    opcode: number
    isLast: boolean
    mask: Buffer | null
    leftBytes: number
    doneBytes: number
  } | null = null
  #opcode = 0
  #parts: Buffer[] = []
  #keptBytes = 0

  constructor(take: (message: Message) => void) {
    this.#take = take
  }

  feed(chunk: Buffer): void {
    let rest = chunk
    while (rest.length > 0 || this.#frame?.leftBytes === 0) {
      if (this.#frame === null) {
        this.#head = Buffer.concat([this.#head, rest])
        rest = this.#readHead()
        if (this.#frame === null) return
      }
      rest = this.#readContent(rest)
    }
  }

  /** @returns what follows the head; nothing while it is incomplete */
  #readHead(): Buffer {
    const head = this.#head
    const nothing = head.subarray(head.length)
    if (head.length < 2) return nothing
    const [first = 0, second = 0] = head
    const short = second & 0x7f
    const lengthBytes = short === 127 ? 8 : short === 126 ? 2 : 0
    const maskAt = 2 + lengthBytes
    const isMasked = (second & 0x80) !== 0
    const size = maskAt + (isMasked ? 4 : 0)
    if (head.length < size) return nothing
    const leftBytes =
      lengthBytes === 8 ? Number(head.readBigUInt64BE(2)) : lengthBytes === 2 ? head.readUInt16BE(2) : short
    this.#frame = {
      opcode: first & 0x0f,
      isLast: (first & 0x80) !== 0,
      mask: isMasked ? Buffer.from(head.subarray(maskAt, size)) : null,
      leftBytes,
      doneBytes: 0,
    }
    this.#head = Buffer.alloc(0)
    return head.subarray(size)
  }

  #readContent(bytes: Buffer): Buffer {
    const frame = this.#frame
    if (frame === null) return bytes
    const taken = Math.min(bytes.length, frame.leftBytes)
    const isControl = frame.opcode >= 8
    if (!isControl) {
      if (frame.opcode !== 0 && frame.doneBytes === 0) this.#opcode = frame.opcode
      this.#keep(bytes.subarray(0, Math.min(taken, maxMessageBytes - this.#keptBytes)), frame)
    }
    frame.doneBytes += taken
    frame.leftBytes -= taken
    if (frame.leftBytes === 0) {
      this.#frame = null
      if (frame.isLast && !isControl) this.#finish()
    }
    return bytes.subarray(taken)
  }

  #keep(bytes: Buffer, { mask, doneBytes }: { mask: Buffer | null; doneBytes: number }): void {
    if (bytes.length === 0) return
    const plain = Buffer.from(bytes)
    if (mask !== null)
      for (let at = 0; at < plain.length; at += 1)
        plain[at] = (plain[at] ?? 0) ^ (mask[(doneBytes + at) % 4] ?? 0)
    this.#parts.push(plain)
    this.#keptBytes += plain.length
  }

  #finish(): void {
    this.#take({ opcode: this.#opcode, data: Buffer.concat(this.#parts) })
    this.#parts = []
    this.#keptBytes = 0
  }
}
