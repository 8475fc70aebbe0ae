/** The spans that a tracing system has of a trace → the trace as it is shown. */
import {
  maxTraceSpans,
  type Trace,
  type TraceService,
  type TraceSpan,
} from '@pone/contract/entities/trace.ts'
import { boundedSpan, type RawSpan } from './raw-span.ts'
import { type CriticalPath, criticalPath, selfUs } from './span-times.ts'
import { type SpanNode, spanTree } from './span-tree.ts'

/** Clocks of one machine, and systems that tell ms, differ by less. */
const toleratedUs = 1_000

/** `told` is not empty. */
export function traceOf(traceId: string, told: readonly RawSpan[]): Trace {
  const all = [...new Map(told.map(span => [span.id, boundedSpan(span)])).values()].toSorted(
    (a, b) => a.startUs - b.startUs,
  )
  const { nodes, tops } = spanTree(all.slice(0, maxTraceSpans))
  const first = nodes.reduce((least, { span }) => Math.min(least, span.startUs), Number.POSITIVE_INFINITY)
  const last = nodes.reduce((most, { span }) => Math.max(most, span.startUs + span.durationUs), first)
  const { request, missingParents } = requestOf(all, tops)
  const path = criticalPath(request)
  const spans = nodes.map(node => shown(node, first, path))
  return {
    traceId,
    startedAt: Math.floor(first / 1_000),
    durationMs: (last - first) / 1_000,
    spans,
    services: servicesOf(spans),
    uncoveredMs: path.uncoveredUs / 1_000,
    missingParents,
    omittedSpans: all.length - nodes.length,
    earlySpans: nodes.filter(
      ({ span, parent }) => parent !== null && span.startUs < parent.span.startUs - toleratedUs,
    ).length,
  }
}

/** The load machine, which began the trace, reports no span: what names the same absent parent as the first span serves its request. */
function requestOf(all: readonly RawSpan[], tops: readonly SpanNode[]) {
  const ids = new Set(all.map(({ id }) => id))
  const absent = new Set(
    all.flatMap(({ parentId }) => (parentId === null || ids.has(parentId) ? [] : parentId)),
  )
  const sender = tops[0]?.span.parentId ?? null
  const isKnown = sender !== null && absent.delete(sender)
  return {
    request: isKnown ? tops.filter(({ span }) => span.parentId === sender) : tops.slice(0, 1),
    missingParents: absent.size,
  }
}

function shown(node: SpanNode, first: number, path: CriticalPath): TraceSpan {
  const { id, service, operation, kind, startUs, durationUs, isError, tags, events } = node.span
  return {
    id,
    parentId: node.parent?.span.id ?? null,
    depth: node.depth,
    service,
    operation,
    kind,
    startMs: (startUs - first) / 1_000,
    durationMs: durationUs / 1_000,
    selfMs: selfUs(node) / 1_000,
    criticalMs: (path.ownUs.get(node) ?? 0) / 1_000,
    isError,
    tags: [...tags],
    events: events.map(({ atUs, text }) => ({ atMs: (atUs - first) / 1_000, text })),
  }
}

function servicesOf(spans: readonly TraceSpan[]): TraceService[] {
  const sum = (of: readonly TraceSpan[], figure: (span: TraceSpan) => number): number =>
    of.reduce((total, span) => total + figure(span), 0)
  return [...Map.groupBy(spans, ({ service }) => service)]
    .map(([service, own]) => ({
      service,
      spans: own.length,
      errors: own.filter(({ isError }) => isError).length,
      selfMs: sum(own, ({ selfMs }) => selfMs),
      criticalMs: sum(own, ({ criticalMs }) => criticalMs),
    }))
    .toSorted((a, b) => b.criticalMs - a.criticalMs || b.selfMs - a.selfMs)
}
