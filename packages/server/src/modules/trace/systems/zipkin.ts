/** Zipkin, and what answers like it, such as SkyWalking's Zipkin interface. @see https://zipkin.io/zipkin-api/ */
import { type SpanKind, spanKinds } from '@pone/contract/entities/trace.ts'
import type { RawSpan } from '@pone/results/traces/raw-span.ts'
import { z } from 'zod'
import { get, type TracingSystemKindParts } from './system.ts'

const spanSchema = z.object({
  id: z.string(),
  parentId: z.string().nullish(),
  name: z.string().nullish(),
  kind: z.string().nullish(),
  timestamp: z.number().nullish(),
  duration: z.number().nullish(),
  shared: z.boolean().nullish(),
  localEndpoint: z.object({ serviceName: z.string().nullish() }).nullish(),
  tags: z.record(z.string(), z.string()).nullish(),
  annotations: z.array(z.object({ timestamp: z.number(), value: z.string() })).nullish(),
})
type ZipkinSpan = z.infer<typeof spanSchema>

const serviceOf = ({ localEndpoint }: ZipkinSpan): string => localEndpoint?.serviceName ?? ''

function kindOf({ kind }: ZipkinSpan): SpanKind | null {
  const name = kind?.toLowerCase()
  return spanKinds.find(each => each === name) ?? null
}

export const zipkin: TracingSystemKindParts = {
  request: traceId => get(`/api/v2/trace/${traceId}`),
  isNotFound: (body, traceId) => body.includes(traceId),
  read: json => {
    const { data } = z.array(spanSchema).safeParse(json)
    return data === undefined ? null : { spans: spansOf(data) }
  },
}

/** Both ends of a call may have one id ("shared"): the receiving end becomes a child of the calling one, and work of its service is below it. */
function spansOf(told: readonly ZipkinSpan[]): RawSpan[] {
  const callers = new Set(told.flatMap(({ id, shared }) => (shared === true ? [] : id)))
  const isReceiver = ({ id, shared }: ZipkinSpan) => shared === true && callers.has(id)
  const receiverId = (id: string) => `${id} receiver`
  const receivers = new Map(told.filter(isReceiver).map(span => [span.id, serviceOf(span)]))
  return told.map(span => {
    const { id, parentId = null, tags, annotations } = span
    const isBelowReceiver = parentId !== null && receivers.get(parentId) === serviceOf(span)
    return {
      id: isReceiver(span) ? receiverId(id) : id,
      parentId: isReceiver(span) ? id : isBelowReceiver ? receiverId(parentId) : parentId,
      service: serviceOf(span),
      operation: span.name ?? '',
      kind: kindOf(span),
      startUs: span.timestamp ?? 0,
      durationUs: span.duration ?? 0,
      isError: tags?.['error'] !== undefined,
      tags: Object.entries(tags ?? {}).map(([name, value]) => ({ name, value })),
      events: (annotations ?? []).map(({ timestamp, value }) => ({ atUs: timestamp, text: value })),
    }
  })
}
