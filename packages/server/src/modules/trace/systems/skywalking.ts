/** SkyWalking, by the query protocol of its server. @see https://skywalking.apache.org/docs/main/latest/en/api/query-protocol/ */
import type { SpanKind } from '@pone/contract/entities/trace.ts'
import type { RawSpan } from '@pone/results/traces/raw-span.ts'
import { z } from 'zod'
import type { TracingSystemKindParts } from './system.ts'

const query = `query queryTrace($traceId: ID!) {
  trace: queryTrace(traceId: $traceId) {
    spans {
      segmentId spanId parentSpanId refs { parentSegmentId parentSpanId } serviceCode serviceInstanceName
      startTime endTime endpointName type peer component isError layer
      tags { key value } logs { time data { key value } }
    }
  }
}`

const pairSchema = z.object({ key: z.string(), value: z.string().nullish() })
const spanSchema = z.object({
  segmentId: z.string(),
  spanId: z.number(),
  /** -1: first of its segment. */
  parentSpanId: z.number(),
  refs: z.array(z.object({ parentSegmentId: z.string(), parentSpanId: z.number() })).nullish(),
  serviceCode: z.string(),
  serviceInstanceName: z.string().nullish(),
  startTime: z.number(),
  endTime: z.number(),
  endpointName: z.string().nullish(),
  type: z.string(),
  peer: z.string().nullish(),
  component: z.string().nullish(),
  isError: z.boolean().nullish(),
  layer: z.string().nullish(),
  tags: z.array(pairSchema).nullish(),
  logs: z.array(z.object({ time: z.number(), data: z.array(pairSchema).nullish() })).nullish(),
})
type SkyWalkingSpan = z.infer<typeof spanSchema>

const answerSchema = z.object({
  data: z
    .object({ trace: z.object({ spans: z.array(spanSchema) }).nullable() })
    .partial()
    .nullish(),
  errors: z.array(z.object({ message: z.string() })).nullish(),
})

export const skywalking: TracingSystemKindParts = {
  request: traceId => ({
    method: 'POST',
    path: '/graphql',
    body: JSON.stringify({ query, variables: { traceId } }),
  }),
  /** It answers such a query with an empty trace. */
  isNotFound: () => false,
  read: json => {
    const { data: answer } = answerSchema.safeParse(json)
    if (answer === undefined) return null
    const [error] = answer.errors ?? []
    if (error !== undefined) return { refused: error.message }
    if (answer.data?.trace === undefined) return null
    return { spans: (answer.data.trace?.spans ?? []).map(spanOf) }
  },
}

/** A message queue has the layer MQ at both ends. */
function kindOf({ type, layer }: SkyWalkingSpan): SpanKind {
  const isMessage = layer === 'MQ'
  if (type === 'Entry') return isMessage ? 'consumer' : 'server'
  if (type === 'Exit') return isMessage ? 'producer' : 'client'
  return 'internal'
}

function spanOf(span: SkyWalkingSpan): RawSpan {
  const { segmentId, spanId, parentSpanId, refs, startTime, endTime } = span
  const [ref] = refs ?? []
  const parentId =
    parentSpanId >= 0
      ? `${segmentId}:${parentSpanId}`
      : ref === undefined
        ? null
        : `${ref.parentSegmentId}:${ref.parentSpanId}`
  const facts = { instance: span.serviceInstanceName, peer: span.peer, component: span.component }
  return {
    id: `${segmentId}:${spanId}`,
    parentId,
    service: span.serviceCode,
    operation: span.endpointName ?? '',
    kind: kindOf(span),
    startUs: startTime * 1_000,
    durationUs: (endTime - startTime) * 1_000,
    isError: span.isError === true,
    tags: [
      ...Object.entries(facts).flatMap(([name, value]) => (value ? [{ name, value }] : [])),
      ...(span.tags ?? []).map(({ key, value }) => ({ name: key, value: value ?? '' })),
    ],
    events: (span.logs ?? []).map(({ time, data }) => ({
      atUs: time * 1_000,
      text: (data ?? []).map(({ key, value }) => `${key}=${value ?? ''}`).join(' '),
    })),
  }
}
