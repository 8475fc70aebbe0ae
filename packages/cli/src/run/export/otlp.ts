/** Sends metrics by OpenTelemetry's OTLP over HTTP, in JSON. @see https://opentelemetry.io/docs/specs/otlp/ */
import { quantiles, type RunMetrics } from './metrics.ts'
import type { Target } from './push.ts'

const path = '/v1/metrics'
const cumulative = 2

/** Target for pushes to a collector, e.g. `http://host:4318`; further headers come from OTEL_EXPORTER_OTLP_HEADERS. */
export const otlpTarget = (url: string, env: NodeJS.ProcessEnv): Target => ({
  title: 'OTLP',
  url: url.endsWith(path) ? url : url + path,
  headers: { 'content-type': 'application/json', ...headersOf(env['OTEL_EXPORTER_OTLP_HEADERS'] ?? '') },
  bodyOf: metrics => JSON.stringify(exportRequest(metrics)),
})

const headersOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split(',').flatMap(pair => {
      // Only the first = is the separator: values in Base64 may end with =.
      const at = pair.indexOf('=')
      return at < 1 ? [] : [[decoded(pair.slice(0, at)), decoded(pair.slice(at + 1))]]
    }),
  )

/** Percent-encoded by the specification, but a value with a single % is used unchanged. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part.trim())
  } catch {
    return part.trim()
  }
}

const attributesOf = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).map(([key, text]) => ({ key, value: { stringValue: text } }))
const nanoseconds = (ms: number): string => `${ms}000000`

function exportRequest(metrics: RunMetrics) {
  const time = { startTimeUnixNano: nanoseconds(metrics.startedAt), timeUnixNano: nanoseconds(metrics.at) }
  const sum = (name: string, unit: string, dataPoints: readonly object[]) => ({
    name,
    unit,
    sum: { aggregationTemporality: cumulative, isMonotonic: true, dataPoints },
  })
  const single = (value: number) => [{ ...time, asInt: String(Math.round(value)), attributes: [] }]
  const perLabel = (pick: (label: RunMetrics['labels'][number]) => number) =>
    metrics.labels.map(each => ({
      ...time,
      asInt: String(pick(each)),
      attributes: attributesOf({ label: each.label, kind: each.kind }),
    }))
  const summaries = metrics.labels.map(({ label, kind, count, sumMs, quantilesMs }) => ({
    ...time,
    attributes: attributesOf({ label, kind }),
    count: String(count),
    sum: sumMs,
    quantileValues: quantiles.map((quantile, index) => ({ quantile, value: quantilesMs[index] ?? 0 })),
  }))
  const resource = {
    'service.name': 'pone',
    'host.name': metrics.host,
    'pone.run': metrics.runId,
    'pone.component': metrics.name,
  }
  return {
    resourceMetrics: [
      {
        resource: { attributes: attributesOf(resource) },
        scopeMetrics: [
          {
            scope: { name: 'pone' },
            metrics: [
              sum(
                'pone.requests',
                '{request}',
                perLabel(each => each.count),
              ),
              sum(
                'pone.failures',
                '{request}',
                perLabel(each => each.failed),
              ),
              sum('pone.iterations', '{iteration}', single(metrics.iterations)),
              sum('pone.sent', 'By', single(metrics.sentBytes)),
              sum('pone.received', 'By', single(metrics.receivedBytes)),
              { name: 'pone.users', unit: '{user}', gauge: { dataPoints: single(metrics.users) } },
              { name: 'pone.response_time', unit: 'ms', summary: { dataPoints: summaries } },
            ],
          },
        ],
      },
    ],
  }
}
