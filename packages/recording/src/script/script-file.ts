/** Collects the chunks of a script, up to a size. */
import type { LeftList } from '../model/left.ts'

const maxBytes = 5 * 1024 ** 2

export class ScriptFile {
  readonly #decoder = new TextDecoder()
  #text = ''
  #sizeBytes = 0

  feed(chunk: Uint8Array): void {
    this.#sizeBytes += chunk.length
    if (this.#sizeBytes <= maxBytes) this.#text += this.#decoder.decode(chunk, { stream: true })
  }

  /** null if it is too large, which `left` then tells. */
  end(left: LeftList): string | null {
    if (this.#sizeBytes <= maxBytes) return this.#text + this.#decoder.decode()
    left.add('', 'entryTooLarge', { limit: maxBytes / 1024 ** 2 })
    return null
  }
}
