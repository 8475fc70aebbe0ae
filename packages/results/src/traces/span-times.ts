/**
 * What of the time of a trace each span accounts for: self times, and the critical path, along which a shorter span
 * means an earlier response. The path is walked back from the end over the child that ended last before.
 *
 * @see https://www.usenix.org/conference/atc22/presentation/zhang-zhizhou (CRISP: Critical Path Analysis of Large-Scale Microservice Architectures)
 */
import type { RawSpan } from './raw-span.ts'
import type { SpanNode } from './span-tree.ts'

const endOf = ({ startUs, durationUs }: RawSpan): number => startUs + durationUs

/** µs of the span in which none of its children ran. */
export function selfUs({ span, children }: SpanNode): number {
  let coveredTo = span.startUs
  let covered = 0
  for (const { span: child } of children) {
    const from = Math.max(child.startUs, coveredTo)
    const to = Math.min(endOf(child), endOf(span))
    if (to <= from) continue
    covered += to - from
    coveredTo = to
  }
  return span.durationUs - covered
}

interface Part {
  readonly node: SpanNode
  /** µs; the part of the span that is on the path. */
  readonly from: number
  readonly until: number
}

export interface CriticalPath {
  /** µs of the path that are the span's own; those that are missing have none. */
  readonly ownUs: ReadonlyMap<SpanNode, number>
  /** µs between the first start and the last end of `tops` that none of them covers. */
  readonly uncoveredUs: number
}

/** Of the request that `tops` serve together; the sum of all parts is the time from their first start to their last end. */
export function criticalPath(tops: readonly SpanNode[]): CriticalPath {
  const ownUs = new Map<SpanNode, number>()
  const { parts, uncoveredUs } = partsOfTops(tops)
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    const { own, inner } = partsOfSpan(part)
    ownUs.set(part.node, (ownUs.get(part.node) ?? 0) + own)
    parts.push(...inner)
  }
  return { ownUs, uncoveredUs }
}

/** Walks back over spans that need not wait for each other: at each time the one that runs then, else the last before. */
function partsOfTops(tops: readonly SpanNode[]): { parts: Part[]; uncoveredUs: number } {
  const parts: Part[] = []
  let uncoveredUs = 0
  const first = Math.min(...tops.map(({ span }) => span.startUs))
  let time = Math.max(...tops.map(({ span }) => endOf(span)))
  while (time > first) {
    const before = tops.filter(({ span }) => span.startUs < time)
    const node = before.reduce<SpanNode | null>((best, each) => {
      if (best === null) return each
      const [a, b] = [Math.min(endOf(best.span), time), Math.min(endOf(each.span), time)]
      return b > a || (b === a && each.span.startUs < best.span.startUs) ? each : best
    }, null)
    if (node === null) break
    const until = Math.min(endOf(node.span), time)
    uncoveredUs += time - until
    parts.push({ node, from: node.span.startUs, until })
    time = node.span.startUs
  }
  return { parts, uncoveredUs }
}

function partsOfSpan({ node, from, until }: Part): { own: number; inner: Part[] } {
  const inner: Part[] = []
  let own = 0
  let time = until
  const ended = node.children
    // Nobody waits for what takes a message later.
    .filter(({ span }) => span.kind !== 'consumer')
    .map(child => ({ child, end: Math.min(endOf(child.span), until) }))
    .toSorted((a, b) => b.end - a.end || a.child.span.startUs - b.child.span.startUs)
  for (const { child, end } of ended) {
    const start = Math.max(child.span.startUs, from)
    if (end > time || end <= start) continue
    own += time - end
    inner.push({ node: child, from: start, until: end })
    time = start
  }
  return { own: own + Math.max(0, time - from), inner }
}
