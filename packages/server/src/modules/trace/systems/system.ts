/** What a kind of tracing system is: how it is asked for a trace, and how its answer is read. */
import type { RawSpan } from '@pone/results/traces/raw-span.ts'

export interface TraceRequest {
  readonly method: 'GET' | 'POST'
  /** Behind the address of the system. */
  readonly path: string
  readonly body: string
}

/** spans: empty when the system does not have the trace. refused: it says why it does not answer. null: the answer has another format. */
export type SystemAnswer = { readonly spans: readonly RawSpan[] } | { readonly refused: string } | null

export interface TracingSystemKindParts {
  readonly request: (traceId: string) => TraceRequest
  readonly read: (json: unknown) => SystemAnswer
  /** Whether the body of HTTP 404 says that the trace is not there, and not that the address is wrong. */
  readonly isNotFound: (body: string, traceId: string) => boolean
}

export const get = (path: string): TraceRequest => ({ method: 'GET', path, body: '' })

/** A value of a tag as text. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
