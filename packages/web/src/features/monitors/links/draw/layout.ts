/** Automatic layout from left to right by dagre: callers before what they call; loaded when it is asked for. */

import { Graph, layout } from '@dagrejs/dagre'
import type { Point } from '@pone/contract/entities/monitor-link-places.ts'
import { type Drawing, placed } from './topology.ts'

/** Nodes of a group are laid out within it, and groups with the rest as nodes of their size. */
export function arranged(drawing: Drawing): Drawing {
  const groups = drawing.nodes.filter(node => node.kind === 'group')
  let next = drawing
  for (const group of groups) {
    const inside = drawing.nodes.filter(node => node.groupId === group.id)
    const { places, width, height } = laidOut(inside, drawing.edges, id => id)
    next = {
      ...next,
      nodes: next.nodes.map(node => {
        if (node.id === group.id && inside.length > 0)
          return { ...node, width: width + 48, height: height + 80 }
        const place = places.get(node.id)
        return place === undefined ? node : { ...node, x: place.x + 24, y: place.y + 56 }
      }),
    }
  }
  const groupOf = new Map(drawing.nodes.map(node => [node.id, node.groupId ?? node.id]))
  const outer = next.nodes.filter(node => node.groupId === null)
  return placed(next, laidOut(outer, drawing.edges, id => groupOf.get(id) ?? id).places)
}

function laidOut(
  nodes: Drawing['nodes'],
  edges: Drawing['edges'],
  standsFor: (id: string) => string,
): { places: ReadonlyMap<string, Point>; width: number; height: number } {
  const graph = new Graph()
  graph.setGraph({ rankdir: 'LR', nodesep: 36, ranksep: 140, marginx: 0, marginy: 0 })
  graph.setDefaultEdgeLabel(() => ({}))
  const known = new Set(nodes.map(node => node.id))
  for (const { id, width, height } of nodes) graph.setNode(id, { width, height })
  for (const edge of edges) {
    const [from, to] = [standsFor(edge.from), standsFor(edge.to)]
    if (from !== to && known.has(from) && known.has(to)) graph.setEdge(from, to)
  }
  layout(graph)
  const places = new Map(
    nodes.map(({ id, width, height }) => {
      const { x = 0, y = 0 } = graph.node(id)
      return [id, { x: Math.round(x - width / 2), y: Math.round(y - height / 2) }]
    }),
  )
  const ends = nodes.map(({ id, width, height }) => {
    const { x = 0, y = 0 } = places.get(id) ?? {}
    return { x: x + width, y: y + height }
  })
  return {
    places,
    width: Math.max(0, ...ends.map(end => end.x)),
    height: Math.max(0, ...ends.map(end => end.y)),
  }
}
