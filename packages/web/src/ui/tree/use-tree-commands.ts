/** Commands on the nodes of a catalogue tree, by keys, menus and dragging. */
import type { MenuProps } from 'antd'
import { type KeyboardEvent, useState } from 'react'
import { useT } from '../../lib/i18n.ts'
import { notify } from '../../lib/notices.ts'
import { canPutInto, type TreeNode, topmost } from './tree-model.ts'
import type { TreePanelProps } from './tree-panel-props.ts'

type MenuItems = NonNullable<MenuProps['items']>

export interface TreeCommands<N extends TreeNode> {
  /** Whether this parent accepts the nodes. */
  readonly mayPut: (ids: readonly string[], parentId: string) => boolean
  /** The topmost of these nodes, without those that cannot be moved, copied or deleted. */
  readonly movable: (ids: readonly string[]) => readonly string[]
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly menuOf: (node: N) => MenuItems
}

interface TreeUse {
  /** The selected nodes, else the one that the page shows. */
  readonly selection: readonly string[]
  /** Expands folders. */
  readonly expand: (ids: readonly string[]) => void
  /** Renames the node in place. */
  readonly startRename: (id: string) => void
}

export function useTreeCommands<N extends TreeNode>(
  props: TreePanelProps<N>,
  { selection, expand, startRename }: TreeUse,
): TreeCommands<N> {
  const { nodes, holdsChildren, isFixed, canEdit } = props
  const t = useT()
  const [copied, setCopied] = useState<readonly string[]>([])
  const nodeOf = (id: string | null | undefined) => nodes.find(node => node.id === id)
  const nodesOf = (ids: readonly string[]) => ids.flatMap(id => nodeOf(id) ?? [])
  const movable = (ids: readonly string[]) =>
    topmost(nodes, ids).filter(id => nodesOf([id]).some(node => !isFixed(node)))
  const accepts = (ids: readonly string[], parent: N) => props.accepts?.(nodesOf(ids), parent) ?? true
  const mayPut = (ids: readonly string[], parentId: string) => {
    const parent = nodeOf(parentId)
    return (
      parent !== undefined &&
      canPutInto(nodes, ids, parentId, () => holdsChildren(parent)) &&
      accepts(ids, parent)
    )
  }
  const rename = (node: N | undefined) => {
    if (node && !isFixed(node) && props.onRename) startRename(node.id)
  }
  const copy = (ids: readonly string[]) => {
    const usable = movable(ids)
    if (usable.length === 0) return
    setCopied(usable)
    notify({ kind: 'success', text: t('tree.copied', { count: usable.length }) })
  }
  const paste = (target: N | undefined) => {
    const ids = nodesOf(copied).map(node => node.id)
    if (ids.length === 0) return notify({ kind: 'warning', text: t('tree.nothingCopied') })
    const parent = target && holdsChildren(target) ? target : nodeOf(target?.parentId)
    if (!parent || !accepts(ids, parent)) return notify({ kind: 'warning', text: t('tree.cannotPaste') })
    expand([parent.id])
    void props.onCopy?.({ ids, parentId: parent.id })
  }
  const remove = (ids: readonly string[]) => {
    const doomed = nodesOf(movable(ids))
    if (doomed.length > 0) props.onDelete?.(doomed)
    else notify({ kind: 'warning', text: t('tree.rootFixed') })
  }
  const actOf = ({ key, ctrlKey, metaKey }: KeyboardEvent): (() => void) | undefined => {
    const [first] = selection
    if (key === 'F2' && first !== undefined) return () => rename(nodeOf(first))
    if (key === 'Delete') return () => remove(selection)
    if (!ctrlKey && !metaKey) return undefined
    // Text selected on the page is copied by the browser.
    if (key.toLowerCase() === 'c' && !window.getSelection()?.toString()) return () => copy(selection)
    return key.toLowerCase() === 'v' ? () => paste(nodeOf(first)) : undefined
  }
  return {
    mayPut,
    movable,
    onKeyDown: event => {
      if (!canEdit || (event.target as HTMLElement).tagName === 'INPUT') return
      const act = actOf(event)
      if (act === undefined) return
      act()
      event.preventDefault()
    },
    menuOf: node => {
      const own = props.menuOf?.(node) ?? []
      if (!canEdit) return own
      const ids = selection.includes(node.id) ? selection : [node.id]
      return menuItems(own, {
        isFixed: isFixed(node),
        canPaste: copied.length > 0,
        label: key => t(`action.${key}`),
        acts: {
          rename: () => rename(node),
          copy: () => copy(ids),
          paste: () => paste(node),
          delete: () => remove(ids),
        },
      })
    },
  }
}

const keys = { rename: 'F2', copy: 'Ctrl C', paste: 'Ctrl V', delete: 'Del' } as const
type EntryKey = keyof typeof keys

interface CommonEntries {
  readonly isFixed: boolean
  readonly canPaste: boolean
  readonly label: (key: EntryKey) => string
  readonly acts: Readonly<Record<EntryKey, () => void>>
}

/** The entries of the page, and below them those of every tree. */
function menuItems(own: MenuItems, { isFixed, canPaste, label, acts }: CommonEntries): MenuItems {
  const divider = { type: 'divider' as const }
  const item = (key: EntryKey, disabled = isFixed) => ({
    key,
    label: label(key),
    extra: keys[key],
    disabled,
    onClick: acts[key],
  })
  return [
    ...own,
    ...(own.length > 0 ? [divider] : []),
    item('rename'),
    item('copy'),
    item('paste', !canPaste),
    divider,
    { ...item('delete'), danger: true },
  ]
}
