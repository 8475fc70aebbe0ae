/** Which nodes a node depends on, as far as the links of monitoring know. */
import type { CallEdge } from './observation.ts'

/** The node and all that it calls, directly or through others; circles are allowed. */
export function reachedFrom(node: string, edges: readonly CallEdge[]): Set<string> {
  const reached = new Set([node])
  for (const each of reached) for (const { from, to } of edges) if (from === each) reached.add(to)
  return reached
}
