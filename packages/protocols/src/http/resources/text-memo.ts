/** Remembers what was found in texts, so that a page which a thousand users are sent is read once. */

const maxTexts = 16
/** Longer ones are read each time. */
const maxBytes = 512 * 1_024

/** Findings in the last text of each address; bounded. */
export class TextMemo<Found> {
  readonly #known = new Map<string, { body: Uint8Array; found: Found }>()

  /** What `read` finds in the body; asked again only when the body differs from the address's last one. */
  find(url: string, body: Uint8Array, read: () => Found): Found {
    const known = this.#known.get(url)
    if (known !== undefined && (known.body === body || Buffer.compare(known.body, body) === 0))
      return known.found
    const found = read()
    if (body.length > maxBytes) return found
    const oldest = this.#known.size >= maxTexts ? this.#known.keys().next() : null
    if (oldest?.done === false) this.#known.delete(oldest.value)
    this.#known.set(url, { body, found })
    return found
  }
}
