/** The bytes of a batch's counters in run_batches.labels: exact, compact, and merged into counters without building objects in between. */
import type { LabelCounters } from '@pone/contract/link/batch.ts'
import type { Counters } from '@pone/metrics/counters.ts'
import { DecodedCounts } from '@pone/metrics/histogram-codec.ts'
import { commonPhases, PhaseSums, type WirePhases } from '@pone/metrics/phases.ts'

/** 1 had no phases, 2 those of HTTP only. */
const version = 3
/** label, histogram length: u16, u32; then eight doubles. */
const headBytes = 6 + 8 * 8
/** Before the phases: which of the common ones follow, a bit each, and whether others do. */
const maskBytes = 1
const hasOthers = 0x80
/** Count and sum of a phase: two doubles. */
const phaseBytes = 16

/** Counters of one label; valid until the next one is read. */
export interface StoredCounters {
  readonly label: number
  readonly passed: number
  readonly failed: number
  readonly sentBytes: number
  readonly receivedBytes: number
  readonly sumUs: number
  readonly sumSquaresUs2: number
  readonly minUs: number
  readonly maxUs: number
  /** @throws RangeError when the stored histogram is damaged. */
  readonly counts: DecodedCounts
  /** Adds the parts of the times, if they were counted. */
  addPhases(into: Pick<Counters, 'phases'>): void
}

/** Packs the counters of a batch; labels without samples are left out. @throws RangeError when a histogram is not base64. */
export function encodeLabels(labels: readonly LabelCounters[]): Buffer {
  let sizeBytes = 1
  for (const counters of labels) {
    if (counters.passed + counters.failed === 0) continue
    sizeBytes += headBytes + decodedLength(counters.histogram) + phasesSize(counters.phases)
  }
  const bytes = Buffer.allocUnsafe(sizeBytes)
  const view = new DataView(bytes.buffer, bytes.byteOffset, sizeBytes)
  bytes[0] = version
  let at = 1
  for (const counters of labels) {
    if (counters.passed + counters.failed === 0) continue
    const length = decodedLength(counters.histogram)
    view.setUint16(at, counters.label, true)
    view.setUint32(at + 2, length, true)
    view.setFloat64(at + 6, counters.passed, true)
    view.setFloat64(at + 14, counters.failed, true)
    view.setFloat64(at + 22, counters.sentBytes, true)
    view.setFloat64(at + 30, counters.receivedBytes, true)
    view.setFloat64(at + 38, counters.sumUs, true)
    view.setFloat64(at + 46, counters.sumSquaresUs2, true)
    view.setFloat64(at + 54, counters.minUs, true)
    view.setFloat64(at + 62, counters.maxUs, true)
    at += headBytes
    if (bytes.write(counters.histogram, at, length, 'base64') !== length) {
      throw new RangeError('text is not base64')
    }
    at = writePhases(bytes, view, at + length, counters.phases)
  }
  return bytes
}

/** Reads what encodeLabels made, in its order, also as it was before there were phases; a caller that reads many passes the buffer for their counts. @throws RangeError for another version. */
export function* decodeLabels(bytes: Buffer, decoded = new DecodedCounts()): Generator<StoredCounters> {
  const found = bytes[0] ?? 0
  if (found < 1 || found > version) throw new RangeError('unknown version of stored counters')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  for (let at = 1; at < bytes.length; ) {
    const phasesAt = at + headBytes + view.getUint32(at + 2, true)
    const mask = found === 1 ? 0 : view.getUint8(phasesAt)
    yield new StoredLabel({ bytes, view, at, phasesAt, mask, decoded })
    at = found === 1 ? phasesAt : phasesAt + phasesLength(view, phasesAt, mask)
  }
}

interface Place {
  readonly bytes: Buffer
  readonly view: DataView
  /** Where the label begins, and where its phases do. */
  readonly at: number
  readonly phasesAt: number
  readonly mask: number
  readonly decoded: DecodedCounts
}

class StoredLabel implements StoredCounters {
  readonly label: number
  readonly passed: number
  readonly failed: number
  readonly sentBytes: number
  readonly receivedBytes: number
  readonly sumUs: number
  readonly sumSquaresUs2: number
  readonly minUs: number
  readonly maxUs: number
  readonly #place: Place
  #isRead = false

  constructor(place: Place) {
    const { view, at } = place
    this.#place = place
    this.label = view.getUint16(at, true)
    this.passed = view.getFloat64(at + 6, true)
    this.failed = view.getFloat64(at + 14, true)
    this.sentBytes = view.getFloat64(at + 22, true)
    this.receivedBytes = view.getFloat64(at + 30, true)
    this.sumUs = view.getFloat64(at + 38, true)
    this.sumSquaresUs2 = view.getFloat64(at + 46, true)
    this.minUs = view.getFloat64(at + 54, true)
    this.maxUs = view.getFloat64(at + 62, true)
  }

  /** Read once, however often it is merged. */
  get counts(): DecodedCounts {
    const { bytes, at, phasesAt, decoded } = this.#place
    if (!this.#isRead) decoded.read(bytes, at + headBytes, phasesAt)
    this.#isRead = true
    return decoded
  }

  addPhases(into: Pick<Counters, 'phases'>): void {
    const { bytes, view, phasesAt, mask } = this.#place
    if (mask === 0) return
    into.phases ??= new PhaseSums(commonPhases)
    let at = phasesAt + maskBytes
    for (const [position, key] of commonPhases.entries()) {
      if ((mask & (1 << position)) === 0) continue
      into.phases.addTo(key, view.getFloat64(at, true), view.getFloat64(at + 8, true))
      at += phaseBytes
    }
    if ((mask & hasOthers) === 0) return
    const count = view.getUint8(at++)
    for (let other = 0; other < count; other++) {
      const length = view.getUint8(at)
      const sumsAt = at + 1 + length
      const key = bytes.toString('utf8', at + 1, sumsAt)
      into.phases.addTo(key, view.getFloat64(sumsAt, true), view.getFloat64(sumsAt + 8, true))
      at = sumsAt + phaseBytes
    }
  }
}

/** Bytes that a base64 text with padding stands for. */
function decodedLength(text: string): number {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  return Math.max(0, Math.floor((text.length * 3) / 4) - padding)
}

const isCommon = (key: string) => (commonPhases as readonly string[]).includes(key)

/** Phases that a mask cannot name, those that never happened left out. */
const othersOf = (wire: WirePhases) =>
  Object.entries(wire).filter(([key, { count }]) => count !== 0 && !isCommon(key))

function phasesSize(wire: LabelCounters['phases']): number {
  if (wire === null) return maskBytes
  let size = maskBytes
  for (const key of commonPhases) if ((wire[key]?.count ?? 0) !== 0) size += phaseBytes
  const others = othersOf(wire)
  if (others.length > 0) size += 1
  for (const [key] of others) size += 1 + Buffer.byteLength(key) + phaseBytes
  return size
}

/** Answers where the phases end. */
function writePhases(bytes: Buffer, view: DataView, from: number, wire: LabelCounters['phases']): number {
  let mask = 0
  let at = from + maskBytes
  const writeSums = ({ count, sumUs }: { count: number; sumUs: number }) => {
    view.setFloat64(at, count, true)
    view.setFloat64(at + 8, sumUs, true)
    at += phaseBytes
  }
  for (const [position, key] of commonPhases.entries()) {
    const sums = wire?.[key]
    if (sums === undefined || sums.count === 0) continue
    mask |= 1 << position
    writeSums(sums)
  }
  const others = wire === null ? [] : othersOf(wire)
  if (others.length > 0) {
    mask |= hasOthers
    view.setUint8(at++, others.length)
    for (const [key, sums] of others) {
      const length = bytes.write(key, at + 1, 'utf8')
      view.setUint8(at, length)
      at += 1 + length
      writeSums(sums)
    }
  }
  view.setUint8(from, mask)
  return at
}

function phasesLength(view: DataView, from: number, mask: number): number {
  let length = maskBytes
  for (const position of commonPhases.keys()) if ((mask & (1 << position)) !== 0) length += phaseBytes
  if ((mask & hasOthers) === 0) return length
  const count = view.getUint8(from + length++)
  for (let other = 0; other < count; other++) length += 1 + view.getUint8(from + length) + phaseBytes
  return length
}

/** Adds stored counters to others. @throws RangeError when the stored histogram is damaged. */
export function mergeStored(into: Counters, stored: StoredCounters): void {
  into.minUs = into.count === 0 ? stored.minUs : Math.min(into.minUs, stored.minUs)
  into.maxUs = Math.max(into.maxUs, stored.maxUs)
  into.passed += stored.passed
  into.failed += stored.failed
  into.sentBytes += stored.sentBytes
  into.receivedBytes += stored.receivedBytes
  into.sumUs += stored.sumUs
  into.sumSquaresUs2 += stored.sumSquaresUs2
  into.histogram.mergeDecoded(stored.counts)
  stored.addPhases(into)
}
