/** What is done with a topology while it is drawn: each function answers a new one and leaves what did not change as the same object; pure. */
import type { LinkEdge, LinkNode, LinkTopology } from '@pone/contract/entities/monitor-link.ts'
import { newLinkEdge, newLinkNode, usualGroupSize } from '@pone/contract/entities/monitor-link-parts.ts'
import {
  absolutePlaces,
  originsOf,
  type Point,
  placeOf,
} from '@pone/contract/entities/monitor-link-places.ts'
import { freeName } from '@pone/schema/free-name.ts'
import { maxNameLength } from '@pone/schema/limits.ts'

export interface Drawing extends LinkTopology {
  readonly name: string
}

export type Alignment = 'left' | 'centre' | 'right' | 'top' | 'middle' | 'bottom' | 'across' | 'down'

export const newId = (): string => crypto.randomUUID()
/** Space around the nodes of a new group, and above for its title, px. */
const groupMargin = 24
const groupTitle = 32

export const changeNode = (drawing: Drawing, id: string, change: Partial<LinkNode>): Drawing => ({
  ...drawing,
  nodes: drawing.nodes.map(node => (node.id === id ? { ...node, ...change } : node)),
})
export const changeEdge = (drawing: Drawing, id: string, change: Partial<LinkEdge>): Drawing => ({
  ...drawing,
  edges: drawing.edges.map(edge => (edge.id === id ? { ...edge, ...change } : edge)),
})

const aliasFor = (parts: readonly { readonly alias: string }[], wanted: string): string => {
  const taken = new Set(parts.map(part => part.alias.toLowerCase()))
  return freeName(wanted, name => taken.has(name.toLowerCase()), { maxLength: maxNameLength })
}

/** With a free alias; in the group that its middle lies in. */
export const putNode = (drawing: Drawing, node: LinkNode): Drawing =>
  moveNodes(addNode(drawing, node), new Map([[node.id, { x: node.x, y: node.y }]]))

/** With a free alias. */
const addNode = (drawing: Drawing, node: LinkNode): Drawing => ({
  ...drawing,
  nodes: [...drawing.nodes, { ...node, alias: aliasFor(drawing.nodes, node.alias) }],
})

export interface Box extends Point {
  readonly width: number
  readonly height: number
}

/** Room between nodes that are put by themselves, so that the text of a connection fits, px. */
const freeGap = { x: 104, y: 40 }

/** A place in `view`, row by row, or below it, where a node of this size covers no other. */
export function freePlace(
  drawing: Drawing,
  { width, height }: Pick<Box, 'width' | 'height'>,
  view: Box,
): Point {
  const places = absolutePlaces(drawing)
  const taken = drawing.nodes.map(node => ({ ...node, ...(places.get(node.id) ?? { x: 0, y: 0 }) }))
  const step = { x: width + freeGap.x, y: height + freeGap.y }
  const columns = Math.max(1, Math.floor((view.width - freeGap.y + freeGap.x) / step.x))
  // Ends, since below all nodes everything is free.
  for (let index = 0; ; index += 1) {
    const place = {
      x: view.x + freeGap.y + (index % columns) * step.x,
      y: view.y + freeGap.y + Math.floor(index / columns) * step.y,
    }
    if (!taken.some(box => isOver({ ...place, width, height }, box))) return place
  }
}

const isOver = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

/** Named after its ends; the drawing itself where there is one between them already, in this direction. */
export function connect(drawing: Drawing, from: string, to: string, id: string): Drawing {
  if (from === to || drawing.edges.some(edge => edge.from === from && edge.to === to)) return drawing
  const aliasOf = (of: string) => drawing.nodes.find(node => node.id === of)?.alias ?? ''
  const wanted = `${aliasOf(from)} → ${aliasOf(to)}`.slice(0, maxNameLength)
  return {
    ...drawing,
    edges: [...drawing.edges, newLinkEdge({ id, from, to, alias: aliasFor(drawing.edges, wanted) })],
  }
}

/** Without these nodes and edges, and without edges that would lack an end; nodes of removed groups stay where they are. */
export function remove(drawing: Drawing, ids: ReadonlySet<string>): Drawing {
  const origin = originsOf(drawing)
  return {
    ...drawing,
    nodes: drawing.nodes
      .filter(node => !ids.has(node.id))
      .map(node =>
        node.groupId !== null && ids.has(node.groupId)
          ? { ...node, ...placeOf(node, origin), groupId: null }
          : node,
      ),
    edges: drawing.edges.filter(edge => !ids.has(edge.id) && !ids.has(edge.from) && !ids.has(edge.to)),
  }
}

/** Moves nodes to these places, relative to their groups; a node whose middle then lies in another group, or in none, joins or leaves it. */
export function moveNodes(drawing: Drawing, places: ReadonlyMap<string, Point>): Drawing {
  const moved = {
    ...drawing,
    nodes: drawing.nodes.map(node => {
      const place = places.get(node.id)
      return place === undefined ? node : { ...node, ...place }
    }),
  }
  return regrouped(moved, new Set(places.keys()))
}

function regrouped(drawing: Drawing, ids: ReadonlySet<string>): Drawing {
  const origins = originsOf(drawing)
  const groups = drawing.nodes.filter(node => node.kind === 'group')
  return {
    ...drawing,
    nodes: drawing.nodes.map(node => {
      // What moved with its group stays in it.
      if (!ids.has(node.id) || node.kind === 'group' || ids.has(node.groupId ?? '')) return node
      const place = placeOf(node, origins)
      const middle = { x: place.x + node.width / 2, y: place.y + node.height / 2 }
      const group = groups.find(
        each =>
          middle.x >= each.x &&
          middle.x <= each.x + each.width &&
          middle.y >= each.y &&
          middle.y <= each.y + each.height,
      )
      if ((group?.id ?? null) === node.groupId) return node
      return {
        ...node,
        groupId: group?.id ?? null,
        x: place.x - (group?.x ?? 0),
        y: place.y - (group?.y ?? 0),
      }
    }),
  }
}

/** Lines nodes up, or spreads them evenly across or down; groups move with what they hold. */
export function align(drawing: Drawing, ids: ReadonlySet<string>, how: Alignment): Drawing {
  const places = absolutePlaces(drawing)
  const boxes = drawing.nodes
    .filter(node => ids.has(node.id) && !ids.has(node.groupId ?? ''))
    .map(node => ({ node, ...(places.get(node.id) ?? { x: 0, y: 0 }) }))
  if (boxes.length < 2) return drawing
  const left = Math.min(...boxes.map(box => box.x))
  const right = Math.max(...boxes.map(box => box.x + box.node.width))
  const top = Math.min(...boxes.map(box => box.y))
  const bottom = Math.max(...boxes.map(box => box.y + box.node.height))
  const across = spread(boxes.map(({ node, x }) => ({ id: node.id, at: x, size: node.width })))
  const down = spread(boxes.map(({ node, y }) => ({ id: node.id, at: y, size: node.height })))
  const to = ({ node, x, y }: (typeof boxes)[number]): Point => {
    switch (how) {
      case 'left':
        return { x: left, y }
      case 'centre':
        return { x: (left + right - node.width) / 2, y }
      case 'right':
        return { x: right - node.width, y }
      case 'top':
        return { x, y: top }
      case 'middle':
        return { x, y: (top + bottom - node.height) / 2 }
      case 'bottom':
        return { x, y: bottom - node.height }
      case 'across':
        return { x: across.get(node.id) ?? x, y }
      case 'down':
        return { x, y: down.get(node.id) ?? y }
    }
  }
  return placed(drawing, new Map(boxes.map(box => [box.node.id, to(box)])))
}

/** Equal gaps between the first and the last. */
function spread(
  boxes: readonly { readonly id: string; readonly at: number; readonly size: number }[],
): ReadonlyMap<string, number> {
  const ordered = boxes.toSorted((a, b) => a.at - b.at)
  const first = ordered[0]?.at ?? 0
  const end = Math.max(...ordered.map(box => box.at + box.size))
  const free = end - first - ordered.reduce((sum, box) => sum + box.size, 0)
  const gap = free / Math.max(1, ordered.length - 1)
  let at = first
  return new Map(
    ordered.map(box => {
      const place = at
      at += box.size + gap
      return [box.id, place]
    }),
  )
}

/** Puts nodes to places on the canvas; they stay in their groups. */
export function placed(drawing: Drawing, places: ReadonlyMap<string, Point>): Drawing {
  const origins = originsOf(drawing)
  const nextOrigin = (id: string | null): Point =>
    places.get(id ?? '') ?? origins.get(id ?? '') ?? { x: 0, y: 0 }
  return {
    ...drawing,
    nodes: drawing.nodes.map(node => {
      const place = places.get(node.id)
      if (place === undefined) return node
      const origin = nextOrigin(node.groupId)
      return { ...node, x: Math.round(place.x - origin.x), y: Math.round(place.y - origin.y) }
    }),
  }
}

/** Around nodes that are in no group; the drawing itself where there are none. */
export function group(
  drawing: Drawing,
  ids: ReadonlySet<string>,
  given: { id: string; alias: string },
): Drawing {
  const inside = drawing.nodes.filter(
    node => ids.has(node.id) && node.kind !== 'group' && node.groupId === null,
  )
  if (inside.length === 0) return drawing
  const x = Math.min(...inside.map(node => node.x)) - groupMargin
  const y = Math.min(...inside.map(node => node.y)) - groupMargin - groupTitle
  const frame = newLinkNode({
    ...given,
    kind: 'group',
    alias: aliasFor(drawing.nodes, given.alias),
    x,
    y,
    width: Math.max(usualGroupSize.width / 2, ...inside.map(node => node.x + node.width + groupMargin - x)),
    height: Math.max(
      usualGroupSize.height / 2,
      ...inside.map(node => node.y + node.height + groupMargin - y),
    ),
  })
  const isInside = new Set(inside.map(node => node.id))
  return {
    ...drawing,
    nodes: [
      frame,
      ...drawing.nodes.map(node =>
        isInside.has(node.id) ? { ...node, groupId: frame.id, x: node.x - x, y: node.y - y } : node,
      ),
    ],
  }
}

/** The nodes, what their groups hold, and the edges between them, for the clipboard. */
export function copied(drawing: Drawing, ids: ReadonlySet<string>): LinkTopology {
  const nodes = drawing.nodes.filter(node => ids.has(node.id) || ids.has(node.groupId ?? ''))
  const places = absolutePlaces(drawing)
  const kept = new Set(nodes.map(node => node.id))
  return {
    nodes: nodes.map(node =>
      node.groupId !== null && !kept.has(node.groupId)
        ? { ...node, ...places.get(node.id), groupId: null }
        : node,
    ),
    edges: drawing.edges.filter(edge => kept.has(edge.from) && kept.has(edge.to)),
  }
}

/** Adds copies under new ids and free aliases, somewhat aside. `idFor` answers the new id of an old one. */
export function pasted(
  drawing: Drawing,
  { nodes, edges }: LinkTopology,
  { offset, idFor }: { readonly offset: number; readonly idFor: (old: string) => string },
): Drawing {
  let next = drawing
  for (const node of nodes)
    next = addNode(next, {
      ...node,
      id: idFor(node.id),
      groupId: node.groupId === null ? null : idFor(node.groupId),
      ...(node.groupId === null && { x: node.x + offset, y: node.y + offset }),
    })
  const copies = edges.map(edge => ({
    ...edge,
    id: idFor(edge.id),
    from: idFor(edge.from),
    to: idFor(edge.to),
    counters: edge.counters.map(counter => ({ ...counter, nodeId: idFor(counter.nodeId) })),
  }))
  for (const edge of copies)
    next = { ...next, edges: [...next.edges, { ...edge, alias: aliasFor(next.edges, edge.alias) }] }
  return next
}
