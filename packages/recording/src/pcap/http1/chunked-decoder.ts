/** Takes the chunks of a chunked body apart while its bytes arrive. @see https://www.rfc-editor.org/rfc/rfc9112#section-7.1 */

export interface ChunksRead {
  readonly usedBytes: number
  readonly state: 'more' | 'ended' | 'broken'
}

/** Of the line before a chunk, with its extensions. */
const maxLineBytes = 4096
const maxTrailerBytes = 64 * 1024

export class ChunkedDecoder {
  #place: 'size' | 'data' | 'afterData' | 'trailer' = 'size'
  #line = ''
  #trailerBytes = 0
  #remaining = 0

  /** Whether so many missing bytes are inside of one chunk; they are then passed over. */
  skip(bytes: number): boolean {
    if (this.#place !== 'data' || bytes >= this.#remaining) return false
    this.#remaining -= bytes
    return true
  }

  read(bytes: Uint8Array, take: (part: Uint8Array) => void): ChunksRead {
    let at = 0
    while (at < bytes.length) {
      if (this.#place === 'data') {
        const part = bytes.subarray(at, at + this.#remaining)
        take(part)
        at += part.length
        this.#remaining -= part.length
        if (this.#remaining === 0) this.#place = 'afterData'
        continue
      }
      const end = bytes.indexOf(10, at)
      const piece = bytes.subarray(at, end < 0 ? bytes.length : end)
      if (this.#line.length + piece.length > maxLineBytes) return { usedBytes: bytes.length, state: 'broken' }
      this.#line += String.fromCharCode(...piece)
      if (end < 0) break
      at = end + 1
      const state = this.#endLine()
      if (state !== 'more') return { usedBytes: state === 'broken' ? bytes.length : at, state }
    }
    return { usedBytes: bytes.length, state: 'more' }
  }

  #endLine(): ChunksRead['state'] {
    const line = this.#line.replace(/\r$/, '')
    this.#line = ''
    if (this.#place === 'trailer') {
      this.#trailerBytes += line.length + 2
      if (line === '') return 'ended'
      return this.#trailerBytes > maxTrailerBytes ? 'broken' : 'more'
    }
    if (this.#place === 'afterData') {
      this.#place = 'size'
      return line === '' ? 'more' : 'broken'
    }
    const size = /^\s*([0-9a-f]{1,12})\s*(;|$)/i.exec(line)?.[1]
    if (size === undefined) return 'broken'
    this.#remaining = Number.parseInt(size, 16)
    this.#place = this.#remaining === 0 ? 'trailer' : 'data'
    return 'more'
  }
}
