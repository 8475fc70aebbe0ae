/** Collects the chunks of a JSON file that is read as a whole, up to a size. */

const maxBytes = 20 * 1024 ** 2

export type JsonContent =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'notJson' }
  | { readonly kind: 'tooLarge'; readonly limitMegabytes: number }

export class JsonFile {
  readonly #decoder = new TextDecoder()
  #text = ''
  #sizeBytes = 0

  feed(chunk: Uint8Array): void {
    this.#sizeBytes += chunk.length
    if (this.#sizeBytes <= maxBytes) this.#text += this.#decoder.decode(chunk, { stream: true })
  }

  end(): JsonContent {
    if (this.#sizeBytes > maxBytes) return { kind: 'tooLarge', limitMegabytes: maxBytes / 1024 ** 2 }
    try {
      return { kind: 'value', value: JSON.parse(this.#text + this.#decoder.decode()) }
    } catch {
      return { kind: 'notJson' }
    }
  }
}
