/** Walks the fields of a protobuf message; enough for pprof, with every length checked. */
import { ProfileFault } from '../model/profile-fault.ts'

export interface Field {
  readonly number: number
  /** Of a field that is a number; exact up to 2^53. */
  readonly value: number
  /** Of a field that is bytes, a text or a message. */
  readonly bytes: Uint8Array | null
}

/** @throws ProfileFault damaged */
export function* fieldsOf(bytes: Uint8Array): Generator<Field> {
  const at = { place: 0 }
  while (at.place < bytes.length) {
    const tag = varint(bytes, at)
    const number = Math.floor(tag / 8)
    const wire = tag % 8
    if (wire === 0) yield { number, value: varint(bytes, at), bytes: null }
    else if (wire === 2) {
      const length = varint(bytes, at)
      const end = at.place + length
      if (end > bytes.length) throw new ProfileFault('damaged', { place: at.place })
      yield { number, value: 0, bytes: bytes.subarray(at.place, end) }
      at.place = end
    } else if (wire === 1 || wire === 5) at.place += wire === 1 ? 8 : 4
    else throw new ProfileFault('damaged', { place: at.place })
  }
}

/** The numbers of a repeated field, packed or one by one. */
export function numbersOf({ value, bytes }: Field): number[] {
  if (bytes === null) return [value]
  const numbers: number[] = []
  const at = { place: 0 }
  while (at.place < bytes.length) numbers.push(varint(bytes, at))
  return numbers
}

/** As signed: numbers from 2^63 on are below zero. */
function varint(bytes: Uint8Array, at: { place: number }): number {
  let value = 0
  let factor = 1
  for (let count = 0; count < 10; count++) {
    const byte = bytes[at.place++]
    if (byte === undefined) break
    value += (byte & 127) * factor
    if (byte < 128) return value >= 2 ** 63 ? value - 2 ** 64 : value
    factor *= 128
  }
  throw new ProfileFault('damaged', { place: at.place })
}
