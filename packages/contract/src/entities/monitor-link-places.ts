/** Where nodes of a topology are on the canvas; pure. */
import type { LinkNode, LinkTopology } from './monitor-link.ts'

export interface Point {
  readonly x: number
  readonly y: number
}

/** Upper left corners of groups by id. */
export type Origins = ReadonlyMap<string, Point>
export const originsOf = ({ nodes }: LinkTopology): Origins =>
  new Map(
    nodes.flatMap(node => (node.kind === 'group' ? [[node.id, { x: node.x, y: node.y }] as const] : [])),
  )

/** On the canvas, whatever group holds it. */
export function placeOf(node: LinkNode, origins: Origins): Point {
  const origin = origins.get(node.groupId ?? '')
  return { x: node.x + (origin?.x ?? 0), y: node.y + (origin?.y ?? 0) }
}

/** Of all nodes by id. */
export const absolutePlaces = (topology: LinkTopology): ReadonlyMap<string, Point> => {
  const origins = originsOf(topology)
  return new Map(topology.nodes.map(node => [node.id, placeOf(node, origins)]))
}
