/** The log-linear scale of the histogram: which slot a response time falls in, and which times a slot stands for. */

/** Longest time that is told apart, µs (about 71 minutes); what is longer falls in the last slot. */
export const maxHistogramUs = 4_294_967_295

/** Slots per power of two: width ÷ value stays below 1/1024, which is 3 significant digits. */
const slotsPerOctave = 1_024
const octaveBits = 10

/** Number of slots of the whole scale. */
export const slotCount = 22 * slotsPerOctave + slotsPerOctave

/** Slot of a whole number of µs from 0 to maxHistogramUs. */
export function slotOf(valueUs: number): number {
  const shift = 21 - Math.clz32(valueUs)
  return shift <= 0 ? valueUs : shift * slotsPerOctave + (valueUs >>> shift)
}

/** Smallest time, µs, that falls in the slot. */
export function lowestUs(slot: number): number {
  const shift = (slot >>> octaveBits) - 1
  return shift <= 0 ? slot : (slot - shift * slotsPerOctave) * 2 ** shift
}

/** Largest time, µs, that falls in the slot. */
export function highestUs(slot: number): number {
  const shift = (slot >>> octaveBits) - 1
  return shift <= 0 ? slot : (slot - shift * slotsPerOctave + 1) * 2 ** shift - 1
}
