/** Jaeger, by the interface of its own pages, which versions 1 and 2 have. */
import { type SpanKind, spanKinds } from '@pone/contract/entities/trace.ts'
import type { RawSpan } from '@pone/results/traces/raw-span.ts'
import { z } from 'zod'
import { get, type TracingSystemKindParts, textOf } from './system.ts'

const fieldSchema = z.object({ key: z.string(), value: z.unknown() })
const spanSchema = z.object({
  spanID: z.string(),
  operationName: z.string(),
  references: z.array(z.object({ refType: z.string(), spanID: z.string() })).nullish(),
  startTime: z.number(),
  duration: z.number(),
  tags: z.array(fieldSchema).nullish(),
  logs: z.array(z.object({ timestamp: z.number(), fields: z.array(fieldSchema) })).nullish(),
  processID: z.string().nullish(),
})
const answerSchema = z.object({
  data: z
    .array(
      z.object({
        spans: z.array(spanSchema),
        processes: z.record(z.string(), z.object({ serviceName: z.string() })).nullish(),
      }),
    )
    .nullish(),
  errors: z.array(z.object({ msg: z.string() })).nullish(),
})
type JaegerSpan = z.infer<typeof spanSchema>

export const jaeger: TracingSystemKindParts = {
  request: traceId => get(`/api/traces/${traceId}`),
  isNotFound: body => body.includes('"errors"') && /trace not found/i.test(body),
  read: json => {
    const { data: answer } = answerSchema.safeParse(json)
    if (answer?.data === undefined && answer?.errors === undefined) return null
    const traces = answer.data ?? []
    const [error] = answer.errors ?? []
    if (traces.length === 0 && error !== undefined) return { refused: error.msg }
    return {
      spans: traces.flatMap(({ spans, processes }) =>
        spans.map(span => spanOf(span, processes?.[span.processID ?? '']?.serviceName ?? '')),
      ),
    }
  },
}

function spanOf(span: JaegerSpan, service: string): RawSpan {
  const references = span.references ?? []
  const parent = references.find(({ refType }) => refType === 'CHILD_OF') ?? references[0]
  const tags = (span.tags ?? []).map(({ key, value }) => ({ name: key, value: textOf(value) }))
  const tag = (wanted: string) => tags.find(({ name }) => name === wanted)?.value
  return {
    id: span.spanID,
    parentId: parent?.spanID ?? null,
    service,
    operation: span.operationName,
    kind: kindOf(tag('span.kind')),
    startUs: span.startTime,
    durationUs: span.duration,
    isError: tag('error') === 'true' || tag('otel.status_code') === 'ERROR',
    tags,
    events: (span.logs ?? []).map(({ timestamp, fields }) => ({
      atUs: timestamp,
      text: fields.map(({ key, value }) => `${key}=${textOf(value)}`).join(' '),
    })),
  }
}

const kindOf = (text: string | undefined): SpanKind | null => spanKinds.find(each => each === text) ?? null
