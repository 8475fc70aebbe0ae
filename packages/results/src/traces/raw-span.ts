/** A span as tracing systems tell it, bounded; what a trace is made of. */
import type { SpanKind, SpanTag } from '@pone/contract/entities/trace.ts'

export interface RawSpan {
  readonly id: string
  /** null: none was told. */
  readonly parentId: string | null
  readonly service: string
  readonly operation: string
  readonly kind: SpanKind | null
  /** µs since the epoch. */
  readonly startUs: number
  readonly durationUs: number
  readonly isError: boolean
  readonly tags: readonly SpanTag[]
  readonly events: readonly { readonly atUs: number; readonly text: string }[]
}

const maxTags = 60
const maxEvents = 20
const maxNameLength = 300
const maxTextLength = 2_000

const cut = (text: string, limit: number): string =>
  text.length > limit ? `${text.slice(0, limit - 1)}…` : text

/** What is longer or more than a page can show is cut; times that are none count as 0. */
export const boundedSpan = (span: RawSpan): RawSpan => ({
  ...span,
  service: cut(span.service, maxNameLength),
  operation: cut(span.operation, maxNameLength),
  startUs: Number.isFinite(span.startUs) ? Math.max(0, span.startUs) : 0,
  durationUs: Number.isFinite(span.durationUs) ? Math.max(0, span.durationUs) : 0,
  tags: span.tags
    .slice(0, maxTags)
    .map(({ name, value }) => ({ name: cut(name, maxNameLength), value: cut(value, maxTextLength) })),
  events: span.events
    .slice(0, maxEvents)
    .map(({ atUs, text }) => ({ atUs: Number.isFinite(atUs) ? atUs : 0, text: cut(text, maxTextLength) })),
})
