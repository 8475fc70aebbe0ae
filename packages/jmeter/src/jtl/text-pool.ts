/**
 * Strings of byte ranges, each created once: a results file repeats the same few labels, codes and thread names
 * millions of times.
 */

const slots = 1 << 15
const maxKeptBytes = 8 * 1024 ** 2
/** Longer texts are seldom repeated. */
const maxPooledBytes = 512
const strict = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true })
const chinese = new TextDecoder('gb18030')

interface Entry {
  readonly bytes: Uint8Array
  readonly text: string
}

/** A cache of bounded size; a text replaces another one with the same slot. */
export class TextPool {
  /** Position of the slot's entry, from 1; 0 = none. */
  readonly #places = new Int32Array(slots)
  #entries: Entry[] = []
  #keptBytes = 0

  /** The text of bytes[start..end): UTF-8, or else GB 18030. */
  text(bytes: Uint8Array, start: number, end: number): string {
    const length = end - start
    if (length === 0) return ''
    if (length > maxPooledBytes) return textOf(bytes.subarray(start, end))
    let hash = length
    for (let at = start; at < end; at++) hash = (Math.imul(hash, 31) + (bytes[at] as number)) | 0
    const slot = (hash ^ (hash >>> 15)) & (slots - 1)
    const entry = this.#entries[(this.#places[slot] as number) - 1]
    if (entry !== undefined && isEqual(entry.bytes, bytes, start, length)) return entry.text
    return this.#keep(slot, bytes.slice(start, end))
  }

  #keep(slot: number, bytes: Uint8Array): string {
    const text = textOf(bytes)
    if (this.#keptBytes + bytes.length > maxKeptBytes) {
      this.#places.fill(0)
      this.#entries = []
      this.#keptBytes = 0
    }
    const place = this.#places[slot] as number
    this.#keptBytes += bytes.length - (this.#entries[place - 1]?.bytes.length ?? 0)
    if (place === 0) this.#places[slot] = this.#entries.push({ bytes, text })
    else this.#entries[place - 1] = { bytes, text }
    return text
  }
}

/** A spreadsheet may have saved the file in the machine's own encoding: two names must not become the same one. */
function textOf(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes)
  } catch {
    return chinese.decode(bytes)
  }
}

function isEqual(kept: Uint8Array, bytes: Uint8Array, start: number, length: number): boolean {
  if (kept.length !== length) return false
  for (let at = 0; at < length; at++) if (kept[at] !== bytes[start + at]) return false
  return true
}
