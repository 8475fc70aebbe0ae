/** The bytes of a batch's counters in run_batches.labels: exact, compact, and merged into counters without building objects in between. */
import type { LabelCounters } from '@pone/contract/link/batch.ts'
import { decodeBase64 } from '@pone/metrics/base64.ts'
import type { Counters } from '@pone/metrics/counters.ts'
import { PhaseSums, phaseNames } from '@pone/metrics/phases.ts'

/** 1 had no phases. */
const version = 2
/** label, histogram length: u16, u32; then eight doubles. */
const headBytes = 6 + 8 * 8
/** Before the phases: which of them follow, a bit each. */
const maskBytes = 1
/** Count and sum of a phase: two doubles. */
const phaseBytes = 16

/** Counters of one label as they lie in the bytes; `histogram` is a view, valid as long as the bytes are. */
export interface StoredCounters {
  label: number
  passed: number
  failed: number
  sentBytes: number
  receivedBytes: number
  sumUs: number
  sumSquaresUs2: number
  minUs: number
  maxUs: number
  histogram: Uint8Array
  phases: PhaseSums | null
}

/** Packs the counters of a batch; labels without samples are left out. @throws RangeError when a histogram is not base64. */
export function encodeLabels(labels: readonly LabelCounters[]): Buffer {
  const counted = labels
    .filter(label => label.passed + label.failed > 0)
    .map(counters => ({
      counters,
      histogram: decodeBase64(counters.histogram),
      phases: encodePhases(counters.phases),
    }))
  const sizeBytes = counted.reduce(
    (sum, { histogram, phases }) => sum + headBytes + histogram.length + phases.length,
    1,
  )
  const bytes = Buffer.allocUnsafe(sizeBytes)
  let at = bytes.writeUInt8(version, 0)
  for (const { counters, histogram, phases } of counted) {
    at = bytes.writeUInt16LE(counters.label, at)
    at = bytes.writeUInt32LE(histogram.length, at)
    at = bytes.writeDoubleLE(counters.passed, at)
    at = bytes.writeDoubleLE(counters.failed, at)
    at = bytes.writeDoubleLE(counters.sentBytes, at)
    at = bytes.writeDoubleLE(counters.receivedBytes, at)
    at = bytes.writeDoubleLE(counters.sumUs, at)
    at = bytes.writeDoubleLE(counters.sumSquaresUs2, at)
    at = bytes.writeDoubleLE(counters.minUs, at)
    at = bytes.writeDoubleLE(counters.maxUs, at)
    bytes.set(histogram, at)
    at += histogram.length
    bytes.set(phases, at)
    at += phases.length
  }
  return bytes
}

/** Reads what encodeLabels made, in its order, also as it was before there were phases. @throws RangeError for another version. */
export function* decodeLabels(bytes: Buffer): Generator<StoredCounters> {
  const found = bytes[0] ?? 0
  if (found < 1 || found > version) throw new RangeError('unknown version of stored counters')
  for (let at = 1; at < bytes.length; ) {
    const length = bytes.readUInt32LE(at + 2)
    const doubles = at + 6
    const phasesAt = at + headBytes + length
    yield {
      label: bytes.readUInt16LE(at),
      passed: bytes.readDoubleLE(doubles),
      failed: bytes.readDoubleLE(doubles + 8),
      sentBytes: bytes.readDoubleLE(doubles + 16),
      receivedBytes: bytes.readDoubleLE(doubles + 24),
      sumUs: bytes.readDoubleLE(doubles + 32),
      sumSquaresUs2: bytes.readDoubleLE(doubles + 40),
      minUs: bytes.readDoubleLE(doubles + 48),
      maxUs: bytes.readDoubleLE(doubles + 56),
      histogram: bytes.subarray(at + headBytes, phasesAt),
      phases: found === 1 ? null : decodePhases(bytes, phasesAt),
    }
    at = found === 1 ? phasesAt : phasesAt + phasesLength(bytes.readUInt8(phasesAt))
  }
}

function encodePhases(wire: LabelCounters['phases']): Uint8Array {
  const bytes = Buffer.alloc(maskBytes + phaseNames.length * phaseBytes)
  if (wire === null) return bytes.subarray(0, maskBytes)
  let mask = 0
  let at = maskBytes
  for (const [position, name] of phaseNames.entries()) {
    const { count, sumUs } = wire[name]
    if (count === 0) continue
    mask |= 1 << position
    at = bytes.writeDoubleLE(count, at)
    at = bytes.writeDoubleLE(sumUs, at)
  }
  bytes[0] = mask
  return bytes.subarray(0, at)
}

function decodePhases(bytes: Buffer, from: number): PhaseSums | null {
  const mask = bytes.readUInt8(from)
  if (mask === 0) return null
  const phases = new PhaseSums()
  let at = from + maskBytes
  for (let position = 0; position < phaseNames.length; position++) {
    if ((mask & (1 << position)) === 0) continue
    phases.add(position, bytes.readDoubleLE(at), bytes.readDoubleLE(at + 8))
    at += phaseBytes
  }
  return phases
}

function phasesLength(mask: number): number {
  let length = maskBytes
  for (let position = 0; position < phaseNames.length; position++) {
    if ((mask & (1 << position)) !== 0) length += phaseBytes
  }
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
  into.histogram.mergeEncoded(stored.histogram)
  into.mergePhases(stored.phases)
}
