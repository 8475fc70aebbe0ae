/** Bytes of a histogram on its way from worker to server: a version, then runs of non-empty slots as varints (gap, length, counts). */
import { slotCount } from './histogram-slots.ts'

const version = 1
const maxCount = 4_294_967_295

/** Encodes the counts of consecutive slots, the first of which is `firstSlot`. */
export function encodeCounts(counts: Uint32Array, firstSlot: number): Uint8Array<ArrayBuffer> {
  let bytes = new Uint8Array(256)
  let size = 0
  const put = (value: number): void => {
    if (size + 5 > bytes.length) {
      const grown = new Uint8Array(bytes.length * 2)
      grown.set(bytes)
      bytes = grown
    }
    let rest = value
    while (rest >= 0x80) {
      bytes[size++] = (rest & 0x7f) | 0x80
      rest = rest >>> 7
    }
    bytes[size++] = rest
  }
  put(version)
  let end = 0
  for (let index = 0; index < counts.length; ) {
    if (counts[index] === 0) {
      index++
      continue
    }
    let runEnd = index
    while (runEnd < counts.length && counts[runEnd] !== 0) runEnd++
    put(firstSlot + index - end)
    put(runEnd - index)
    for (; index < runEnd; index++) put(counts[index] ?? 0)
    end = firstSlot + runEnd
  }
  return bytes.slice(0, size)
}

/** Hands every non-empty slot and its count to `add`. @throws RangeError when the bytes are not what encodeCounts makes. */
export function decodeCounts(bytes: Uint8Array, add: (slot: number, count: number) => void): void {
  let position = 0
  const take = (): number => {
    let value = 0
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes[position++]
      if (byte === undefined) throw new RangeError('histogram ends early')
      value += (byte & 0x7f) * scale
      if (value > maxCount) throw new RangeError('histogram holds a number that is too large')
      if (byte < 0x80) return value
      if (scale > maxCount) throw new RangeError('histogram holds an endless number')
    }
  }
  if (take() !== version) throw new RangeError('unknown histogram version')
  let slot = 0
  while (position < bytes.length) {
    slot += take()
    const length = take()
    if (length === 0 || slot + length > slotCount) throw new RangeError('histogram leaves its range')
    for (const end = slot + length; slot < end; slot++) {
      const count = take()
      if (count === 0) throw new RangeError('histogram holds an empty slot')
      add(slot, count)
    }
  }
}
