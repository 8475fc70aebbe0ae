/** Messages between the agent and its collector process: their length in bytes as 4 bytes, then JSON. */

/** Longest message, bytes. */
export const maxFrameBytes = 16 * 1024 ** 2
const headBytes = 4

export function frameOf(message: unknown): Buffer {
  const text = JSON.stringify(message)
  const frame = Buffer.allocUnsafe(headBytes + Buffer.byteLength(text))
  frame.writeUInt32LE(frame.length - headBytes)
  frame.write(text, headBytes)
  return frame
}

export class FrameError extends Error {
  override readonly name = 'FrameError'
}

const usualBytes = 64 * 1024

/** Parts of a stream → messages. Memory grows with what has come, never with what a length promises. */
export class FrameReader {
  #bytes = Buffer.allocUnsafeSlow(usualBytes)
  #size = 0

  /** The messages that end in this part. @throws FrameError for a message that is too long or no JSON */
  read(part: Buffer): unknown[] {
    this.#append(part)
    const messages: unknown[] = []
    let at = 0
    while (this.#size - at >= headBytes) {
      const length = this.#bytes.readUInt32LE(at)
      if (length > maxFrameBytes) throw new FrameError(`a message of ${length} bytes`)
      const end = at + headBytes + length
      if (end > this.#size) break
      messages.push(parsed(this.#bytes.toString('utf8', at + headBytes, end)))
      at = end
    }
    this.#forget(at)
    return messages
  }

  #append(part: Buffer): void {
    const size = this.#size + part.length
    if (size > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(size, this.#bytes.length * 2))
      this.#bytes.copy(larger, 0, 0, this.#size)
      this.#bytes = larger
    }
    part.copy(this.#bytes, this.#size)
    this.#size = size
  }

  #forget(read: number): void {
    this.#bytes.copyWithin(0, read, this.#size)
    this.#size -= read
    if (this.#size > usualBytes || this.#bytes.length === usualBytes) return
    const smaller = Buffer.allocUnsafeSlow(usualBytes)
    this.#bytes.copy(smaller, 0, 0, this.#size)
    this.#bytes = smaller
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new FrameError('a message that is no JSON', { cause })
  }
}
