/** Resolves references inside an API description; what lies outside the file is not read but told. */
import type { LeftList } from '../model/left.ts'
import { fieldsOf, plainText } from './openapi-schema.ts'

/** References to references. */
const maxHops = 20

export class DescriptionReferences {
  readonly #root: unknown
  readonly #left: LeftList

  constructor(root: unknown, left: LeftList) {
    this.#root = root
    this.#left = left
  }

  /** What a value refers to, with the fields beside the reference; the value itself if it is no reference. */
  resolved(value: unknown): unknown {
    let current = value
    for (let hops = 0; hops < maxHops; hops++) {
      const { $ref: reference, ...beside } = fieldsOf(current)
      if (typeof reference !== 'string') return current
      const target = this.#find(reference)
      if (target === undefined) return undefined
      current = Object.keys(beside).length === 0 ? target : { ...fieldsOf(target), ...beside }
    }
    this.#left.add('', 'brokenReference', { name: nameOf(value) })
    return undefined
  }

  #find(reference: string): unknown {
    if (!reference.startsWith('#')) {
      this.#left.add('', 'remoteReference', { name: reference.slice(0, 200) })
      return undefined
    }
    let found = this.#root
    for (const part of reference.slice(1).split('/').slice(1)) {
      const key = decoded(part)
      const holder = Array.isArray(found) ? Object.fromEntries(found.entries()) : fieldsOf(found)
      found = Object.hasOwn(holder, key) ? holder[key] : undefined
    }
    if (found === undefined) this.#left.add('', 'brokenReference', { name: reference.slice(0, 200) })
    return found
  }
}

const nameOf = (value: unknown): string => plainText(fieldsOf(value)['$ref']).slice(0, 200)

/** A part of a JSON pointer in a fragment. @see https://www.rfc-editor.org/rfc/rfc6901#section-6 */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')
  } catch {
    return part
  }
}
