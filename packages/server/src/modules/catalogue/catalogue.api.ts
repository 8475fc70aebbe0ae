/** The calls that all catalogues share; each catalogue provides the conversion of its rows to nodes and leaves. */
import type { ProjectCaller } from '../../calls/handler.ts'
import type { DocumentRow, NodeRow } from './catalogue.repository.ts'
import type { CatalogueService } from './catalogue.service.ts'

export interface CatalogueForms<N, L> {
  readonly toNode: (row: NodeRow) => N
  /** A node with its document. */
  readonly toLeaf: (row: DocumentRow) => L
}

interface OfProject {
  projectId: string
}
interface OfNode extends OfProject {
  id: string
}
interface OfNodes extends OfProject {
  ids: string[]
}

const names = (nodes: readonly { name: string }[]): string => nodes.map(node => node.name).join(', ')

type TreeService = Pick<CatalogueService, 'tree' | 'rename' | 'move' | 'copy' | 'delete'>

/** The calls for nodes of a catalogue whose leaves have calls of their own. */
export function catalogueTreeApi<N>(service: TreeService, toNode: CatalogueForms<N, never>['toNode']) {
  return {
    tree: async (input: OfProject, caller: ProjectCaller): Promise<N[]> =>
      (await service.tree(input.projectId, caller.user.account)).map(toNode),
    async rename(input: OfNode & { name: string }, caller: ProjectCaller): Promise<N> {
      caller.audit.target(input.name)
      const renamed = await service.rename(input.projectId, caller.user.account, input.id, input.name)
      caller.audit.before({ name: renamed.oldName })
      caller.audit.after({ name: renamed.node.name })
      return toNode(renamed.node)
    },
    async move(input: OfNodes & { parentId: string; beforeId: string | null }, caller: ProjectCaller) {
      caller.audit.target(names(await service.move(input.projectId, input)))
      return {}
    },
    async copy(input: OfNodes & { parentId: string }, caller: ProjectCaller): Promise<N[]> {
      const copies = await service.copy(input.projectId, caller.user.account, input)
      caller.audit.target(names(copies))
      return copies.map(toNode)
    },
    async delete(input: OfNodes, caller: ProjectCaller) {
      caller.audit.target(names(await service.delete(input.projectId, input.ids)))
      return {}
    },
  }
}

export function catalogueApi<N, L extends { document: unknown }>(
  service: CatalogueService,
  { toNode, toLeaf }: CatalogueForms<N, L>,
) {
  return {
    ...catalogueTreeApi(service, toNode),
    get: async (input: OfNode): Promise<L> => toLeaf(await service.get(input.projectId, input.id)),
    async save(input: OfNode & { revision: number; document: unknown }, caller: ProjectCaller): Promise<L> {
      const { before, after } = await service.save(input.projectId, caller.user.account, input)
      caller.audit.target(after.name)
      const [old, leaf] = [toLeaf(before), toLeaf(after)]
      caller.audit.before(old.document)
      caller.audit.after(leaf.document)
      return leaf
    },
  }
}
