/** Sends metrics by Prometheus remote write 1.0. @see https://prometheus.io/docs/specs/prw/remote_write_spec/ */
import { quantiles, type RunMetrics } from './metrics.ts'
import { bytesField, doubleField, intField, snappy } from './protobuf.ts'
import type { Target } from './push.ts'

type Labels = Readonly<Record<string, string>>

/** One value of one series. */
interface Point {
  readonly name: string
  readonly labels: Labels
  readonly value: number
}

/** Target for pushes to a receiver, e.g. `http://host:9090/api/v1/write`. */
export const prometheusTarget = (url: string): Target => ({
  title: 'Prometheus',
  url,
  headers: {
    'content-type': 'application/x-protobuf',
    'content-encoding': 'snappy',
    'x-prometheus-remote-write-version': '0.1.0',
  },
  bodyOf: metrics => Uint8Array.from(snappy(writeRequest(metrics))),
})

function writeRequest(metrics: RunMetrics): Buffer {
  const common = { run: metrics.runId, component: metrics.name, instance: metrics.host, job: 'pone' }
  return Buffer.concat(
    pointsOf(metrics).map(({ name, labels, value }) => {
      const pairs = Object.entries({ ...common, ...labels, __name__: name }).sort(([a], [b]) =>
        a < b ? -1 : 1,
      )
      const series = [
        ...pairs.map(([key, text]) =>
          bytesField(1, Buffer.concat([bytesField(1, key), bytesField(2, text)])),
        ),
        bytesField(2, Buffer.concat([doubleField(1, value), intField(2, metrics.at)])),
      ]
      return bytesField(1, Buffer.concat(series))
    }),
  )
}

function pointsOf(metrics: RunMetrics): Point[] {
  const points: Point[] = [
    { name: 'pone_users', labels: {}, value: metrics.users },
    { name: 'pone_iterations_total', labels: {}, value: metrics.iterations },
    { name: 'pone_sent_bytes_total', labels: {}, value: metrics.sentBytes },
    { name: 'pone_received_bytes_total', labels: {}, value: metrics.receivedBytes },
  ]
  for (const { label, kind, count, failed, sumMs, quantilesMs } of metrics.labels) {
    const labels = { label, kind }
    const time = 'pone_response_time_seconds'
    points.push(
      { name: kind === 'request' ? 'pone_requests_total' : 'pone_transactions_total', labels, value: count },
      { name: 'pone_failures_total', labels, value: failed },
      { name: `${time}_count`, labels, value: count },
      { name: `${time}_sum`, labels, value: sumMs / 1_000 },
      ...quantiles.map((quantile, index) => ({
        name: time,
        labels: { ...labels, quantile: String(quantile) },
        value: (quantilesMs[index] ?? 0) / 1_000,
      })),
    )
  }
  return points
}
