/** The way from the root to a node of the catalogue, each part a link. */
import type { ComponentNode } from '@pone/contract/entities/component.ts'
import { Breadcrumb } from 'antd'
import { pathOf } from './catalogue-model.ts'

interface CataloguePathProps {
  readonly nodes: readonly ComponentNode[]
  readonly id: string
  readonly onOpen: (id: string) => void
}

export function CataloguePath({ nodes, id, onOpen }: CataloguePathProps) {
  const path = pathOf(nodes, id)
  return (
    <Breadcrumb
      items={path.map((node, index) => ({
        key: node.id,
        title:
          index === path.length - 1 ? (
            node.name
          ) : (
            <button type="button" className="cd-link" onClick={() => onOpen(node.id)}>
              {node.name}
            </button>
          ),
      }))}
    />
  )
}
