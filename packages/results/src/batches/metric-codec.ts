/** The bytes of a batch's metrics in run_batches.metrics. */
import type { BatchMetric } from '@pone/contract/link/batch.ts'
import { decodeBase64 } from '@pone/metrics/base64.ts'
import { DecodedCounts } from '@pone/metrics/histogram-codec.ts'
import type { CountedMetric, MetricNumbers } from '@pone/metrics/metric-sums.ts'
import { metricKinds } from '@pone/schema/protocol.ts'
import { storableText } from './storable.ts'

const version = 1
/** Label i32, position of the kind u8, length of the key u8, length of the histogram u32; then the numbers. */
const headBytes = 10
const numbers = ['count', 'sum', 'min', 'max', 'last', 'lastAtMs'] as const
const numberBytes = 8 * numbers.length

/** Values of one metric of one label in one batch. */
export interface StoredMetric extends MetricNumbers, CountedMetric {
  /** −1 = under no label. */
  readonly label: number
  /** Encoded; null for all kinds but trends. */
  readonly histogram: Uint8Array | null
}

/** Packs them; null for none. @throws RangeError when a histogram is damaged or holds another number of values than `count`. */
export function encodeMetrics(metrics: readonly BatchMetric[]): Buffer | null {
  if (metrics.length === 0) return null
  const decoded = new DecodedCounts()
  return Buffer.concat([Buffer.of(version), ...metrics.map(metric => encodeMetric(metric, decoded))])
}

function encodeMetric(metric: BatchMetric, decoded: DecodedCounts): Buffer {
  const { label, kind, count } = metric
  const key = Buffer.from(storableText(metric.key))
  const histogram = decodeBase64(metric.histogram ?? '')
  const isTrend = kind === 'trend'
  if ((isTrend ? decoded.read(histogram).total : count) !== count || isTrend !== histogram.length > 0)
    throw new RangeError(`metric ${metric.key}: histogram and count differ`)
  const fixed = Buffer.alloc(headBytes + numberBytes)
  fixed.writeInt32LE(label, 0)
  fixed.writeUInt8(metricKinds.indexOf(kind), 4)
  fixed.writeUInt8(key.length, 5)
  fixed.writeUInt32LE(histogram.length, 6)
  for (const [at, name] of numbers.entries()) fixed.writeDoubleLE(metric[name], headBytes + 8 * at)
  return Buffer.concat([fixed, key, histogram])
}

/** Reads what encodeMetrics made; null holds none, as in what versions before 0.8 stored. @throws RangeError for another version or damaged bytes. */
export function* decodeMetrics(bytes: Buffer | null): Generator<StoredMetric> {
  if (bytes === null) return
  if (bytes[0] !== version) throw new RangeError('unknown version of stored metrics')
  for (let at = 1; at < bytes.length; ) {
    const kind = metricKinds[bytes.readUInt8(at + 4)]
    if (kind === undefined) throw new RangeError('unknown kind of metric')
    const keyAt = at + headBytes + numberBytes
    const histogramAt = keyAt + bytes.readUInt8(at + 5)
    const end = histogramAt + bytes.readUInt32LE(at + 6)
    const number = (name: (typeof numbers)[number]): number =>
      bytes.readDoubleLE(at + headBytes + 8 * numbers.indexOf(name))
    yield {
      label: bytes.readInt32LE(at),
      key: bytes.toString('utf8', keyAt, histogramAt),
      kind,
      count: number('count'),
      sum: number('sum'),
      min: number('min'),
      max: number('max'),
      last: number('last'),
      lastAtMs: number('lastAtMs'),
      histogram: end > histogramAt ? bytes.subarray(histogramAt, end) : null,
    }
    at = end
  }
}
