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

/** The non-empty slots of an encoded histogram, read once to be looked at or added several times; the memory is used again for the next one. */
export class DecodedCounts {
  slots = new Uint32Array(128)
  counts = new Uint32Array(128)
  /** How many of the slots are in use, ascending. */
  length = 0
  /** Sum of the counts. */
  total = 0

  /** Reads what encodeCounts made, from `start` to `end`. @throws RangeError for anything else; what was read before is gone then. */
  read(bytes: Uint8Array, start = 0, end = bytes.length): this {
    this.length = 0
    this.total = 0
    if (start >= end) throw new RangeError('histogram ends early')
    if (bytes[start] !== version) throw new RangeError('unknown histogram version')
    let position = start + 1
    let slot = 0
    let left = 0
    let isGap = true
    while (position < end) {
      let value = bytes[position++] as number
      if (value >= 0x80) {
        value &= 0x7f
        for (let scale = 128; ; scale *= 128) {
          if (position >= end) throw new RangeError('histogram ends early')
          const byte = bytes[position++] as number
          value += (byte & 0x7f) * scale
          if (value > maxCount) throw new RangeError('histogram holds a number that is too large')
          if (byte < 0x80) break
          if (scale > maxCount) throw new RangeError('histogram holds an endless number')
        }
      }
      if (left > 0) {
        if (value === 0) throw new RangeError('histogram holds an empty slot')
        this.#put(slot, value)
        slot++
        left--
      } else if (isGap) {
        slot += value
        isGap = false
      } else {
        if (value === 0 || slot + value > slotCount) throw new RangeError('histogram leaves its range')
        left = value
        isGap = true
      }
    }
    if (left > 0 || !isGap) throw new RangeError('histogram ends early')
    return this
  }

  #put(slot: number, count: number): void {
    if (this.length === this.slots.length) {
      this.slots = grown(this.slots)
      this.counts = grown(this.counts)
    }
    this.slots[this.length] = slot
    this.counts[this.length] = count
    this.length++
    this.total += count
  }
}

function grown(numbers: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(numbers.length * 2)
  larger.set(numbers)
  return larger
}
