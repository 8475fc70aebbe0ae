/** Finds many secrets in a text in one pass, however many there are; used by the redactor. */

/** Number of characters by which the beginning of a secret is looked up. */
const beginLength = 4
const keyBits = 20
const keyMask = 2 ** keyBits - 1
/** So that a key drops a character after `beginLength` others. */
const keyShift = keyBits / beginLength

/** The secrets by their beginnings. */
export class SecretSearch {
  readonly #known = new Set<string>()
  readonly #byBegin = new Map<string, string[]>()
  /** Whether a secret begins with a key; most characters of a text need only this check. */
  #begins: Uint8Array | null = null

  /** Adds a secret; shorter than 4 characters it is not searched for. */
  add(secret: string): void {
    if (secret.length < beginLength || this.#known.has(secret)) return
    this.#known.add(secret)
    const begin = secret.slice(0, beginLength)
    const others = this.#byBegin.get(begin)
    if (others !== undefined) {
      others.push(secret)
      return
    }
    this.#byBegin.set(begin, [secret])
    this.#begins ??= new Uint8Array(2 ** keyBits)
    let key = 0
    for (let at = 0; at < beginLength; at++) key = nextKey(key, secret, at)
    this.#begins[key] = 1
  }

  /**
   * The text with the mask in place of each secret, also of one that its end cuts off; overlapping secrets are masked
   * completely.
   */
  mask(text: string, mask: string): string {
    if (this.#begins === null) return text
    let masked = ''
    let hiddenTo = 0
    let key = 0
    for (let last = 0; last < text.length; last++) {
      key = nextKey(key, text, last)
      const at = last - beginLength + 1
      if (at < 0 || this.#begins[key] === 0) continue
      const end = this.#endOf(text, at)
      if (end <= hiddenTo) continue
      if (at >= hiddenTo) masked += text.slice(hiddenTo, at) + mask
      hiddenTo = end
    }
    return hiddenTo === 0 ? text : masked + text.slice(hiddenTo)
  }

  /** End of the longest secret that begins there; 0 when there is none. */
  #endOf(text: string, at: number): number {
    const secrets = this.#byBegin.get(text.slice(at, at + beginLength))
    if (secrets === undefined) return 0
    const rest = text.length - at
    let end = 0
    for (const secret of secrets) {
      if (at + secret.length <= end) continue
      if (secret.length <= rest ? text.startsWith(secret, at) : secret.startsWith(text.slice(at))) {
        end = Math.min(text.length, at + secret.length)
      }
    }
    return end
  }
}

const nextKey = (key: number, text: string, at: number): number =>
  ((key << keyShift) ^ text.charCodeAt(at)) & keyMask
