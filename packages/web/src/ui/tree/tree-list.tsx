/** The rows of a catalogue tree: only those in view are rendered; clicks, keys, dragging and the menu act on the selected ones. */
import { Dropdown } from 'antd'
import { type MouseEvent, type RefObject, useMemo, useState } from 'react'
import { keyAt, rowIdOf } from '../editor/row-element.ts'
import { clickedSelection } from '../editor/row-selection.ts'
import { evenRows } from '../virtual-rows/row-layout.ts'
import { useVirtualRows } from '../virtual-rows/use-virtual-rows.ts'
import { draggedIds, type Tree, type TreeNode } from './tree-model.ts'
import type { TreePanelProps } from './tree-panel-props.ts'
import { TreeRename } from './tree-rename.tsx'
import { TreeRow } from './tree-row.tsx'
import { treeRows } from './tree-rows.ts'
import type { TreeCommands } from './use-tree-commands.ts'
import { useTreeDrag } from './use-tree-drag.ts'
import { useTreeKeys } from './use-tree-keys.ts'

/** Height of a row, CSS pixels; `.tree-node` draws it. */
const rowPx = 30

interface TreeListProps<N extends TreeNode> {
  readonly panel: TreePanelProps<N>
  readonly box: RefObject<HTMLDivElement | null>
  readonly tree: Tree<N>
  readonly search: string
  /** Nodes that a search shows; null without a search. */
  readonly shown: ReadonlySet<string> | null
  readonly expanded: ReadonlySet<string>
  readonly expand: (ids: readonly string[]) => void
  readonly collapse: (id: string) => void
  readonly selection: readonly string[]
  readonly choose: (ids: readonly string[]) => void
  readonly renamedId: string | null
  readonly onRenameEnd: (node: N, name: string | null) => void
  readonly commands: TreeCommands<N>
}

export function TreeList<N extends TreeNode>(props: TreeListProps<N>) {
  const { panel, box, tree, selection, choose, commands } = props
  const current = selection.at(-1)
  const { ids, layout, rendered, expansionOf, toggle } = useShownRows(props)
  const { dragProps, dropMarkOf, isDraggable } = useTreeDrag(panel, {
    ...props,
    ids,
    expansionOf,
    isSearching: props.shown !== null,
  })
  const { menu, onContextMenu } = useTreeMenu(props)
  const onKeyDown = useTreeKeys({ ...props, ids, expansionOf, toggle })
  const onClick = (event: MouseEvent) => {
    const node = tree.byId.get(keyAt(event.target) ?? '')
    if (node === undefined) return
    box.current?.focus({ preventScroll: true })
    choose(clickedSelection(ids, selection, node.id, event))
    if (!event.shiftKey && !event.ctrlKey && !event.metaKey) panel.onOpen(node)
  }
  return (
    <Dropdown menu={{ items: menu }} trigger={['contextMenu']} disabled={menu.length === 0}>
      <div
        ref={box}
        role="tree"
        tabIndex={0}
        aria-label={panel.label}
        aria-multiselectable
        aria-activedescendant={current !== undefined && ids.includes(current) ? rowIdOf(current) : undefined}
        className="tree-panel-scroll"
        onKeyDown={onKeyDown}
        onClick={onClick}
        onContextMenu={onContextMenu}
        {...dragProps}
      >
        <div className="tree-rows" style={{ height: layout.totalPx }}>
          {rendered.map(({ row: { node, ...place }, topPx }) => (
            <TreeRow
              key={node.id}
              id={node.id}
              name={node.name}
              icon={panel.iconOf(node, expansionOf(node.id) === true)}
              note={panel.noteOf?.(node)}
              search={props.search}
              {...place}
              topPx={topPx}
              isExpanded={expansionOf(node.id)}
              isSelected={selection.includes(node.id)}
              isCurrent={node.id === current}
              isCut={commands.isCut(node.id)}
              isDraggable={isDraggable(node)}
              dropMark={dropMarkOf(node.id)}
              hasMenu={commands.hasMenu(node)}
              onToggle={() => toggle(node.id)}
              renameField={
                props.renamedId === node.id ? (
                  <TreeRename name={node.name} onEnd={name => props.onRenameEnd(node, name)} />
                ) : null
              }
            />
          ))}
        </div>
      </div>
    </Dropdown>
  )
}

/** The rows of the expanded nodes, or of a search, and which of them are rendered. */
function useShownRows<N extends TreeNode>(props: TreeListProps<N>) {
  const { panel, box, tree, shown, expanded, expand, collapse, selection, renamedId } = props
  const rows = useMemo(
    () => treeRows(tree, id => shown !== null || expanded.has(id), shown),
    [tree, expanded, shown],
  )
  const ids = useMemo(() => rows.map(({ node }) => node.id), [rows])
  const layout = evenRows(rows.length, rowPx)
  const current = selection.at(-1)
  const rendered = useVirtualRows({
    box,
    layout,
    rows,
    keys: ids,
    current: renamedId ?? current,
    pinned: current,
  })
  return {
    ids,
    layout,
    rendered,
    /** null: the node cannot have children. A search expands everything. */
    expansionOf: (id: string) => {
      const node = tree.byId.get(id)
      return node && panel.holdsChildren(node) ? shown !== null || expanded.has(id) : null
    },
    toggle: (id: string) => {
      if (shown !== null) return
      if (expanded.has(id)) collapse(id)
      else expand([id])
    },
  }
}

/** The one menu of the tree, for the row that was right-clicked, else for the current one, else for the root. */
function useTreeMenu<N extends TreeNode>({ tree, selection, choose, commands }: TreeListProps<N>) {
  const [menuId, setMenuId] = useState<string | null>(null)
  const menuNode = tree.byId.get(menuId ?? selection.at(-1) ?? '') ?? tree.nodes[0]
  return {
    menu: menuNode ? commands.menuOf(menuNode, draggedIds(menuNode.id, selection)) : [],
    onContextMenu: (event: MouseEvent) => {
      const id = keyAt(event.target)
      setMenuId(id)
      if (id !== null) choose(draggedIds(id, selection))
    },
  }
}
