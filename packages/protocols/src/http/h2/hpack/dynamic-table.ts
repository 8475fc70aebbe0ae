/** The fields that one direction of a connection has agreed on so far, the newest first. @see https://www.rfc-editor.org/rfc/rfc7541#section-2.3.2 */

/** What a field costs besides its texts, bytes. */
const overheadBytes = 32

/** Size that holds until the ends agree on another one, bytes; ours never grows above it. */
export const tableBytes = 4_096

/** A field of the table. */
export interface TableField {
  readonly name: string
  readonly value: string
  readonly sizeBytes: number
}

/** Makes a field; texts have a character per byte. */
export function tableField(name: string, value: string): TableField {
  return { name, value, sizeBytes: name.length + value.length + overheadBytes }
}

/** At most `tableBytes` of fields. */
export class DynamicTable {
  /** Grows with every change: while it stays the same, so do all indexes. */
  generation = 0
  /** The oldest first; those before #start are gone. */
  #fields: TableField[] = []
  #start = 0
  #heldBytes = 0
  #maxBytes = tableBytes

  get length(): number {
    return this.#fields.length - this.#start
  }

  get maxBytes(): number {
    return this.#maxBytes
  }

  /** The field of an index from 0 on, 0 being the newest. */
  at(index: number): TableField | undefined {
    return index < this.length ? this.#fields[this.#fields.length - 1 - index] : undefined
  }

  /** Adds a field; one larger than the table empties it (RFC 7541 §4.4). */
  add(field: TableField): void {
    this.generation++
    this.#shrink(this.#maxBytes - field.sizeBytes)
    if (field.sizeBytes > this.#maxBytes) return
    this.#fields.push(field)
    this.#heldBytes += field.sizeBytes
  }

  /** Changes the size. */
  resize(bytes: number): void {
    this.generation++
    this.#maxBytes = bytes
    this.#shrink(bytes)
  }

  /** Drops the oldest fields until at most so much is left. */
  #shrink(bytes: number): void {
    while (this.#heldBytes > 0 && this.#heldBytes > bytes) {
      this.#heldBytes -= this.#fields[this.#start++]?.sizeBytes ?? 0
    }
    if (this.#start > 2 * this.length) {
      this.#fields = this.#fields.slice(this.#start)
      this.#start = 0
    }
  }
}
