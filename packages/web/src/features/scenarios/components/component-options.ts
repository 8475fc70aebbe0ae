/** The project's components as options, each with its folder path; pure. */
import type { ComponentNode } from '@pone/contract/entities/component.ts'

export interface ComponentOption {
  readonly value: string
  readonly name: string
  /** `Shop / Checkout / Order`: searchable by folder and by name. */
  readonly label: string
}

export function componentOptions(nodes: readonly ComponentNode[]): ComponentOption[] {
  const byId = new Map(nodes.map(node => [node.id, node]))
  const pathOf = (node: ComponentNode): string => {
    const parent = node.parentId === null ? undefined : byId.get(node.parentId)
    return parent === undefined || parent.parentId === null ? node.name : `${pathOf(parent)} / ${node.name}`
  }
  return nodes
    .filter(node => node.kind === 'component')
    .map(node => ({ value: node.id, name: node.name, label: pathOf(node) }))
}
