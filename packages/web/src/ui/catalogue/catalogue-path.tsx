/** The path of folders to a node of the catalogue, from the root, each a link. */
import type { ComponentNode } from '@pone/contract/entities/component.ts'
import { Breadcrumb } from 'antd'
import { pathOf } from './catalogue-model.ts'

interface CataloguePathProps {
  readonly nodes: readonly ComponentNode[]
  readonly id: string
  readonly onOpen: (id: string) => void
}

export function CataloguePath({ nodes, id, onOpen }: CataloguePathProps) {
  const parents = pathOf(nodes, id).slice(0, -1)
  if (parents.length === 0) return null
  return (
    <Breadcrumb
      items={parents.map(node => ({
        key: node.id,
        title: (
          <button type="button" className="cd-link" onClick={() => onOpen(node.id)}>
            {node.name}
          </button>
        ),
      }))}
    />
  )
}
