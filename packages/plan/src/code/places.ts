/** Remembers where in a text each object of a parsed file stands, also after it was brought into another form. */

/** Where an object or array begins, and its entries by key or index; offsets in characters. */
export interface Place {
  readonly offset: number
  readonly entries: ReadonlyMap<string, number>
  /** Entries that are numbers and are written as no program would write them, such as 007 or 1.0: as they stand there. */
  readonly written?: ReadonlyMap<string, string>
}

export type Path = readonly PropertyKey[]

export class Places {
  readonly #places = new WeakMap<object, Place>()

  set(object: object, place: Place): void {
    this.#places.set(object, place)
  }

  get(object: object): Place | undefined {
    return this.#places.get(object)
  }

  /** `made` stands where `from` does; `renamed` tells which entry of `from` an entry of `made` comes from. Answers `made`. */
  inherit<T extends object>(made: T, from: object, renamed: Readonly<Record<string, string>> = {}): T {
    const place = this.#places.get(from)
    if (place === undefined) return made
    const entries = new Map(place.entries)
    for (const [key, source] of Object.entries(renamed)) {
      const offset = place.entries.get(source)
      if (offset !== undefined) entries.set(key, offset)
    }
    this.#places.set(made, { ...place, entries })
    return made
  }

  /** An entry as text, as it was written; what is neither text, number nor yes or no stays as it is. */
  textOf(object: object, key: string): unknown {
    const value: unknown = Reflect.get(object, key)
    if (typeof value !== 'number' && typeof value !== 'boolean') return value
    return this.#places.get(object)?.written?.get(key) ?? String(value)
  }

  /** Offset of the innermost entry on the path that is known; null when nothing is. */
  offsetOf(root: unknown, path: Path): number | null {
    let offset: number | null = null
    let value = root
    for (const key of [...path, null]) {
      if (typeof value !== 'object' || value === null) break
      const place = this.#places.get(value)
      if (place !== undefined) {
        offset = key === null ? (offset ?? place.offset) : (place.entries.get(String(key)) ?? place.offset)
      }
      value = key === null ? undefined : Reflect.get(value, key)
    }
    return offset
  }
}

/** Line and column, both from 1, of an offset in a text. */
export function lineAndColumn(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset)
  const lastBreak = before.lastIndexOf('\n')
  return { line: before.split('\n').length, column: offset - lastBreak }
}
