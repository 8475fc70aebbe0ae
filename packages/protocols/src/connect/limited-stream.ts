/** A stream over another one that lets bytes pass as fast as a user's line allows, and no faster: what is not read yet slows the server down. */
import { Duplex } from 'node:stream'
import type { TokenBucket } from './token-bucket.ts'

/** Both directions of a user's line; null = unlimited. */
export interface Line {
  readonly down: TokenBucket | null
  readonly up: TokenBucket | null
}

/** Takes over reading and writing of a stream that nobody has read from; destroying it destroys the other. */
export class LimitedStream extends Duplex {
  readonly #inner: Duplex
  readonly #line: Line
  #unread: Buffer | null = null
  #hasEnded = false
  #isWanted = false
  #readTimer: NodeJS.Timeout | null = null
  #writeTimer: NodeJS.Timeout | null = null

  constructor(inner: Duplex, line: Line) {
    super({ allowHalfOpen: false })
    this.#inner = inner
    this.#line = line
    inner.on('data', (chunk: Buffer) => {
      inner.pause()
      this.#unread = chunk
      this.#pass()
    })
    inner.on('end', () => {
      this.#hasEnded = true
      this.#pass()
    })
    inner.on('close', () => {
      if (!this.#hasEnded) this.destroy()
    })
    inner.pause()
  }

  /** What has really come and gone below; undefined where the stream below does not count. */
  get bytesRead(): number | undefined {
    return 'bytesRead' in this.#inner ? Number(this.#inner.bytesRead) : undefined
  }

  get bytesWritten(): number | undefined {
    return 'bytesWritten' in this.#inner ? Number(this.#inner.bytesWritten) : undefined
  }

  override _read(): void {
    this.#isWanted = true
    this.#pass()
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    const { up } = this.#line
    const now = performance.now()
    const passing = up === null ? chunk.length : up.take(chunk.length, now)
    const rest = chunk.subarray(passing)
    if (rest.length === 0) {
      this.#inner.write(chunk, done)
      return
    }
    if (passing > 0) this.#inner.write(chunk.subarray(0, passing))
    const waitMs = up?.waitMs(rest.length, now) ?? 0
    this.#writeTimer = setTimeout(() => this._write(rest, 'utf8', done), waitMs)
  }

  override _final(done: () => void): void {
    this.#inner.end()
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    if (this.#readTimer !== null) clearTimeout(this.#readTimer)
    if (this.#writeTimer !== null) clearTimeout(this.#writeTimer)
    this.#inner.destroy()
    done(error)
  }

  /** Hands on what may pass, and comes back for the rest. */
  #pass(): void {
    if (!this.#isWanted || this.#readTimer !== null || this.destroyed) return
    const chunk = this.#unread
    if (chunk === null) {
      if (this.#hasEnded) this.push(null)
      else this.#inner.resume()
      return
    }
    const { down } = this.#line
    const now = performance.now()
    const passing = down === null ? chunk.length : down.take(chunk.length, now)
    if (passing === 0) {
      this.#readTimer = setTimeout(
        () => {
          this.#readTimer = null
          this.#pass()
        },
        down?.waitMs(chunk.length, now),
      )
      return
    }
    this.#unread = passing === chunk.length ? null : chunk.subarray(passing)
    this.#isWanted = false
    // The reader asks again by _read.
    if (this.push(chunk.subarray(0, passing))) this.#isWanted = true
    this.#pass()
  }
}
