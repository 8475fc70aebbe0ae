/** The catalogue tree of components and of scenarios: search, toolbar and rows. */
import { SearchOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useT } from '../../lib/i18n.ts'
import { EmptyState } from '../page/page-states.tsx'
import { TreeList } from './tree-list.tsx'
import { ancestorsOf, indexTree, searchTree, type Tree, type TreeNode } from './tree-model.ts'
import './tree-panel.css'
import type { TreePanelProps } from './tree-panel-props.ts'
import { useKeptExpansion } from './use-kept-expansion.ts'
import { useTreeCommands } from './use-tree-commands.ts'
import { useTreeSelection } from './use-tree-selection.ts'

export function TreePanel<N extends TreeNode>(props: TreePanelProps<N>) {
  const { nodes, selectedId } = props
  const t = useT()
  const [search, setSearch] = useState('')
  const [renaming, setRenaming] = useState<string | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const tree = useMemo(() => indexTree(nodes), [nodes])
  const found = useMemo(() => searchTree(tree, search), [tree, search])
  const { expanded, expand, collapse } = useKeptExpansion(props.storageKey, tree)
  const { selection, choose } = useTreeSelection(selectedId)
  const commands = useTreeCommands(props, {
    tree,
    isSearching: found !== null,
    expand,
    startRename: setRenaming,
  })
  const renamedId = renaming ?? props.renamingId ?? null
  useReveal(selectedId, tree, expand)
  useReveal(renamedId, tree, expand)
  const endRename = (node: N, name: string | null) => {
    setRenaming(null)
    props.onRenameEnd?.()
    box.current?.focus({ preventScroll: true })
    if (name !== null && name !== node.name) void props.onRename?.(node, name)
  }
  const goToFirstHit = (event: KeyboardEvent) => {
    const isIntoTree = (event.key === 'Enter' || event.key === 'ArrowDown') && !event.nativeEvent.isComposing
    if (!isIntoTree || found?.hits.length === 0) return
    if (found) choose(found.hits.slice(0, 1))
    box.current?.focus({ preventScroll: true })
    event.preventDefault()
  }
  return (
    <div className="tree-panel">
      <div className="tree-panel-bar">
        <Input
          allowClear
          prefix={<SearchOutlined className="faint" aria-hidden />}
          placeholder={t('action.search')}
          aria-label={t('tree.search', { name: props.label })}
          value={search}
          onChange={event => setSearch(event.target.value)}
          onKeyDown={goToFirstHit}
        />
        {props.toolbar}
      </div>
      <span className="visually-hidden" role="status">
        {found && t('tree.found', { count: found.hits.length })}
      </span>
      {found?.hits.length === 0 ? (
        <div className="tree-panel-scroll">
          <EmptyState title={t('tree.nothingFound')} />
        </div>
      ) : (
        <TreeList
          panel={props}
          box={box}
          tree={tree}
          search={search}
          shown={found?.shown ?? null}
          expanded={expanded}
          expand={expand}
          collapse={collapse}
          selection={selection}
          choose={choose}
          renamedId={renamedId}
          onRenameEnd={endRename}
          commands={commands}
        />
      )}
    </div>
  )
}

/** Expands the ancestors of a node when it becomes another one or is loaded. */
function useReveal(id: string | null, tree: Tree<TreeNode>, expand: (ids: readonly string[]) => void) {
  const isKnown = id !== null && tree.byId.has(id)
  const latest = useRef({ tree, expand })
  useEffect(() => {
    latest.current = { tree, expand }
  })
  useEffect(() => {
    if (isKnown && id) latest.current.expand(ancestorsOf(latest.current.tree, id))
  }, [id, isKnown])
}
