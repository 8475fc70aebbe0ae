/** Spans in the JSON form of OTLP, as Tempo answers them: ids in hexadecimal or base64. @see https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding */
import type { SpanKind } from '@pone/contract/entities/trace.ts'
import type { RawSpan } from '@pone/results/traces/raw-span.ts'
import { z } from 'zod'
import { textOf } from './system.ts'

const attributeSchema = z.object({ key: z.string(), value: z.record(z.string(), z.unknown()).nullish() })
const nanosSchema = z.union([z.string().regex(/^\d{1,20}$/), z.number()])
const spanSchema = z.object({
  spanId: z.string(),
  parentSpanId: z.string().nullish(),
  name: z.string().nullish(),
  kind: z.union([z.string(), z.number()]).nullish(),
  startTimeUnixNano: nanosSchema,
  endTimeUnixNano: nanosSchema,
  attributes: z.array(attributeSchema).nullish(),
  events: z
    .array(
      z.object({
        timeUnixNano: nanosSchema,
        name: z.string().nullish(),
        attributes: z.array(attributeSchema).nullish(),
      }),
    )
    .nullish(),
  status: z
    .object({ code: z.union([z.string(), z.number()]).nullish(), message: z.string().nullish() })
    .nullish(),
})
const scopeSchema = z.object({ spans: z.array(spanSchema).nullish() })
export const resourceSpansSchema = z.array(
  z.object({
    resource: z.object({ attributes: z.array(attributeSchema).nullish() }).nullish(),
    scopeSpans: z.array(scopeSchema).nullish(),
    /** The name in older versions. */
    instrumentationLibrarySpans: z.array(scopeSchema).nullish(),
  }),
)

type Attribute = z.infer<typeof attributeSchema>
type OtlpSpan = z.infer<typeof spanSchema>

/** By number and by the name without its prefix. */
const kinds: readonly (SpanKind | null)[] = [null, 'internal', 'server', 'client', 'producer', 'consumer']

export const otlpSpans = (resources: z.infer<typeof resourceSpansSchema>): RawSpan[] =>
  resources.flatMap(({ resource, scopeSpans, instrumentationLibrarySpans }) => {
    const service = valueOf(
      (resource?.attributes ?? []).find(({ key }) => key === 'service.name') ?? { key: '' },
    )
    const scopes = [...(scopeSpans ?? []), ...(instrumentationLibrarySpans ?? [])]
    return scopes.flatMap(({ spans }) => (spans ?? []).map(span => spanOf(span, service)))
  })

function spanOf(span: OtlpSpan, service: string): RawSpan {
  const { kind, status } = span
  const [startUs, endUs] = [microseconds(span.startTimeUnixNano), microseconds(span.endTimeUnixNano)]
  const known =
    typeof kind === 'number'
      ? kinds[kind]
      : kinds.find(each => each !== null && kind === `SPAN_KIND_${each.toUpperCase()}`)
  const message = status?.message ?? ''
  return {
    id: idOf(span.spanId),
    parentId: (span.parentSpanId ?? '') === '' ? null : idOf(span.parentSpanId ?? ''),
    service,
    operation: span.name ?? '',
    kind: known ?? null,
    startUs,
    durationUs: endUs - startUs,
    isError: status?.code === 2 || status?.code === 'STATUS_CODE_ERROR',
    tags: [
      ...(message === '' ? [] : [{ name: 'status.message', value: message }]),
      ...(span.attributes ?? []).map(each => ({ name: each.key, value: valueOf(each) })),
    ],
    events: (span.events ?? []).map(({ timeUnixNano, name, attributes }) => ({
      atUs: microseconds(timeUnixNano),
      text: [name ?? '', ...(attributes ?? []).map(each => `${each.key}=${valueOf(each)}`)].join(' ').trim(),
    })),
  }
}

const microseconds = (nanos: string | number): number =>
  typeof nanos === 'string' ? Number(BigInt(nanos) / 1_000n) : Math.floor(nanos / 1_000)

/** A span's 8 bytes are 16 hexadecimal digits, or 12 characters of base64. */
const idOf = (id: string): string => (id.length === 12 ? Buffer.from(id, 'base64').toString('hex') : id)

/** An attribute's value is one field that is named after its type. */
function valueOf({ value }: Attribute): string {
  const [first] = Object.values(value ?? {})
  return first === undefined ? '' : textOf(first)
}
