/** A catalogue of components as data: children, paths, free names, the extent of a deletion; pure. */

import type { ComponentNode } from '@pone/contract/entities/component.ts'

export function childrenOf(nodes: readonly ComponentNode[], parentId: string): ComponentNode[] {
  return nodes.filter(node => node.parentId === parentId)
}

/** From the root down to the node, itself last. */
export function pathOf(nodes: readonly ComponentNode[], id: string): ComponentNode[] {
  const byId = new Map(nodes.map(node => [node.id, node]))
  const path: ComponentNode[] = []
  for (
    let node = byId.get(id);
    node && !path.includes(node);
    node = node.parentId === null ? undefined : byId.get(node.parentId)
  )
    path.unshift(node)
  return path
}

/** Number of components in each folder and all below it. */
export function componentsBelow(nodes: readonly ComponentNode[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  // Parents come before their children, so their counts are complete last.
  for (const { id, parentId, kind } of nodes.toReversed()) {
    if (parentId === null) continue
    const below = kind === 'component' ? 1 : (counts.get(id) ?? 0)
    counts.set(parentId, (counts.get(parentId) ?? 0) + below)
  }
  return counts
}

/** Number of folders and components that are removed when these nodes are deleted, including the nodes themselves. */
export function countBelow(
  nodes: readonly ComponentNode[],
  ids: readonly string[],
): { folders: number; components: number } {
  const gone = new Set(ids)
  // Parents come before their children.
  for (const node of nodes) if (node.parentId !== null && gone.has(node.parentId)) gone.add(node.id)
  const going = nodes.filter(node => gone.has(node.id))
  const components = going.filter(node => node.kind === 'component').length
  return { folders: going.length - components, components }
}
