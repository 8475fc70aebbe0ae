/** Reads what is appended to a file, from its beginning on, in pieces. */
import { closeSync, readSync } from 'node:fs'
import { openPlain } from '../process/plain-file.ts'

const pieceBytes = 1024 ** 2

export class Tail {
  readonly #path: string
  readonly #piece = Buffer.alloc(pieceBytes)
  #file: number | null = null

  /** The file need not exist yet. */
  constructor(path: string) {
    this.#path = path
  }

  /**
   * Passes on what was appended since the last call, at most so many pieces of a MiB; false when more is there. The
   * bytes are valid during the call only.
   */
  read(onBytes: (bytes: Uint8Array) => void, maxPieces = Number.POSITIVE_INFINITY): boolean {
    if (!this.#isOpen()) return true
    for (let pieces = 0; pieces < maxPieces; pieces++) {
      const length = readSync(this.#file ?? 0, this.#piece)
      if (length === 0) return true
      onBytes(this.#piece.subarray(0, length))
    }
    return false
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file)
    this.#file = null
  }

  #isOpen(): boolean {
    if (this.#file !== null) return true
    try {
      this.#file = openPlain(this.#path)
      return true
    } catch (cause) {
      if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return false
      throw cause
    }
  }
}

/** Splits text that arrives in pieces into lines, without their ends. */
export class Lines {
  readonly #onLine: (line: string) => void
  readonly #decoder = new TextDecoder()
  #rest = ''

  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine
  }

  push(bytes: Uint8Array): void {
    const lines = (this.#rest + this.#decoder.decode(bytes, { stream: true })).split('\n')
    this.#rest = lines.pop() ?? ''
    for (const line of lines) this.#onLine(line.endsWith('\r') ? line.slice(0, -1) : line)
  }

  /** The last line need not have an end. */
  end(): void {
    if (this.#rest !== '') this.#onLine(this.#rest)
    this.#rest = ''
  }
}
