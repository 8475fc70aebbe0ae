/** The catalogue tree of components and of scenarios: search, drag, context menu, F2, Del, Ctrl-C, Ctrl-V. */
import { MoreOutlined, SearchOutlined } from '@ant-design/icons'
import { Dropdown, Input, type MenuProps, Tree } from 'antd'
import { type Key, type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useT } from '../../lib/i18n.ts'
import { notify } from '../../lib/notices.ts'
import { EmptyState } from '../page/page-states.tsx'
import {
  ancestorsOf,
  type Branch,
  buildTree,
  canPutInto,
  searchTree,
  type TreeNode,
  topmost,
} from './tree-model.ts'
import './tree-panel.css'
import { TreeRename } from './tree-rename.tsx'
import { useKeptExpansion } from './use-kept-expansion.ts'

export interface TreePanelProps<N extends TreeNode> {
  /** Parents before children; siblings in their order. */
  readonly nodes: readonly N[]
  /** Under this name the browser keeps which folders are open. */
  readonly storageKey: string
  /** The node that the page shows. */
  readonly selectedId: string | null
  /** A node was clicked or chosen by Enter. */
  readonly onOpen: (node: N) => void
  readonly iconOf: (node: N, isExpanded: boolean) => ReactNode
  /** May have children: folders, sets, the root. */
  readonly holdsChildren: (node: N) => boolean
  /** The root and whatever else cannot be renamed, moved, copied or deleted. */
  readonly isFixed: (node: N) => boolean
  /** Whether the dragged or pasted nodes may lie in this parent at all (e.g. no set in a set); on top of the tree's own rules. */
  readonly accepts?: (nodes: readonly N[], parent: N) => boolean
  readonly canEdit: boolean
  readonly onRename?: (node: N, name: string) => Promise<unknown>
  readonly onMove?: (move: { ids: string[]; parentId: string; beforeId: string | null }) => Promise<unknown>
  /** Paste of copied nodes. */
  readonly onCopy?: (copy: { ids: string[]; parentId: string }) => Promise<unknown>
  /** Asked for by Del or the menu; the page confirms. */
  readonly onDelete?: (nodes: readonly N[]) => void
  /** Entries before the common ones, e.g. "new folder". */
  readonly menuOf?: (node: N) => NonNullable<MenuProps['items']>
  /** At the right end of a row. */
  readonly noteOf?: (node: N) => ReactNode
  /** Buttons beside the search field. */
  readonly toolbar?: ReactNode
  /** Renames this node inline, e.g. after it was created, until `onRenameEnd` is called. */
  readonly renamingId?: string | null
  readonly onRenameEnd?: () => void
  readonly label: string
}

export function TreePanel<N extends TreeNode>(props: TreePanelProps<N>) {
  const { nodes, holdsChildren, isFixed, canEdit, selectedId } = props
  const t = useT()
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [renaming, setRenaming] = useState<string | null>(null)
  const [copied, setCopied] = useState<readonly string[]>([])
  const expansion = useKeptExpansion(props.storageKey, nodes)
  const panel = useRef<HTMLDivElement>(null)

  const byId = useMemo(() => new Map(nodes.map(node => [node.id, node])), [nodes])
  const found = useMemo(() => searchTree(nodes, search), [nodes, search])
  const tree = useMemo(() => buildTree(found?.shown ?? nodes), [found, nodes])
  const expanded = found ? found.shown.map(node => node.id) : expansion.expanded
  const selection = chosen.length > 0 ? chosen : selectedId ? [selectedId] : []
  const isHolder = (id: string) => {
    const node = byId.get(id)
    return node !== undefined && holdsChildren(node)
  }
  const nodesOf = (ids: readonly string[]) => ids.flatMap(id => byId.get(id) ?? [])
  const movable = (ids: readonly string[]) =>
    topmost(nodes, ids).filter(id => nodesOf([id]).some(node => !isFixed(node)))

  useReveal(selectedId, nodes, expansion.expand)
  const { renamingId, onRenameEnd } = props
  const inRenaming = renaming ?? (renamingId && byId.has(renamingId) ? renamingId : null)

  const mayPut = (ids: readonly string[], parentId: string) => {
    const parent = byId.get(parentId)
    return (
      parent !== undefined &&
      canPutInto(nodes, ids, parentId, isHolder) &&
      (props.accepts?.(nodesOf(ids), parent) ?? true)
    )
  }
  const copy = (ids: readonly string[]) => {
    const usable = movable(ids)
    if (usable.length === 0) return
    setCopied(usable)
    notify({ kind: 'success', text: t('tree.copied', { count: usable.length }) })
  }
  const paste = (target: string | undefined) => {
    const alive = copied.filter(id => byId.has(id))
    if (alive.length === 0) {
      notify({ kind: 'warning', text: t('tree.nothingCopied') })
      return
    }
    const node = target === undefined ? undefined : byId.get(target)
    const parentId = node && (holdsChildren(node) ? node.id : node.parentId)
    const parent = parentId ? byId.get(parentId) : undefined
    if (!parent || (props.accepts && !props.accepts(nodesOf(alive), parent))) {
      notify({ kind: 'warning', text: t('tree.cannotPaste') })
      return
    }
    expansion.expand([parent.id])
    void props.onCopy?.({ ids: [...alive], parentId: parent.id })
  }
  const remove = (ids: readonly string[]) => {
    const doomed = nodesOf(movable(ids))
    if (doomed.length > 0) props.onDelete?.(doomed)
    else notify({ kind: 'warning', text: t('tree.rootFixed') })
  }
  const rename = (id: string) => {
    const node = byId.get(id)
    if (node && !isFixed(node) && props.onRename) setRenaming(id)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if ((event.target as HTMLElement).tagName === 'INPUT' || !canEdit) return
    const first = selection[0]
    const withCtrl = event.ctrlKey || event.metaKey
    if (event.key === 'F2' && first) rename(first)
    else if (event.key === 'Delete') remove(selection)
    else if (withCtrl && event.key.toLowerCase() === 'c' && !window.getSelection()?.toString())
      copy(selection)
    else if (withCtrl && event.key.toLowerCase() === 'v') paste(first)
    else return
    event.preventDefault()
  }

  const menuFor = (node: N): NonNullable<MenuProps['items']> => {
    const ids = selection.includes(node.id) ? selection : [node.id]
    const own = props.menuOf?.(node) ?? []
    const fixed = isFixed(node)
    if (!canEdit) return own
    return [
      ...own,
      ...(own.length > 0 ? [{ type: 'divider' as const }] : []),
      {
        key: 'rename',
        label: t('action.rename'),
        extra: 'F2',
        disabled: fixed,
        onClick: () => rename(node.id),
      },
      { key: 'copy', label: t('action.copy'), extra: 'Ctrl C', disabled: fixed, onClick: () => copy(ids) },
      {
        key: 'paste',
        label: t('action.paste'),
        extra: 'Ctrl V',
        disabled: copied.length === 0,
        onClick: () => paste(node.id),
      },
      { type: 'divider' as const },
      {
        key: 'delete',
        label: t('action.delete'),
        extra: 'Del',
        danger: true,
        disabled: fixed,
        onClick: () => remove(ids),
      },
    ]
  }

  const dataOf = ({ node, children }: Branch<N>): TreeData<N> => ({
    key: node.id,
    node,
    isLeaf: !holdsChildren(node),
    children: children.map(dataOf),
  })

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the focusable tree inside bubble here
    <div className="tree-panel" ref={panel} onKeyDown={onKeyDown}>
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
        {found && found.hits.size === 0 ? (
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
            onSelect={(_keys, { node: entry, nativeEvent }) => {
              const { id } = entry.node
              if (nativeEvent.ctrlKey || nativeEvent.metaKey) {
                setChosen(selection.includes(id) ? selection.filter(one => one !== id) : [...selection, id])
                return
              }
              setChosen([id])
              props.onOpen(entry.node)
            }}
            onRightClick={({ node: entry }) => {
              if (!selection.includes(entry.node.id)) setChosen([entry.node.id])
            }}
            draggable={
              canEdit && props.onMove && !found
                ? { icon: false, nodeDraggable: entry => !isFixed((entry as unknown as TreeData<N>).node) }
                : false
            }
            allowDrop={({ dragNode, dropNode, dropPosition }) => {
              const ids = draggedIds(dragNode.key, selection)
              const parentId = dropPosition === 0 ? dropNode.node.id : dropNode.node.parentId
              return parentId !== null && mayPut(ids, parentId)
            }}
            onDrop={({ dragNode, node: target, dropPosition, dropToGap }) => {
              const ids = movable(draggedIds(dragNode.key, selection))
              const place = placeOfDrop(
                nodes,
                target.node,
                dropToGap,
                dropPosition < Number(target.pos.split('-').at(-1)) + 1,
              )
              if (!place || ids.length === 0 || !mayPut(ids, place.parentId)) return
              expansion.expand([place.parentId])
              void props.onMove?.({ ids: [...ids], ...place })
            }}
            titleRender={({ node }) =>
              inRenaming === node.id ? (
                <TreeRename
                  name={node.name}
                  onEnd={name => {
                    setRenaming(null)
                    onRenameEnd?.()
                    panel.current
                      ?.querySelector<HTMLElement>('input[aria-label="for screen reader"], .ant-tree')
                      ?.focus()
                    if (name !== null && name !== node.name) void props.onRename?.(node, name)
                  }}
                />
              ) : (
                <Dropdown trigger={['contextMenu']} menu={{ items: menuFor(node) }}>
                  <span className="tree-row" title={node.name}>
                    <span className="tree-row-icon" aria-hidden>
                      {props.iconOf(node, expanded.includes(node.id))}
                    </span>
                    <span className="tree-row-name">
                      <Marked text={node.name} search={search} />
                    </span>
                    {props.noteOf && <span className="tree-row-note">{props.noteOf(node)}</span>}
                    <RowMenu items={menuFor(node)} />
                  </span>
                </Dropdown>
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

/** Dragging one of several chosen nodes drags them all. */
function draggedIds(key: Key, selection: readonly string[]): readonly string[] {
  const id = String(key)
  return selection.includes(id) ? selection : [id]
}

/** Parent and following sibling of the place where something was dropped. */
function placeOfDrop<N extends TreeNode>(
  nodes: readonly N[],
  target: N,
  isToGap: boolean,
  isBefore: boolean,
): { parentId: string; beforeId: string | null } | null {
  if (!isToGap) return { parentId: target.id, beforeId: null }
  if (target.parentId === null) return null
  const siblings = nodes.filter(node => node.parentId === target.parentId)
  const at = siblings.findIndex(node => node.id === target.id)
  return { parentId: target.parentId, beforeId: isBefore ? target.id : (siblings[at + 1]?.id ?? null) }
}

/** Opens the way to the selected node when another one becomes selected from outside. */
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

function RowMenu({ items }: { readonly items: NonNullable<MenuProps['items']> }) {
  const t = useT()
  if (items.length === 0) return null
  return (
    <Dropdown trigger={['click']} menu={{ items }}>
      <button
        type="button"
        className="tree-row-more"
        tabIndex={-1}
        aria-label={t('action.more')}
        onClick={event => event.stopPropagation()}
      >
        <MoreOutlined />
      </button>
    </Dropdown>
  )
}

function Marked({ text, search }: { readonly text: string; readonly search: string }) {
  const wanted = search.trim().toLowerCase()
  const at = wanted === '' ? -1 : text.toLowerCase().indexOf(wanted)
  if (at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + wanted.length)}</mark>
      {text.slice(at + wanted.length)}
    </>
  )
}
