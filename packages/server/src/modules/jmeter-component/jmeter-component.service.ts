/** The catalogue of JMeter components: folders and components, whose documents are test plans stored byte for byte. */

import type { JmeterComponent, JmeterComponentFacts } from '@pone/contract/entities/jmeter-component.ts'
import { AppError } from '@pone/contract/errors.ts'
import type { RunPlan } from '@pone/contract/link/plan.ts'
import { freeName } from '@pone/schema/free-name.ts'
import { maxNameLength } from '@pone/schema/limits.ts'
import type { CatalogueRepository, DocumentRow, NodeRow } from '../catalogue/catalogue.repository.ts'
import { type CatalogueService, createCatalogueService } from '../catalogue/catalogue.service.ts'
import { toComponentNode } from '../catalogue/component-node.ts'
import { indexTree, subtreeOf } from '../catalogue/tree-rules.ts'
import type { JmeterFileService } from './jmeter-file.service.ts'
import { assertPlan, type UploadedPlan } from './plan-look.ts'
import { bytesOf, factsOf, toStoredPlan } from './stored-plan.ts'

export const toJmeterComponentFacts = (row: DocumentRow): JmeterComponentFacts => ({
  ...toComponentNode(row),
  document: factsOf(row.document),
  revision: row.revision,
})

/** What a run needs of a component: the stored plan, and its files. */
export interface JmeterRunInput {
  readonly name: string
  readonly bytes: Buffer
  readonly files: RunPlan['files']
}

export interface JmeterComponentDeps {
  readonly repository: CatalogueRepository
  readonly files: JmeterFileService
  /** Names of the project's scenarios that bind this component. */
  readonly scenariosUsing: (projectId: string, componentId: string) => Promise<string[]>
  readonly now: () => number
  readonly newId: () => string
}

type Change = { before: DocumentRow; after: DocumentRow }

export interface JmeterComponentService extends Omit<CatalogueService, 'create' | 'save'> {
  createFolder(projectId: string, by: string, folder: { parentId: string; name: string }): Promise<NodeRow>
  /** @throws AppError PlanRefused, and what a catalogue throws */
  create(
    projectId: string,
    by: string,
    component: { parentId: string; name: string; plan: UploadedPlan; isNameFlexible?: boolean },
  ): Promise<DocumentRow>
  /** @throws AppError NotFound, EditedMeanwhile, PlanRefused */
  savePlan(
    projectId: string,
    by: string,
    save: { id: string; revision: number; plan: UploadedPlan },
  ): Promise<Change>
  /** @throws AppError NotFound */
  component(projectId: string, id: string): Promise<JmeterComponent>
  /** @throws AppError NotFound */
  plan(projectId: string, id: string): Promise<{ name: string; bytes: Buffer }>
  /** @throws AppError NotFound */
  runInput(projectId: string, id: string): Promise<JmeterRunInput>
}

export function createJmeterComponentService(deps: JmeterComponentDeps): JmeterComponentService {
  const { repository, files, scenariosUsing, now, newId } = deps
  const catalogue = createCatalogueService({
    repository,
    now,
    newId,
    kind: {
      tree: 'jmeter',
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
      onCopied: (projectId, _by, copies) => files.copyAll(projectId, copies),
    },
  })
  const plan = async (projectId: string, id: string): Promise<{ name: string; bytes: Buffer }> => {
    const row = await catalogue.get(projectId, id)
    return { name: row.name, bytes: await bytesOf(row.document) }
  }
  return {
    ...catalogue,
    createFolder: (projectId, by, { parentId, name }) =>
      catalogue.create(projectId, by, { parentId, kind: 'folder', name, document: null }),
    async create(projectId, by, { parentId, name: wanted, plan: given, isNameFlexible = false }) {
      await assertPlan(given)
      const document = await toStoredPlan(given.bytes)
      const name = isNameFlexible ? await freeNameIn(catalogue, { projectId, by, parentId }, wanted) : wanted
      return catalogue.create(projectId, by, { parentId, kind: 'component', name, document })
    },
    async savePlan(projectId, by, { id, revision, plan: given }) {
      await assertPlan(given)
      return catalogue.save(projectId, by, { id, revision, document: await toStoredPlan(given.bytes) })
    },
    async component(projectId, id) {
      const row = await catalogue.get(projectId, id)
      const base64 = (await bytesOf(row.document)).toString('base64')
      const facts = toJmeterComponentFacts(row)
      return { ...facts, document: { ...facts.document, base64 } }
    },
    plan,
    async runInput(projectId, id) {
      const found = await plan(projectId, id)
      const listed = await files.list(projectId, id)
      return {
        ...found,
        files: listed.map(({ id: fileId, name, sizeBytes, sha256 }) => ({
          id: fileId,
          name,
          sizeBytes,
          sha256,
        })),
      }
    },
    async delete(projectId, ids) {
      const tree = indexTree(await repository.tree(projectId, 'jmeter').nodes())
      const going = ids.flatMap(id => subtreeOf(tree, id).map(node => node.id))
      return files.deleteWith(projectId, going, () => catalogue.delete(projectId, ids))
    },
  }
}

async function freeNameIn(
  catalogue: CatalogueService,
  { projectId, by, parentId }: { projectId: string; by: string; parentId: string },
  wanted: string,
): Promise<string> {
  const nodes = await catalogue.tree(projectId, by)
  const taken = new Set(nodes.filter(node => node.parent_id === parentId).map(node => node.name))
  return freeName(wanted.slice(0, maxNameLength), name => taken.has(name), { maxLength: maxNameLength })
}
