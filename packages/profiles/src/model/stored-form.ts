/** The stored form of a profile, which browsers read as well: a head in JSON, names, and columns of variable-length numbers; packed by whoever stores it. Browser-safe. */
import { z } from 'zod'
import {
  maxNames,
  maxNodes,
  maxStackDepth,
  type Profile,
  profileKinds,
  profileUnits,
  totalOf,
} from './profile.ts'
import { ProfileFault } from './profile-fault.ts'

const headSchema = z.object({
  version: z.literal(1),
  kind: z.enum(profileKinds),
  unit: z.enum(profileUnits),
  source: z.string(),
  names: z.int().min(0).max(maxNames),
  nodes: z.int().min(0).max(maxNodes),
  nameBytes: z.int().min(0),
  /** Weights that are no whole numbers are stored as floats. */
  isWhole: z.boolean(),
})

/** @see readProfile */
export function writeProfile(profile: Profile): Uint8Array {
  const { kind, unit, source, names, depth, nameOf, self } = profile
  const text = new TextEncoder().encode(names.map(name => name.replaceAll('\n', ' ')).join('\n'))
  const isWhole = self.every(Number.isSafeInteger)
  const head = new TextEncoder().encode(
    JSON.stringify({
      version: 1,
      kind,
      unit,
      source,
      names: names.length,
      nodes: depth.length,
      nameBytes: text.length,
      isWhole,
    }),
  )
  const columns = new NumberWriter(depth.length * 6 + 64)
  depth.forEach(level => columns.whole(level))
  nameOf.forEach(id => columns.whole(id))
  if (isWhole) self.forEach(weight => columns.whole(weight))
  const floats = isWhole ? new Uint8Array() : new Uint8Array(Float64Array.from(self).buffer)
  const body = columns.bytes()
  const all = new Uint8Array(4 + head.length + text.length + body.length + floats.length)
  new DataView(all.buffer).setUint32(0, head.length)
  all.set(head, 4)
  all.set(text, 4 + head.length)
  all.set(body, 4 + head.length + text.length)
  all.set(floats, all.length - floats.length)
  return all
}

/** @throws ProfileFault damaged */
export function readProfile(bytes: Uint8Array): Profile {
  const damaged = (): ProfileFault => new ProfileFault('damaged', { place: 0 })
  if (bytes.length < 4) throw damaged()
  const headLength = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0)
  const head = headSchema.parse(JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + headLength))))
  const textFrom = 4 + headLength
  const text = new TextDecoder().decode(bytes.subarray(textFrom, textFrom + head.nameBytes))
  const names = head.names === 0 ? [] : text.split('\n')
  const columns = new NumberReader(bytes, textFrom + head.nameBytes)
  const depth = columns.fill(new Uint16Array(head.nodes))
  const nameOf = columns.fill(new Uint32Array(head.nodes))
  const self = head.isWhole
    ? columns.fill(new Float64Array(head.nodes))
    : new Float64Array(bytes.slice(bytes.length - head.nodes * 8).buffer)
  const profile = { kind: head.kind, unit: head.unit, source: head.source, names, depth, nameOf, self }
  if (names.length !== head.names || !isTree(profile)) throw damaged()
  return profile
}

/** Whether every node has a parent, a name and a weight. */
function isTree({ names, depth, nameOf, self }: Profile): boolean {
  let before = -1
  for (const level of depth) {
    if (level > before + 1 || level >= maxStackDepth) return false
    before = level
  }
  return (
    nameOf.every(id => id < names.length) &&
    Number.isFinite(totalOf({ self })) &&
    self.every(weight => weight >= 0)
  )
}

/** Numbers below 2^53, seven bits a byte, lowest first. */
class NumberWriter {
  #bytes: Uint8Array
  #length = 0
  constructor(capacity: number) {
    this.#bytes = new Uint8Array(capacity)
  }
  whole(value: number): void {
    if (this.#length + 8 > this.#bytes.length) {
      const larger = new Uint8Array(this.#bytes.length * 2)
      larger.set(this.#bytes)
      this.#bytes = larger
    }
    let rest = value
    while (rest >= 128) {
      this.#bytes[this.#length++] = (rest % 128) | 128
      rest = Math.floor(rest / 128)
    }
    this.#bytes[this.#length++] = rest
  }
  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }
}

class NumberReader {
  readonly #bytes: Uint8Array
  #at: number
  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes
    this.#at = at
  }
  fill<C extends Uint16Array | Uint32Array | Float64Array>(column: C): C {
    for (let at = 0; at < column.length; at++) column[at] = this.whole()
    return column
  }
  whole(): number {
    let value = 0
    let factor = 1
    for (;;) {
      const byte = this.#bytes[this.#at++]
      if (byte === undefined || factor > 2 ** 49) throw new ProfileFault('damaged', { place: this.#at })
      value += (byte & 127) * factor
      if (byte < 128) return value
      factor *= 128
    }
  }
}
