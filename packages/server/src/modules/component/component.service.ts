/** The component catalogue: folders that hold components, and the documents of the components. */
import {
  type Component,
  type ComponentNode,
  componentDocumentSchema,
} from '@pone/contract/entities/component.ts'
import { AppError } from '@pone/contract/errors.ts'
import type { CatalogueRepository, DocumentRow, NodeRow } from '../catalogue/catalogue.repository.ts'
import { type CatalogueService, createCatalogueService } from '../catalogue/catalogue.service.ts'

export const toComponentNode = (row: NodeRow): ComponentNode => ({
  id: row.id,
  parentId: row.parent_id,
  kind: row.kind === 'component' ? 'component' : 'folder',
  name: row.name,
  position: row.position,
  updatedAt: row.updated_at,
  updatedBy: row.updated_by,
})

/** Documents are parsed when read: fields that came later get their defaults. */
export const toComponent = (row: DocumentRow): Component => ({
  ...toComponentNode(row),
  document: componentDocumentSchema.parse(row.document),
  revision: row.revision,
})

export interface ComponentDeps {
  readonly repository: CatalogueRepository
  /** Names of the project's scenarios that bind this component. */
  readonly scenariosUsing: (projectId: string, componentId: string) => Promise<string[]>
  readonly now: () => number
  readonly newId: () => string
}

export interface ComponentService extends CatalogueService {
  /** @throws AppError NotFound */
  component(projectId: string, id: string): Promise<Component>
  /** Names of the project's components that read this parameter file. */
  componentsReading(projectId: string, fileId: string): Promise<string[]>
}

export function createComponentService({
  repository,
  scenariosUsing,
  now,
  newId,
}: ComponentDeps): ComponentService {
  const catalogue = createCatalogueService({
    repository,
    now,
    newId,
    kind: {
      tree: 'component',
      root: { kind: 'folder', name: 'root' },
      allowedChildren: { folder: ['folder', 'component'] },
      noun: 'component',
      async assertDeletable(projectId, nodes) {
        for (const node of nodes) {
          if (node.kind !== 'component') continue
          const scenarios = await scenariosUsing(projectId, node.id)
          if (scenarios.length > 0)
            throw new AppError('ComponentInUse', { component: node.name, scenarios: scenarios.join(', ') })
        }
      },
    },
  })
  return {
    ...catalogue,
    component: async (projectId, id) => toComponent(await catalogue.get(projectId, id)),
    componentsReading: (projectId, fileId) =>
      catalogue.namesContaining(projectId, { parameters: [{ fileId }] }),
  }
}
