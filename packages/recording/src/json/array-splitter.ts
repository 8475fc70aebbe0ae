/**
 * Splits one array of a JSON file into its elements while the file is read, so that a file of any size needs the memory
 * of its largest element only.
 */

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const colon = 0x3a
const openBrace = 0x7b
const closeBrace = 0x7d
const openBracket = 0x5b
const closeBracket = 0x5d

/** An element of the array; `text` is null if it exceeds the limit. */
export interface ArrayElement {
  readonly index: number
  readonly text: string | null
}

export interface SplitLimits {
  readonly maxElementBytes: number
  /** Of everything outside the array. */
  readonly maxRestBytes: number
}

/** Bytes of one text, which may lie in several chunks. */
class Piece {
  #parts: Uint8Array[] = []
  #sizeBytes = 0
  readonly #maxBytes: number

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  add(chunk: Uint8Array, from: number, to: number): void {
    this.#sizeBytes += to - from
    if (this.#sizeBytes > this.#maxBytes) this.#parts = []
    else if (to > from) this.#parts.push(chunk.slice(from, to))
  }

  /** The text, null if it was too large; starts anew. */
  take(): string | null {
    const text = this.#sizeBytes > this.#maxBytes ? null : this.peek()
    this.#parts = []
    this.#sizeBytes = 0
    return text
  }

  peek(): string {
    const decoder = new TextDecoder()
    return this.#parts.map(part => decoder.decode(part, { stream: true })).join('') + decoder.decode()
  }
}

/** Feed it the chunks of a file in their order; `path` names the keys from the root to the array. */
export class ArraySplitter {
  readonly #path: readonly string[]
  readonly #element: Piece
  readonly #rest: Piece
  readonly #key = new Piece(1_000)
  /** Keys from the root to the place that is being read, and whether what holds them is an object, both no deeper than the path. */
  readonly #keys: string[] = []
  readonly #areObjects: boolean[] = []
  #depth = 0
  #isInString = false
  #isEscaped = false
  /** A string that begins now is a key. */
  #isKeyNext = false
  #isKey = false
  #isInArray = false
  #wasInArray = false
  #hasElement = false
  #index = 0

  constructor(path: readonly string[], { maxElementBytes, maxRestBytes }: SplitLimits) {
    this.#path = path
    this.#element = new Piece(maxElementBytes)
    this.#rest = new Piece(maxRestBytes)
  }

  /** The elements that end within the chunk. */
  feed(chunk: Uint8Array): ArrayElement[] {
    const done: ArrayElement[] = []
    let from = 0
    for (let at = 0; at < chunk.length; at++) {
      if (this.#isInString) {
        at = this.#readString(chunk, at)
        continue
      }
      const byte = chunk[at] ?? 0
      if (byte <= 0x20) continue
      const wasInArray = this.#isInArray
      if (wasInArray && this.#depth === this.#path.length + 1) {
        if (byte === comma || byte === closeBracket) {
          this.#element.add(chunk, from, at)
          from = byte === comma ? at + 1 : at
          if (this.#hasElement) done.push(this.#take())
          if (byte === closeBracket) this.#leaveArray()
          continue
        }
        this.#hasElement = true
      }
      this.#step(byte)
      if (!wasInArray && this.#isInArray) {
        this.#rest.add(chunk, from, at + 1)
        from = at + 1
      }
    }
    const piece = this.#isInArray ? this.#element : this.#rest
    piece.add(chunk, from, chunk.length)
    return done
  }

  /** Ends the file. `rest` is the file with an empty array in place of the elements; null if it was too large. */
  end(): { readonly rest: string | null; readonly isComplete: boolean; readonly hasArray: boolean } {
    const isComplete = this.#depth === 0 && !this.#isInString
    const rest = this.#rest.take()
    const closing = this.#isInArray ? `]${'}'.repeat(this.#path.length)}` : ''
    return { rest: rest === null ? null : rest + closing, isComplete, hasArray: this.#wasInArray }
  }

  #take(): ArrayElement {
    const element = { index: this.#index, text: this.#element.take() }
    this.#index += 1
    this.#hasElement = false
    return element
  }

  #leaveArray(): void {
    this.#element.take()
    this.#isInArray = false
    this.#depth -= 1
  }

  /** Reads on in a string; answers the position of the last byte that was read. */
  #readString(chunk: Uint8Array, from: number): number {
    let at = from
    for (; at < chunk.length; at++) {
      const byte = chunk[at]
      if (this.#isEscaped) this.#isEscaped = false
      else if (byte === backslash) this.#isEscaped = true
      else if (byte === quote) break
    }
    if (this.#isKey) this.#key.add(chunk, from, at)
    if (at === chunk.length) return at
    this.#isInString = false
    if (this.#isKey) this.#keys[this.#depth - 1] = this.#key.take() ?? ''
    this.#isKey = false
    return at
  }

  #step(byte: number): void {
    switch (byte) {
      case quote:
        this.#isInString = true
        this.#isKey = this.#isKeyNext
        this.#isKeyNext = false
        return
      case openBrace:
      case openBracket:
        return this.#open(byte === openBrace)
      case closeBrace:
      case closeBracket:
        this.#depth = Math.max(0, this.#depth - 1)
        this.#keys.length = Math.min(this.#keys.length, this.#depth)
        return
      case comma:
        this.#isKeyNext = this.#isKeyPlace()
        return
      case colon:
        this.#isKeyNext = false
    }
  }

  #open(isObject: boolean): void {
    if (!isObject && !this.#wasInArray && this.#isAtPath()) {
      this.#isInArray = true
      this.#wasInArray = true
    }
    if (this.#depth < this.#path.length) this.#areObjects[this.#depth] = isObject
    this.#depth += 1
    this.#isKeyNext = this.#isKeyPlace()
  }

  /** Whether what is being read can be an object on the path. */
  #isKeyPlace(): boolean {
    return this.#depth <= this.#path.length && this.#areObjects[this.#depth - 1] === true
  }

  #isAtPath(): boolean {
    const isKeyed = this.#path.every((key, depth) => this.#keys[depth] === key && this.#areObjects[depth])
    return isKeyed && this.#depth === this.#path.length
  }
}
