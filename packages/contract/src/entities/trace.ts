/** A trace as it is shown: its spans as a tree in time, and what of its length each service and span accounts for. */
import { instantSchema } from '@pone/schema/common.ts'
import { z } from 'zod'

/** As W3C Trace Context has them. */
export const traceIdSchema = z.string().regex(/^[0-9a-f]{32}$/)

export const maxTraceSpans = 2_000

export const spanKinds = ['server', 'client', 'producer', 'consumer', 'internal'] as const
export type SpanKind = (typeof spanKinds)[number]

const spanTagSchema = z.object({ name: z.string(), value: z.string() })
export type SpanTag = z.infer<typeof spanTagSchema>

export const traceSpanSchema = z.object({
  id: z.string(),
  /** null: its parent is not among the spans. */
  parentId: z.string().nullable(),
  /** Parents above it. */
  depth: z.int().min(0),
  /** '' = not told. */
  service: z.string(),
  operation: z.string(),
  /** null: not told. */
  kind: z.enum(spanKinds).nullable(),
  /** ms since the first span of the trace began. */
  startMs: z.number().min(0),
  durationMs: z.number().min(0),
  /** Duration less the time in which one of its children ran. */
  selfMs: z.number().min(0),
  /** Part of the critical path that is its own: the response came later by it. */
  criticalMs: z.number().min(0),
  isError: z.boolean(),
  tags: z.array(spanTagSchema),
  /** Notes with a time, such as exceptions; ms as `startMs`, which may be before it. */
  events: z.array(z.object({ atMs: z.number(), text: z.string() })),
})
export type TraceSpan = z.infer<typeof traceSpanSchema>

export const traceServiceSchema = z.object({
  service: z.string(),
  spans: z.int(),
  errors: z.int(),
  selfMs: z.number(),
  criticalMs: z.number(),
})
export type TraceService = z.infer<typeof traceServiceSchema>

export const traceSchema = z.object({
  traceId: z.string(),
  startedAt: instantSchema,
  /** From the begin of the first span to the end of the last. */
  durationMs: z.number().min(0),
  /** Each after its parent; children by start. */
  spans: z.array(traceSpanSchema),
  /** The longest part of the critical path first. */
  services: z.array(traceServiceSchema),
  /** Of the critical path, what no span covers. */
  uncoveredMs: z.number().min(0),
  /** Parents that spans name and that are not there, beside that of the first spans, which is the request of the load machine. */
  missingParents: z.int().min(0),
  /** Spans beyond `maxTraceSpans`. */
  omittedSpans: z.int().min(0),
  /** Spans that begin before their parent, as by clocks that differ. */
  earlySpans: z.int().min(0),
})
export type Trace = z.infer<typeof traceSchema>

/** unset: the project has no tracing system. notFound: the system does not have the trace. */
export const readTraceSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('unset') }),
  z.object({ state: z.literal('notFound') }),
  /** Why it could not be read, as a told cause. */
  z.object({ state: z.literal('failed'), cause: z.string() }),
  z.object({ state: z.literal('found'), trace: traceSchema }),
])
export type ReadTrace = z.infer<typeof readTraceSchema>
