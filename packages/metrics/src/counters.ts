/** All that is counted for one label in one window: filled by the worker for each sample, merged by everything that follows. */
import { Histogram } from './histogram.ts'
import { PhaseSums, type WirePhases } from './phases.ts'

/** Counters as they travel in a batch; the contract's LabelCounters without `label`. */
export interface WireCounters {
  passed: number
  failed: number
  sentBytes: number
  receivedBytes: number
  sumUs: number
  sumSquaresUs2: number
  /** 0 when nothing was counted. */
  minUs: number
  maxUs: number
  /** Base64 of the histogram's encoding. */
  histogram: string
  /** null when no parts of times were counted. */
  phases: WirePhases | null
}

/** Mutable sums of samples; times in whole µs. */
export class Counters {
  passed = 0
  failed = 0
  sentBytes = 0
  receivedBytes = 0
  sumUs = 0
  sumSquaresUs2 = 0
  /** 0 when nothing was counted. */
  minUs = 0
  maxUs = 0
  readonly histogram: Histogram
  /** null until a request's parts are counted. */
  phases: PhaseSums | null = null

  constructor(histogram = new Histogram()) {
    this.histogram = histogram
  }

  /** Samples counted, passed and failed. */
  get count(): number {
    return this.passed + this.failed
  }

  /** Counts one sample; allocates nothing. */
  record(durationUs: number, passed: boolean, sentBytes: number, receivedBytes: number): void {
    if (this.passed + this.failed === 0 || durationUs < this.minUs) this.minUs = durationUs
    if (durationUs > this.maxUs) this.maxUs = durationUs
    if (passed) this.passed++
    else this.failed++
    this.sentBytes += sentBytes
    this.receivedBytes += receivedBytes
    this.sumUs += durationUs
    this.sumSquaresUs2 += durationUs * durationUs
    this.histogram.record(durationUs)
  }

  /** Counts the parts of a sample's time, besides `record`: µs by the index of the keys, null where a part did not happen. */
  recordPhases(phasesUs: readonly (number | null)[], keys: readonly string[]): void {
    this.phases ??= new PhaseSums(keys)
    this.phases.record(phasesUs)
  }

  /** Adds parts that were counted elsewhere. */
  mergePhases(phases: PhaseSums | null): void {
    if (phases === null) return
    this.phases ??= new PhaseSums()
    this.phases.merge(phases)
  }

  /** Adds all that the other one counted. */
  merge(other: Counters): void {
    if (other.count === 0) return
    this.minUs = this.count === 0 ? other.minUs : Math.min(this.minUs, other.minUs)
    this.maxUs = Math.max(this.maxUs, other.maxUs)
    this.passed += other.passed
    this.failed += other.failed
    this.sentBytes += other.sentBytes
    this.receivedBytes += other.receivedBytes
    this.sumUs += other.sumUs
    this.sumSquaresUs2 += other.sumSquaresUs2
    this.histogram.merge(other.histogram)
    this.mergePhases(other.phases)
  }

  /** Starts the next window in the same memory. */
  reset(): void {
    this.passed = 0
    this.failed = 0
    this.sentBytes = 0
    this.receivedBytes = 0
    this.sumUs = 0
    this.sumSquaresUs2 = 0
    this.minUs = 0
    this.maxUs = 0
    this.histogram.reset()
    this.phases?.reset()
  }

  /** Form for a batch or a JSON column. */
  toWire(): WireCounters {
    return {
      passed: this.passed,
      failed: this.failed,
      sentBytes: this.sentBytes,
      receivedBytes: this.receivedBytes,
      sumUs: this.sumUs,
      sumSquaresUs2: this.sumSquaresUs2,
      minUs: this.minUs,
      maxUs: this.maxUs,
      histogram: this.histogram.encodeBase64(),
      phases: this.phases?.toWire() ?? null,
    }
  }

  /** Reads what toWire() made. @throws RangeError when the histogram is damaged or does not count what the sums say. */
  static fromWire(wire: WireCounters): Counters {
    const counters = new Counters(Histogram.decodeBase64(wire.histogram))
    if (counters.histogram.count !== wire.passed + wire.failed) {
      throw new RangeError('histogram and counters differ')
    }
    counters.passed = wire.passed
    counters.failed = wire.failed
    counters.sentBytes = wire.sentBytes
    counters.receivedBytes = wire.receivedBytes
    counters.sumUs = wire.sumUs
    counters.sumSquaresUs2 = wire.sumSquaresUs2
    counters.minUs = wire.minUs
    counters.maxUs = wire.maxUs
    if (wire.phases !== null) counters.phases = PhaseSums.fromWire(wire.phases)
    return counters
  }
}
