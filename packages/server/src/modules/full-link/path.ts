/** What is reached from the nodes that serve a label, as far as the calls of a topology are drawn; pure. */
import { maxPathNodes, type PathLink } from '@pone/contract/entities/full-link.ts'
import type { LinkNode, LinkTopology } from '@pone/contract/entities/monitor-link.ts'

type Path = Pick<PathLink, 'topology' | 'depths' | 'omittedNodes'>

/** A call from a group is one from each of its nodes, a call to a group one to each of them. */
export function pathFrom(topology: LinkTopology, entryIds: readonly string[]): Path {
  const byId = new Map(topology.nodes.map(node => [node.id, node]))
  const members = Map.groupBy(topology.nodes, node => node.groupId ?? '')
  const calls = Map.groupBy(topology.edges, edge => edge.from)
  const depths = new Map<string, number>()
  let next = entryIds.flatMap(id => nodesOf(byId.get(id), members))
  for (let depth = 0; next.length > 0; depth += 1) {
    const reached = [...new Set(next)].filter(({ id }) => !depths.has(id))
    for (const { id } of reached) depths.set(id, depth)
    next = reached.flatMap(({ id, groupId }) =>
      [...(calls.get(id) ?? []), ...(calls.get(groupId ?? '') ?? [])].flatMap(({ to }) =>
        nodesOf(byId.get(to), members),
      ),
    )
  }
  const shown = [...depths].slice(0, maxPathNodes)
  const kept = new Set(shown.map(([id]) => id))
  const groups = new Set(shown.map(([id]) => byId.get(id)?.groupId ?? ''))
  const nodes = topology.nodes.filter(({ id }) => kept.has(id) || groups.has(id))
  const present = new Set(nodes.map(({ id }) => id))
  return {
    topology: {
      nodes,
      edges: topology.edges
        .filter(({ from, to }) => present.has(from) && present.has(to))
        .map(edge => ({ ...edge, counters: edge.counters.filter(({ nodeId }) => present.has(nodeId)) })),
    },
    depths: Object.fromEntries(shown),
    omittedNodes: depths.size - shown.length,
  }
}

function nodesOf(node: LinkNode | undefined, members: ReadonlyMap<string, readonly LinkNode[]>): LinkNode[] {
  if (node === undefined) return []
  return node.kind === 'group' ? (members.get(node.id) ?? []).filter(({ kind }) => kind !== 'group') : [node]
}
