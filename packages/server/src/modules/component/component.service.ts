/** The component catalogue: folders that hold components, and the documents of the components. */
import { type Component } from '@pone/contract/entities/component.ts'
import { AppError } from '@pone/contract/errors.ts'
import { type ComponentDocument, componentDocumentSchema } from '@pone/plan/component/component.ts'
import { filesOf } from '@pone/plan/component/files.ts'
import { walkSteps } from '@pone/plan/steps/walk.ts'
import type { SecretBox } from '../../adapters/secrets.ts'
import type { CatalogueRepository, DocumentRow } from '../catalogue/catalogue.repository.ts'
import { type CatalogueService, createCatalogueService } from '../catalogue/catalogue.service.ts'
import { toComponentNode } from '../catalogue/component-node.ts'
import { maskDocument, openDocument, sealDocument } from './document-secrets.ts'

/** Documents are parsed when read: fields that came later get their defaults. Secrets stay sealed. */
const toStoredComponent = (row: DocumentRow): Component => ({
  ...toComponentNode(row),
  document: componentDocumentSchema.parse(row.document),
  revision: row.revision,
})

/** As people may read it. */
export function toComponent(row: DocumentRow): Component {
  const stored = toStoredComponent(row)
  return { ...stored, document: maskDocument(stored.document) }
}

export interface ComponentDeps {
  readonly repository: CatalogueRepository
  /** Names of the project's scenarios that bind this component. */
  readonly scenariosUsing: (projectId: string, componentId: string) => Promise<string[]>
  readonly secrets: SecretBox
  readonly now: () => number
  readonly newId: () => string
}

type NewNode = Parameters<CatalogueService['create']>[2]

export interface ComponentService extends CatalogueService {
  /** `secretsOf`: the component of the project whose values stand behind the masks. @throws AppError NotFound, and what a catalogue throws */
  create(projectId: string, by: string, node: NewNode & { secretsOf?: string | null }): Promise<DocumentRow>
  /** Its secrets are sealed. @throws AppError NotFound */
  component(projectId: string, id: string): Promise<Component>
  /** A document from the browser, as a load machine needs it: masks give way to the values that the stored component has. @throws AppError NotFound */
  revealed(projectId: string, id: string | null, document: ComponentDocument): Promise<ComponentDocument>
  /** Opens what `component` gave sealed. */
  opened(document: ComponentDocument): ComponentDocument
  /** Disabled and nested steps included. */
  stepCounts(projectId: string, ids: readonly string[]): Promise<{ id: string; steps: number }[]>
  /** Names of the project's components that use this parameter file or attachment. */
  componentsUsing(projectId: string, fileId: string): Promise<string[]>
}

export function createComponentService({
  repository,
  scenariosUsing,
  secrets,
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
  const stored = async (projectId: string, id: string): Promise<Component> =>
    toStoredComponent(await catalogue.get(projectId, id))
  const documentOf = async (projectId: string, id: string | null): Promise<ComponentDocument | null> =>
    id === null ? null : (await stored(projectId, id)).document
  const sealed = (document: unknown, before: ComponentDocument | null): ComponentDocument =>
    sealDocument(componentDocumentSchema.parse(document), before, secrets)
  return {
    ...catalogue,
    create: async (projectId, by, { secretsOf = null, ...node }) => {
      const before = await documentOf(projectId, secretsOf)
      const document = node.document === null ? null : sealed(node.document, before)
      return catalogue.create(projectId, by, { ...node, document })
    },
    save: async (projectId, by, save) => {
      const before = await stored(projectId, save.id)
      return catalogue.save(projectId, by, { ...save, document: sealed(save.document, before.document) })
    },
    component: stored,
    revealed: async (projectId, id, document) => {
      const before = await documentOf(projectId, id)
      return openDocument(sealDocument(document, before, secrets), secrets)
    },
    opened: document => openDocument(document, secrets),
    stepCounts: async (projectId, ids) => {
      const rows = await catalogue.documents(projectId, ids)
      return rows.flatMap(({ id, document }) => {
        if (document === null) return []
        const { steps } = componentDocumentSchema.parse(document)
        return { id, steps: walkSteps(steps, { withDisabled: true }).toArray().length }
      })
    },
    componentsUsing: async (projectId, fileId) => {
      const rows = await catalogue.documentsContaining(projectId, fileId)
      return rows
        .filter(row => row.document !== null)
        .filter(row =>
          filesOf(componentDocumentSchema.parse(row.document), { withDisabled: true }).includes(fileId),
        )
        .map(row => row.name)
    },
  }
}
