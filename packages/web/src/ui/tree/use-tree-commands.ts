/** Commands on the nodes of a catalogue tree, by keys, menus and dragging. */
import type { MenuProps } from 'antd'
import { useState } from 'react'
import { useT } from '../../lib/i18n.ts'
import { notify } from '../../lib/notices.ts'
import { keysLine } from '../shortcuts/shortcuts.ts'
import { canPutInto, shiftedPlace, type Tree, type TreeNode, topmost } from './tree-model.ts'
import type { TreePanelProps } from './tree-panel-props.ts'

type MenuItems = NonNullable<MenuProps['items']>

export interface TreeCommands<N extends TreeNode> {
  /** Whether this parent accepts the nodes. */
  readonly mayPut: (ids: readonly string[], parentId: string) => boolean
  /** The topmost of these nodes, without those that cannot be moved, copied or deleted. */
  readonly movable: (ids: readonly string[]) => readonly string[]
  readonly rename: (id: string) => void
  readonly remove: (ids: readonly string[]) => void
  readonly copy: (ids: readonly string[]) => void
  /** Pasting moves cut nodes. */
  readonly cut: (ids: readonly string[]) => void
  readonly isCut: (id: string) => boolean
  readonly paste: (targetId: string | undefined) => void
  /** Moves siblings by one place up or down. */
  readonly shift: (ids: readonly string[], by: -1 | 1) => void
  readonly hasMenu: (node: N) => boolean
  /** The menu of a node; acts on all of `ids` where it can. */
  readonly menuOf: (node: N, ids: readonly string[]) => MenuItems
}

interface TreeUse<N extends TreeNode> {
  readonly tree: Tree<N>
  /** The order of search results is not that of the tree. */
  readonly isSearching: boolean
  /** Expands folders. */
  readonly expand: (ids: readonly string[]) => void
  /** Renames the node in place. */
  readonly startRename: (id: string) => void
}

export function useTreeCommands<N extends TreeNode>(
  props: TreePanelProps<N>,
  { tree, isSearching, expand, startRename }: TreeUse<N>,
): TreeCommands<N> {
  const { holdsChildren, isFixed, canEdit, onMove } = props
  const t = useT()
  const nodeOf = (id: string | null | undefined) => tree.byId.get(id ?? '')
  const nodesOf = (ids: readonly string[]) => ids.flatMap(id => nodeOf(id) ?? [])
  const movable = (ids: readonly string[]) =>
    topmost(tree, ids).filter(id => nodesOf([id]).some(node => !isFixed(node)))
  const accepts = (ids: readonly string[], parent: N) => props.accepts?.(nodesOf(ids), parent) ?? true
  const mayPut = (ids: readonly string[], parentId: string) => {
    const parent = nodeOf(parentId)
    return (
      parent !== undefined &&
      canPutInto(tree, ids, parentId, () => holdsChildren(parent)) &&
      accepts(ids, parent)
    )
  }
  const clipboard = useTreeClipboard(props, { nodeOf, movable, accepts, mayPut, expand })
  const rename = (id: string) => {
    const node = nodeOf(id)
    if (node && !isFixed(node) && props.onRename) startRename(id)
  }
  const remove = (ids: readonly string[]) => {
    const doomed = nodesOf(movable(ids))
    if (doomed.length > 0) props.onDelete?.(doomed)
    else notify({ kind: 'warning', text: t('tree.rootFixed') })
  }
  const placeAfterShift = (ids: readonly string[], by: -1 | 1) =>
    isSearching ? null : shiftedPlace(tree, movable(ids), by)
  const shift = (ids: readonly string[], by: -1 | 1) => {
    const place = placeAfterShift(ids, by)
    if (place) void onMove?.({ ids: [...movable(ids)], ...place })
  }
  return {
    ...clipboard,
    mayPut,
    movable,
    rename,
    remove,
    shift,
    hasMenu: node => canEdit || (props.menuOf?.(node).length ?? 0) > 0,
    menuOf: (node, ids) => {
      const own = props.menuOf?.(node) ?? []
      if (!canEdit) return own
      const fixed = isFixed(node)
      const cannotShift = (by: -1 | 1) => !onMove || placeAfterShift(ids, by) === null
      return menuItems(own, key => t(key), {
        rename: { act: () => rename(node.id), isOff: fixed },
        copy: { act: () => clipboard.copy(ids), isOff: fixed },
        cut: { act: () => clipboard.cut(ids), isOff: fixed || !onMove },
        paste: { act: () => clipboard.paste(node.id), isOff: clipboard.isEmpty },
        moveUp: { act: () => shift(ids, -1), isOff: cannotShift(-1) },
        moveDown: { act: () => shift(ids, 1), isOff: cannotShift(1) },
        delete: { act: () => remove(ids), isOff: fixed },
      })
    },
  }
}

interface ClipboardUse<N extends TreeNode>
  extends Pick<TreeCommands<N>, 'movable' | 'mayPut'>,
    Pick<TreeUse<N>, 'expand'> {
  readonly nodeOf: (id: string | null | undefined) => N | undefined
  readonly accepts: (ids: readonly string[], parent: N) => boolean
}

/** Copying and cutting nodes, and pasting them into a folder; a paste onto a leaf goes beside it. */
function useTreeClipboard<N extends TreeNode>(
  { holdsChildren, onCopy, onMove }: TreePanelProps<N>,
  { nodeOf, movable, accepts, mayPut, expand }: ClipboardUse<N>,
) {
  const t = useT()
  const [kept, setKept] = useState<{ readonly ids: readonly string[]; readonly isCut: boolean }>({
    ids: [],
    isCut: false,
  })
  const keep = (ids: readonly string[], isCut: boolean) => {
    const usable = movable(ids)
    if (usable.length === 0) return
    setKept({ ids: usable, isCut })
    notify({ kind: 'success', text: t(isCut ? 'tree.cutDone' : 'tree.copied', { count: usable.length }) })
  }
  const parentFor = (target: N | undefined) =>
    target && holdsChildren(target) ? target : nodeOf(target?.parentId)
  return {
    isEmpty: kept.ids.length === 0,
    isCut: (id: string) => kept.isCut && kept.ids.includes(id),
    copy: (ids: readonly string[]) => keep(ids, false),
    cut: (ids: readonly string[]) => keep(ids, true),
    paste: (targetId: string | undefined) => {
      const ids = kept.ids.filter(id => nodeOf(id) !== undefined)
      if (ids.length === 0) return notify({ kind: 'warning', text: t('tree.nothingCopied') })
      const parent = parentFor(nodeOf(targetId))
      const isAllowed = parent && (kept.isCut ? mayPut(ids, parent.id) : accepts(ids, parent))
      if (!parent || !isAllowed) return notify({ kind: 'warning', text: t('tree.cannotPaste') })
      expand([parent.id])
      if (!kept.isCut) return void onCopy?.({ ids, parentId: parent.id })
      setKept({ ids: [], isCut: false })
      void onMove?.({ ids, parentId: parent.id, beforeId: null })
    },
  }
}

const entries = {
  rename: { text: 'action.rename', shortcut: 'renameNode' },
  copy: { text: 'action.copy', shortcut: 'copyNodes' },
  cut: { text: 'tree.cut', shortcut: 'cutNodes' },
  paste: { text: 'action.paste', shortcut: 'pasteNodes' },
  moveUp: { text: 'tree.moveUp', shortcut: 'moveNodesUp' },
  moveDown: { text: 'tree.moveDown', shortcut: 'moveNodesDown' },
  delete: { text: 'action.delete', shortcut: 'removeNodes' },
} as const
type EntryKey = keyof typeof entries

/** The entries of the page, and below them those of every tree. */
function menuItems(
  own: MenuItems,
  label: (key: (typeof entries)[EntryKey]['text'] | 'shortcut.key.Space') => string,
  acts: Readonly<Record<EntryKey, { readonly act: () => void; readonly isOff: boolean }>>,
): MenuItems {
  const divider = { type: 'divider' as const }
  const item = (key: EntryKey) => ({
    key,
    label: label(entries[key].text),
    extra: keysLine(entries[key].shortcut, label('shortcut.key.Space')),
    disabled: acts[key].isOff,
    onClick: acts[key].act,
  })
  return [
    ...own,
    ...(own.length > 0 ? [divider] : []),
    item('rename'),
    item('copy'),
    item('cut'),
    item('paste'),
    divider,
    item('moveUp'),
    item('moveDown'),
    divider,
    { ...item('delete'), danger: true },
  ]
}
