/** What a page gives to a catalogue tree. */
import type { MenuProps } from 'antd'
import type { ReactNode } from 'react'
import type { DropPlace, TreeNode } from './tree-model.ts'

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
  readonly onMove?: (move: DropPlace & { ids: string[] }) => Promise<unknown>
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
