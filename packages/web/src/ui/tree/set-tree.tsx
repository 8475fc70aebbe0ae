/** A page of sets: their tree at the left and the selected node beside it; used for scenario sets and task sets. */
import { FileAddOutlined, FolderAddOutlined, PlusOutlined } from '@ant-design/icons'
import type { QueryKey } from '@tanstack/react-query'
import { Button, Tooltip } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import { useT } from '../../lib/i18n.ts'
import { useCan, useSession } from '../../lib/session/session.ts'
import { useConfirm } from '../page/confirm.tsx'
import { PageBody } from '../page/page-header.tsx'
import { EmptyState, ErrorState, LoadingState } from '../page/page-states.tsx'
import { SplitPane } from '../page/split-pane.tsx'
import {
  type Creation,
  type NewLeaf,
  type NewSet,
  type SetNode,
  useCreation,
  useTreeChange,
} from './set-tree-create.ts'
import { ancestorsOf, indexTree } from './tree-model.ts'
import { TreePanel } from './tree-panel.tsx'

/** Calls of the tree to the server. */
export interface SetTreeCalls {
  readonly rename: (input: { id: string; name: string }) => Promise<unknown>
  readonly move: (input: { ids: string[]; parentId: string; beforeId: string | null }) => Promise<unknown>
  readonly copy: (input: { ids: string[]; parentId: string }) => Promise<unknown>
  readonly remove: (ids: string[]) => Promise<unknown>
}

interface TitleAndText {
  readonly title: string
  readonly text: string
}

export interface SetTreeProps<N extends SetNode> {
  /** Name of the tree and of its root. */
  readonly title: string
  /** Storage key of the expanded sets in the browser. */
  readonly storageKey: string
  /** Shown above the tree. */
  readonly head: ReactNode
  readonly tree: {
    readonly data: readonly N[] | undefined
    readonly error: Error | null
    readonly refetch: () => Promise<unknown>
  }
  /** Key of the queries that are refetched after each change. */
  readonly queryKey: QueryKey
  readonly calls: SetTreeCalls
  readonly newSet: NewSet<N>
  /** Left out if leaves are created elsewhere, and only in sets. */
  readonly newLeaf?: NewLeaf<N>
  readonly icons: { readonly set: ReactNode; readonly leaf: ReactNode }
  readonly selectedId: string | null
  /** '' opens none. */
  readonly onOpen: (id: string) => void
  /** Text of the confirmation before nodes of these names are deleted. */
  readonly deleteText: (names: string) => string
  /** Shown while the tree is empty, with a button that creates the first node. */
  readonly empty: TitleAndText
  /** Shown while no node is selected: a hint, or a page. */
  readonly pick?: TitleAndText
  readonly landing?: (creation: Creation) => ReactNode
  /** The content for the selected set or leaf. */
  readonly children: (node: N, nodes: readonly N[], creation: Creation) => ReactNode
}

export function SetTree<N extends SetNode>(props: SetTreeProps<N>) {
  const { tree, title } = props
  const node = tree.data?.find(candidate => candidate.id === props.selectedId) ?? null
  return (
    <PageBody isWide>
      <SplitPane
        storageKey="scenarios"
        initialSize={264}
        minSize={200}
        maxSize={480}
        label={title}
        first={
          <>
            {props.head}
            {tree.data && <Panel {...props} nodes={tree.data} selected={node} />}
          </>
        }
        second={
          tree.data ? (
            <Chosen {...props} nodes={tree.data} selected={node} />
          ) : tree.error ? (
            <ErrorState error={tree.error} onRetry={() => void tree.refetch()} />
          ) : (
            <LoadingState />
          )
        }
      />
    </PageBody>
  )
}

type PartProps<N extends SetNode> = SetTreeProps<N> & {
  readonly nodes: readonly N[]
  readonly selected: N | null
}

const isRoot = (node: SetNode) => node.kind === 'root'
const isSet = (node: SetNode) => node.kind === 'set'
const isLeaf = (node: SetNode) => !isRoot(node) && !isSet(node)

function Panel<N extends SetNode>(props: PartProps<N>) {
  const { nodes, selected, title, calls, newSet, newLeaf, icons, onOpen } = props
  const t = useT()
  const named = useMemo(
    () => nodes.map(node => (isRoot(node) ? { ...node, name: title } : node)),
    [nodes, title],
  )
  const projectId = useSession('projectId')
  const canEdit = useCan('scenario.edit')
  const confirm = useConfirm()
  const [renamingId, setRenamingId] = useState<string | null>(null)
  const { mutateAsync: change } = useTreeChange<unknown>(props.queryKey)
  const creation = useCreation({
    ...props,
    newLeaf,
    // A new node is renamed in place.
    onCreated: created => {
      onOpen(created.id)
      setRenamingId(created.id)
    },
  })
  const setOf = selected && isSet(selected) ? selected.id : (selected?.parentId ?? null)
  const remove = (doomed: readonly N[]) =>
    confirm({
      title: t('action.delete'),
      text: props.deleteText(doomed.map(node => node.name).join(', ')),
      verb: t('action.delete'),
      onConfirm: async () => {
        await change(() => calls.remove(doomed.map(node => node.id)))
        if (!selected) return
        const isGone = (id: string) => doomed.some(node => node.id === id)
        const way = [selected.id, ...ancestorsOf(indexTree(nodes), selected.id)]
        const last = way.findLastIndex(isGone)
        if (last >= 0) onOpen(way[last + 1] ?? '')
      },
    })
  const entriesOf = (node: N) => {
    if (!canEdit) return []
    const leaf = newLeaf ? [{ key: 'leaf', label: newLeaf.label, onClick: () => creation.leaf(node.id) }] : []
    if (isRoot(node)) return [{ key: 'set', label: newSet.label, onClick: creation.set }, ...leaf]
    return isSet(node) ? leaf : []
  }
  return (
    <TreePanel
      nodes={named}
      label={title}
      storageKey={`${props.storageKey}-${projectId}`}
      selectedId={selected?.id ?? null}
      canEdit={canEdit}
      renamingId={renamingId}
      onRenameEnd={() => setRenamingId(null)}
      onOpen={node => onOpen(node.id)}
      iconOf={node => (isRoot(node) || isSet(node) ? icons.set : icons.leaf)}
      holdsChildren={node => isRoot(node) || isSet(node)}
      isFixed={isRoot}
      accepts={(moved, parent) =>
        isRoot(parent) ? moved.every(node => isSet(node) || newLeaf !== undefined) : moved.every(isLeaf)
      }
      onRename={(node, name) => change(() => calls.rename({ id: node.id, name }))}
      onMove={input => change(() => calls.move(input))}
      onCopy={input => change(() => calls.copy(input))}
      onDelete={remove}
      menuOf={entriesOf}
      toolbar={
        canEdit && (
          <>
            <BarButton label={newSet.label} icon={<FolderAddOutlined />} onClick={creation.set} />
            {newLeaf && (
              <BarButton
                label={newLeaf.label}
                icon={<FileAddOutlined />}
                onClick={() => creation.leaf(setOf)}
              />
            )}
          </>
        )
      }
    />
  )
}

function BarButton(props: {
  readonly label: string
  readonly icon: ReactNode
  readonly onClick: () => void
}) {
  const { label, icon, onClick } = props
  return (
    <Tooltip title={label}>
      <Button type="text" icon={icon} aria-label={label} onClick={onClick} />
    </Tooltip>
  )
}

function Chosen<N extends SetNode>(props: PartProps<N>) {
  const { nodes, selected, newSet, newLeaf, onOpen } = props
  const canEdit = useCan('scenario.edit')
  const creation = useCreation({ ...props, newLeaf, onCreated: created => onOpen(created.id) })
  if (selected && !isRoot(selected)) return props.children(selected, nodes, creation)
  const isEmpty = nodes.every(node => isRoot(node) || (newLeaf !== undefined && isSet(node)))
  if (!isEmpty && props.landing) return props.landing(creation)
  const create = newLeaf ? () => creation.leaf(null) : creation.set
  return (
    <EmptyState
      isPage
      {...(isEmpty ? props.empty : (props.pick ?? props.empty))}
      action={
        isEmpty &&
        canEdit && (
          <Button type="primary" icon={<PlusOutlined />} onClick={create}>
            {(newLeaf ?? newSet).label}
          </Button>
        )
      }
    />
  )
}
