/** Spans → their tree: parents, order, and the spans that stand at the top. */
import type { RawSpan } from './raw-span.ts'

export interface SpanNode {
  readonly span: RawSpan
  readonly depth: number
  readonly parent: SpanNode | null
  /** By start. */
  readonly children: SpanNode[]
}

export interface SpanTree {
  /** Each after its parent; children by start. */
  readonly nodes: readonly SpanNode[]
  readonly tops: readonly SpanNode[]
}

/** `spans` by start, without two of the same id. */
export function spanTree(spans: readonly RawSpan[]): SpanTree {
  const ids = new Set(spans.map(({ id }) => id))
  const childrenOf = Map.groupBy(spans, ({ parentId }) => parentId)
  const isTop = ({ parentId, id }: RawSpan) => parentId === null || parentId === id || !ids.has(parentId)
  const nodes: SpanNode[] = []
  const placed = new Set<RawSpan>()
  const tops: SpanNode[] = []
  // Spans that are each other's parents are reached from no top: the first of them becomes one.
  for (const first of [...spans.filter(isTop), ...spans]) {
    if (placed.has(first)) continue
    const top: SpanNode = { span: first, depth: 0, parent: null, children: [] }
    tops.push(top)
    const waiting = [top]
    placed.add(first)
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      nodes.push(node)
      for (const span of childrenOf.get(node.span.id) ?? []) {
        if (placed.has(span)) continue
        placed.add(span)
        node.children.push({ span, depth: node.depth + 1, parent: node, children: [] })
      }
      waiting.push(...node.children.toReversed())
    }
  }
  return { nodes, tops }
}
