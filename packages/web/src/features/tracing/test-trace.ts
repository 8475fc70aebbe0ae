/** A trace for tests: an order that waits for the stock, which waits for its database. */
import type { Trace, TraceSpan } from '@pone/contract/entities/trace.ts'

const span = (given: Partial<TraceSpan> & Pick<TraceSpan, 'id' | 'operation'>): TraceSpan => ({
  parentId: null,
  depth: 0,
  service: 'shop',
  kind: 'server',
  startMs: 0,
  durationMs: 100,
  selfMs: 0,
  criticalMs: 0,
  isError: false,
  tags: [],
  events: [],
  ...given,
})

export const traceOf = (given: Partial<Trace> = {}): Trace => ({
  traceId: 'a'.repeat(32),
  startedAt: 1_764_000_000_000,
  durationMs: 100,
  spans: [
    span({ id: '1', operation: 'POST /orders', selfMs: 30, criticalMs: 30 }),
    span({
      id: '2',
      parentId: '1',
      depth: 1,
      service: 'stock',
      operation: 'select',
      kind: 'client',
      startMs: 20,
      durationMs: 70,
      selfMs: 70,
      criticalMs: 70,
      isError: true,
      tags: [{ name: 'db.statement', value: 'select 1' }],
      events: [{ atMs: 25, text: 'exception: locked' }],
    }),
    span({ id: '3', parentId: '1', depth: 1, operation: 'log', startMs: 30, durationMs: 5, selfMs: 5 }),
  ],
  services: [
    { service: 'stock', spans: 1, errors: 1, selfMs: 70, criticalMs: 70 },
    { service: 'shop', spans: 2, errors: 0, selfMs: 35, criticalMs: 30 },
  ],
  uncoveredMs: 0,
  missingParents: 0,
  omittedSpans: 0,
  earlySpans: 0,
  ...given,
})
