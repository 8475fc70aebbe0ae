/** What the pages of a component catalogue share: the open node, creating, renaming, moving, copying and deleting, and the tree properties derived from them. */
import { FolderOpenOutlined, FolderOutlined } from '@ant-design/icons'
import type { ComponentNode } from '@pone/contract/entities/component.ts'
import { type ReactNode, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { freeSiblingName } from '../../lib/free-sibling-name.ts'
import { useT } from '../../lib/i18n.ts'
import { useCan } from '../../lib/session/session.ts'
import { useConfirm } from '../page/confirm.tsx'
import type { TreePanelProps } from '../tree/tree-panel-props.ts'
import { countBelow, pathOf } from './catalogue-model.ts'

interface Change<Input, Output = unknown> {
  mutateAsync(input: Input): Promise<Output>
}

/** The calls that change a catalogue. */
export interface CatalogueChanges {
  readonly createFolder: Change<{ parentId: string; name: string }, { readonly id: string }>
  readonly create: Change<{ parentId: string; name: string }, { readonly id: string }>
  readonly rename: Change<{ id: string; name: string }>
  readonly move: Change<{ ids: string[]; parentId: string; beforeId: string | null }>
  readonly copy: Change<{ ids: string[]; parentId: string }>
  readonly remove: Change<string[]>
}

/** Nodes with a name for the root, which has no stored name. */
export function useNamedNodes<N extends ComponentNode>(
  nodes: readonly N[] | undefined,
  rootName: string,
): readonly N[] | undefined {
  return useMemo(
    () => nodes?.map(node => (node.parentId === null ? { ...node, name: rootName } : node)),
    [nodes, rootName],
  )
}

export interface Catalogue<N extends ComponentNode> {
  /** The node that the page shows. */
  readonly selected: N
  /** The node itself if it is a folder, else its parent folder. */
  readonly folder: N
  readonly open: (id: string) => void
  readonly createFolder: (parentId: string) => void
  readonly createComponent: (parentId: string) => void
  /** Deletes after a confirmation. */
  readonly remove: (nodes: readonly N[]) => void
  readonly tree: Pick<
    TreePanelProps<N>,
    | 'nodes'
    | 'selectedId'
    | 'onOpen'
    | 'iconOf'
    | 'holdsChildren'
    | 'isFixed'
    | 'canEdit'
    | 'onRename'
    | 'onMove'
    | 'onCopy'
    | 'onDelete'
    | 'renamingId'
    | 'onRenameEnd'
  >
}

/** The address contains the open node. Null if there is no root. */
export function useCatalogue<N extends ComponentNode>(options: {
  readonly nodes: readonly N[]
  readonly changes: CatalogueChanges
  /** Name and icon of nodes that are not folders. */
  readonly newComponentName: string
  readonly componentIcon: ReactNode
  /** Text about what a deletion removes. */
  readonly deleteText: (counts: ReturnType<typeof countBelow>) => string
}): Catalogue<N> | null {
  const { nodes, changes, newComponentName, componentIcon, deleteText } = options
  const t = useT()
  const canEdit = useCan('component.edit')
  const confirm = useConfirm()
  const [search, setSearch] = useSearchParams()
  const [renamingId, setRenamingId] = useState<string | null>(null)
  const root = nodes.find(node => node.parentId === null)
  const selected = nodes.find(node => node.id === search.get('id')) ?? root
  if (root === undefined || selected === undefined) return null
  const folder =
    selected.kind === 'folder' ? selected : (nodes.find(node => node.id === selected.parentId) ?? root)
  const open = (id: string) => setSearch({ id })

  // Errors of these calls are shown by the common handler of mutations.
  const ignore = () => {}
  const fresh = (parentId: string, base: string) => ({
    parentId,
    name: freeSiblingName(nodes, parentId, base),
  })
  const remove = (doomed: readonly N[]) => {
    const ids = doomed.map(node => node.id)
    const names = doomed.slice(0, 5).map(node => t('catalogue.quoted', { name: node.name }))
    confirm({
      title: t('catalogue.deleteTitle', {
        names: names.join(t('catalogue.listSeparator')) + (doomed.length > 5 ? ' …' : ''),
      }),
      text: deleteText(countBelow(nodes, ids)),
      verb: t('action.delete'),
      onConfirm: async () => {
        await changes.remove.mutateAsync(ids)
        if (pathOf(nodes, selected.id).some(node => ids.includes(node.id)))
          open(doomed[0]?.parentId ?? root.id)
      },
    })
  }
  return {
    selected,
    folder,
    open,
    createFolder: parentId =>
      void changes.createFolder
        .mutateAsync(fresh(parentId, t('catalogue.newFolderName')))
        .then(node => setRenamingId(node.id), ignore),
    createComponent: parentId =>
      void changes.create.mutateAsync(fresh(parentId, newComponentName)).then(node => {
        open(node.id)
        setRenamingId(node.id)
      }, ignore),
    remove,
    tree: {
      nodes,
      selectedId: selected.id,
      onOpen: node => open(node.id),
      iconOf: (node, isExpanded) =>
        node.kind === 'component' ? componentIcon : isExpanded ? <FolderOpenOutlined /> : <FolderOutlined />,
      holdsChildren: node => node.kind === 'folder',
      isFixed: node => node.parentId === null,
      canEdit,
      onRename: (node, name) => changes.rename.mutateAsync({ id: node.id, name }).catch(ignore),
      onMove: move => changes.move.mutateAsync(move).catch(ignore),
      onCopy: copy => changes.copy.mutateAsync(copy).catch(ignore),
      onDelete: remove,
      renamingId,
      onRenameEnd: () => setRenamingId(null),
    },
  }
}
