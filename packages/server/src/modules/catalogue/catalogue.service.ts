/** Rules of a catalogue: create, rename, move, copy, delete, and save documents without overwriting another user's edit. */

import { AppError } from '@pone/contract/errors.ts'
import type { CatalogueRepository, DocumentRow, NodeRow, TreeQueries } from './catalogue.repository.ts'
import type { CatalogueTree } from './catalogue.table.ts'
import { copiesOf } from './copies.ts'
import {
  type AllowedChildren,
  assertPlace,
  assertTransfer,
  indexTree,
  inTreeOrder,
  nextPosition,
  positionsFor,
  subtreeOf,
  type TreeIndex,
  topmost,
} from './tree-rules.ts'

/** Differences between the catalogues. */
export interface CatalogueKind {
  readonly tree: CatalogueTree
  /** Kind and name of the root, which is created when a project's tree is first read. */
  readonly root: { readonly kind: string; readonly name: string }
  readonly allowedChildren: AllowedChildren
  /** The term for a node in "… does not exist". */
  readonly noun: string
  /** Throws when these nodes (with all below them) must not be deleted. */
  assertDeletable(projectId: string, nodes: readonly NodeRow[]): Promise<void>
  /** Called after a copy, with the new node of each copied node. */
  onCopied?(projectId: string, by: string, copies: ReadonlyMap<string, string>): Promise<void>
}

export interface CatalogueDeps {
  readonly repository: CatalogueRepository
  readonly kind: CatalogueKind
  readonly now: () => number
  readonly newId: () => string
}

export type CatalogueService = ReturnType<typeof createCatalogueService>

export function createCatalogueService(deps: CatalogueDeps) {
  return { ...catalogueReads(deps), ...nodeEdits(deps), ...nodePlaces(deps), ...documentSaving(deps) }
}

/** Nodes and documents of a catalogue. */
function catalogueReads(deps: Pick<CatalogueDeps, 'repository' | 'kind' | 'newId' | 'now'>) {
  const { repository, kind } = deps

  return {
    /** Parents before children; creates a missing root. */
    async tree(projectId: string, by: string): Promise<NodeRow[]> {
      const nodes = await repository.tree(projectId, kind.tree).nodes()
      if (nodes.length > 0) return inTreeOrder(nodes)
      return repository.change(projectId, kind.tree, queries => rooted(deps, queries, by))
    },
    get: (projectId: string, id: string) => get(deps, projectId, id),
    /** Documents of several nodes; missing ones are omitted. */
    documents: (projectId: string, ids: readonly string[]): Promise<DocumentRow[]> =>
      repository.tree(projectId, kind.tree).documents(ids),
    namesContaining: (projectId: string, fragment: unknown): Promise<string[]> =>
      repository.tree(projectId, kind.tree).namesContaining(fragment),
    documentsContaining: (projectId: string, text: string): Promise<DocumentRow[]> =>
      repository.tree(projectId, kind.tree).documentsContaining(text),
  }
}

/** Creating, renaming and deleting nodes. */
function nodeEdits(deps: Pick<CatalogueDeps, 'repository' | 'kind' | 'newId' | 'now'>) {
  const { repository, kind, newId, now } = deps
  const assertNameFree = (
    tree: TreeIndex<NodeRow>,
    parentId: string,
    name: string,
    exceptId?: string,
  ): void => {
    if (tree.childrenOf(parentId).some(node => node.name === name && node.id !== exceptId))
      throw new AppError('NameExists', { name })
  }
  return {
    /** `parentId` null = under the root. @throws AppError NotFound, NameExists, LeafHasNoChildren, TreeTooDeep */
    create(
      projectId: string,
      by: string,
      node: { parentId: string | null; kind: string; name: string; document: unknown },
    ): Promise<DocumentRow> {
      return repository.change(projectId, kind.tree, async queries => {
        const tree = indexTree(await rooted(deps, queries, by))
        const parent = node.parentId === null ? tree.childrenOf(null)[0] : pick(deps, tree, node.parentId)
        if (!parent) throw notFound(deps)
        assertPlace(tree, kind.allowedChildren, { parent, kind: node.kind })
        assertNameFree(tree, parent.id, node.name)
        const id = newId()
        await queries.insert(
          [
            {
              id,
              parentId: parent.id,
              kind: node.kind,
              name: node.name,
              position: nextPosition(tree.childrenOf(parent.id)),
              document: node.document,
            },
          ],
          { at: now(), by },
        )
        const [created] = await queries.documents([id])
        if (!created) throw notFound(deps)
        return created
      })
    },
    /** Returns the node with its old name. @throws AppError NotFound, NameExists, RootFixed */
    rename(
      projectId: string,
      by: string,
      id: string,
      name: string,
    ): Promise<{ node: NodeRow; oldName: string }> {
      return repository.change(projectId, kind.tree, async queries => {
        const tree = indexTree(await queries.nodes())
        const node = pick(deps, tree, id)
        if (node.parent_id === null) throw new AppError('RootFixed')
        assertNameFree(tree, node.parent_id, name, id)
        const at = now()
        await queries.rename(id, name, { at, by })
        return { node: { ...node, name, updated_at: at, updated_by: by }, oldName: node.name }
      })
    },
    /** Deletes nodes with their subtrees and returns them. @throws AppError NotFound, RootFixed, and errors of the catalogue's own rule */
    delete(projectId: string, ids: readonly string[]): Promise<NodeRow[]> {
      return repository.change(projectId, kind.tree, async queries => {
        const tree = indexTree(await queries.nodes())
        const chosen = topmost(tree, ids).map(id => pick(deps, tree, id))
        if (chosen.some(node => node.parent_id === null)) throw new AppError('RootFixed')
        const gone = chosen.flatMap(node => subtreeOf(tree, node.id))
        await kind.assertDeletable(projectId, gone)
        await queries.delete(chosen.map(node => node.id))
        return gone
      })
    },
  }
}

/** Moving and copying nodes. */
function nodePlaces(deps: Pick<CatalogueDeps, 'repository' | 'kind' | 'newId' | 'now'>) {
  const { repository, kind, newId, now } = deps

  return {
    /** @throws AppError NotFound, NameExists, RootFixed, MoveIntoSelf, LeafHasNoChildren, TreeTooDeep */
    move(
      projectId: string,
      move: { ids: readonly string[]; parentId: string; beforeId: string | null },
    ): Promise<NodeRow[]> {
      return repository.change(projectId, kind.tree, async queries => {
        const tree = indexTree(await queries.nodes())
        const parent = pick(deps, tree, move.parentId)
        const moved = topmost(tree, move.ids).map(id => pick(deps, tree, id))
        const movedIds = moved.map(node => node.id)
        const isMoved = new Set(movedIds)
        const staying = tree.childrenOf(parent.id).filter(node => !isMoved.has(node.id))
        const taken = new Set(staying.map(node => node.name))
        for (const node of moved) {
          assertTransfer(tree, kind.allowedChildren, { node, parent, isMove: true })
          if (taken.has(node.name)) throw new AppError('NameExists', { name: node.name })
          taken.add(node.name)
        }
        await queries.arrange(parent.id, positionsFor(staying, movedIds, move.beforeId))
        return moved
      })
    },
    /** Copies nodes with their subtrees; returns the copies of the given nodes. @throws AppError NotFound, RootFixed, LeafHasNoChildren, TreeTooDeep */
    async copy(
      projectId: string,
      by: string,
      copy: { ids: readonly string[]; parentId: string },
    ): Promise<NodeRow[]> {
      const newIds = new Map<string, string>()
      const made = await repository.change(projectId, kind.tree, async queries => {
        const tree = indexTree(await queries.nodes())
        const parent = pick(deps, tree, copy.parentId)
        const originals = topmost(tree, copy.ids).map(id => pick(deps, tree, id))
        for (const node of originals)
          assertTransfer(tree, kind.allowedChildren, { node, parent, isMove: false })
        const copies = copiesOf(tree, { originals, parent, newId })
        await queries.insertCopies(copies, { at: now(), by })
        for (const { id, originId } of copies) newIds.set(originId, id)
        const tops = new Set(originals.map(node => newIds.get(node.id)))
        return (await queries.nodes()).filter(node => tops.has(node.id))
      })
      await kind.onCopied?.(projectId, by, newIds)
      return made
    },
  }
}

/** Saves documents without overwriting another user's edit. */
function documentSaving(deps: Pick<CatalogueDeps, 'repository' | 'kind' | 'now'>) {
  const { repository, kind, now } = deps

  return {
    /** @throws AppError NotFound, EditedMeanwhile */
    async save(
      projectId: string,
      by: string,
      save: { id: string; revision: number; document: unknown },
    ): Promise<{ before: DocumentRow; after: DocumentRow }> {
      const before = await get(deps, projectId, save.id)
      const stored = await repository.tree(projectId, kind.tree).saveDocument({ ...save, at: now(), by })
      const after = await get(deps, projectId, save.id)
      if (!stored)
        throw new AppError('EditedMeanwhile', {
          editor: after.updated_by,
          at: after.updated_at,
          revision: after.revision,
        })
      return { before, after }
    },
  }
}

const notFound = ({ kind }: Pick<CatalogueDeps, 'kind'>): AppError =>
  new AppError('NotFound', { what: kind.noun })

const pick = (deps: Pick<CatalogueDeps, 'kind'>, tree: TreeIndex<NodeRow>, id: string): NodeRow => {
  const node = tree.byId.get(id)
  if (!node) throw notFound(deps)
  return node
}

/** The nodes including the root, which is created by the first change or read of the tree. */
async function rooted(
  { newId, kind, now }: Pick<CatalogueDeps, 'newId' | 'kind' | 'now'>,
  queries: TreeQueries,
  by: string,
): Promise<NodeRow[]> {
  const nodes = await queries.nodes()
  if (nodes.length > 0) return nodes
  await queries.insert(
    [
      {
        id: newId(),
        parentId: null,
        kind: kind.root.kind,
        name: kind.root.name,
        position: 0,
        document: null,
      },
    ],
    { at: now(), by },
  )
  return queries.nodes()
}

async function get(
  deps: Pick<CatalogueDeps, 'repository' | 'kind'>,
  projectId: string,
  id: string,
): Promise<DocumentRow> {
  const [row] = await deps.repository.tree(projectId, deps.kind.tree).documents([id])
  if (!row || row.document === null) throw notFound(deps)
  return row
}
