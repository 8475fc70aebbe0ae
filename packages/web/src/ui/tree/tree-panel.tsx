/** The catalogue tree of components and of scenarios: search, drag, context menu, F2, Del, Ctrl-C, Ctrl-V. */
import { SearchOutlined } from '@ant-design/icons'
import { Input, Tree, type TreeProps } from 'antd'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useT } from '../../lib/i18n.ts'
import { EmptyState } from '../page/page-states.tsx'
import {
  ancestorsOf,
  type Branch,
  buildTree,
  draggedIds,
  placeOfDrop,
  searchTree,
  type TreeNode,
} from './tree-model.ts'
import './tree-panel.css'
import type { TreePanelProps } from './tree-panel-props.ts'
import { TreeRename } from './tree-rename.tsx'
import { TreeRow } from './tree-row.tsx'
import { useKeptExpansion } from './use-kept-expansion.ts'
import { type TreeCommands, useTreeCommands } from './use-tree-commands.ts'

export function TreePanel<N extends TreeNode>(props: TreePanelProps<N>) {
  const { nodes, holdsChildren, selectedId, renamingId } = props
  const t = useT()
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [renaming, setRenaming] = useState<string | null>(null)
  const expansion = useKeptExpansion(props.storageKey, nodes)
  const panel = useRef<HTMLDivElement>(null)
  const found = useMemo(() => searchTree(nodes, search), [nodes, search])
  const tree = useMemo(() => buildTree(found?.shown ?? nodes), [found, nodes])
  const expanded = found ? found.shown.map(node => node.id) : expansion.expanded
  const selection = chosen.length > 0 || selectedId === null ? chosen : [selectedId]
  const { expand } = expansion
  const commands = useTreeCommands(props, { selection, expand, startRename: setRenaming })
  useReveal(selectedId, nodes, expand)

  const dataOf = ({ node, children }: Branch<N>): TreeData<N> => ({
    key: node.id,
    node,
    isLeaf: !holdsChildren(node),
    children: children.map(dataOf),
  })
  const endRename = (node: N, name: string | null) => {
    setRenaming(null)
    props.onRenameEnd?.()
    panel.current?.querySelector<HTMLElement>('input[aria-label="for screen reader"], .ant-tree')?.focus()
    if (name !== null && name !== node.name) void props.onRename?.(node, name)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the focusable tree inside bubble here
    <div className="tree-panel" ref={panel} onKeyDown={commands.onKeyDown}>
      <div className="tree-panel-bar">
        <Input
          allowClear
          prefix={<SearchOutlined className="faint" />}
          placeholder={t('action.search')}
          aria-label={t('tree.search', { name: props.label })}
          value={search}
          onChange={event => setSearch(event.target.value)}
        />
        {props.toolbar}
      </div>
      <div className="tree-panel-scroll">
        {tree.length === 0 && found ? (
          <EmptyState title={t('tree.nothingFound')} />
        ) : (
          <Tree<TreeData<N>>
            blockNode
            multiple
            showIcon={false}
            aria-label={props.label}
            treeData={tree.map(dataOf)}
            expandedKeys={[...expanded]}
            selectedKeys={[...selection]}
            onExpand={keys => expansion.set(keys.map(String))}
            {...selectProps(props, selection, setChosen)}
            {...dragProps(props, commands, { selection, expand, isSearching: found !== null })}
            titleRender={({ node }) =>
              (renaming ?? renamingId) === node.id ? (
                <TreeRename name={node.name} onEnd={name => endRename(node, name)} />
              ) : (
                <TreeRow
                  name={node.name}
                  icon={props.iconOf(node, expanded.includes(node.id))}
                  note={props.noteOf?.(node)}
                  search={search}
                  menu={commands.menuOf(node)}
                />
              )
            }
          />
        )}
      </div>
    </div>
  )
}

interface TreeData<N> {
  readonly key: string
  readonly node: N
  readonly isLeaf: boolean
  readonly children: TreeData<N>[]
}

/** A click opens a node; with Ctrl or ⌘ it only adds the node to the selection or removes it. */
function selectProps<N extends TreeNode>(
  { onOpen }: TreePanelProps<N>,
  selection: readonly string[],
  choose: (ids: readonly string[]) => void,
): Pick<TreeProps<TreeData<N>>, 'onSelect' | 'onRightClick'> {
  return {
    onSelect: (_keys, { node: { node }, nativeEvent }) => {
      const { id } = node
      if (nativeEvent.ctrlKey || nativeEvent.metaKey)
        return choose(selection.includes(id) ? selection.filter(one => one !== id) : [...selection, id])
      choose([id])
      onOpen(node)
    },
    onRightClick: ({ node: { node } }) => choose(draggedIds(node.id, selection)),
  }
}

interface DragState {
  readonly selection: readonly string[]
  readonly expand: (ids: readonly string[]) => void
  /** Search results cannot be moved: their order is not that of the tree. */
  readonly isSearching: boolean
}

function dragProps<N extends TreeNode>(
  { nodes, isFixed, canEdit, onMove }: TreePanelProps<N>,
  { mayPut, movable }: TreeCommands<N>,
  { selection, expand, isSearching }: DragState,
): Pick<TreeProps<TreeData<N>>, 'draggable' | 'allowDrop' | 'onDrop'> {
  if (!canEdit || !onMove || isSearching) return { draggable: false }
  return {
    draggable: { icon: false, nodeDraggable: entry => !isFixed((entry as unknown as TreeData<N>).node) },
    allowDrop: ({ dragNode, dropNode, dropPosition }) => {
      const place = placeOfDrop(nodes, dropNode.node, dropPosition === 0 ? 'into' : 'after')
      return place !== null && mayPut(draggedIds(dragNode.node.id, selection), place.parentId)
    },
    onDrop: ({ dragNode, node: target, dropPosition, dropToGap }) => {
      const ids = movable(draggedIds(dragNode.node.id, selection))
      // Drop positions of the tree component count the gaps between the siblings.
      const isBefore = dropPosition <= Number(target.pos.split('-').at(-1))
      const beside = isBefore ? 'before' : 'after'
      const place = placeOfDrop(nodes, target.node, dropToGap ? beside : 'into')
      if (!place || ids.length === 0 || !mayPut(ids, place.parentId)) return
      expand([place.parentId])
      void onMove({ ids: [...ids], ...place })
    },
  }
}

/** Expands the ancestors of the selected node when the selection changes from outside. */
function useReveal(
  selectedId: string | null,
  nodes: readonly TreeNode[],
  expand: (ids: readonly string[]) => void,
) {
  const isKnown = selectedId !== null && nodes.some(node => node.id === selectedId)
  const latest = useRef({ nodes, expand })
  useEffect(() => {
    latest.current = { nodes, expand }
  })
  useEffect(() => {
    if (isKnown && selectedId) latest.current.expand(ancestorsOf(latest.current.nodes, selectedId))
  }, [selectedId, isKnown])
}
