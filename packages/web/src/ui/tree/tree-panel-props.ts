/** Properties of a catalogue tree. */
import type { MenuProps } from 'antd'
import type { ReactNode } from 'react'
import type { DropPlace, TreeNode } from './tree-model.ts'

export interface TreePanelProps<N extends TreeNode> {
  /** Parents before children; siblings in their order. */
  readonly nodes: readonly N[]
  /** Storage key of the expanded folders in the browser. */
  readonly storageKey: string
  /** The node that the page shows. */
  readonly selectedId: string | null
  /** A node was clicked or opened with Enter. */
  readonly onOpen: (node: N) => void
  readonly iconOf: (node: N, isExpanded: boolean) => ReactNode
  /** Whether the node can have children: folders, sets, the root. */
  readonly holdsChildren: (node: N) => boolean
  /** Whether the node cannot be renamed, moved, copied or deleted, e.g. the root. */
  readonly isFixed: (node: N) => boolean
  /** Whether this parent accepts the dragged or pasted nodes (e.g. no set in a set); in addition to the tree's own rules. */
  readonly accepts?: (nodes: readonly N[], parent: N) => boolean
  readonly canEdit: boolean
  readonly onRename?: (node: N, name: string) => Promise<unknown>
  readonly onMove?: (move: DropPlace & { ids: string[] }) => Promise<unknown>
  /** Pastes copied nodes. */
  readonly onCopy?: (copy: { ids: string[]; parentId: string }) => Promise<unknown>
  /** Called by Del or the menu; the page asks for confirmation. */
  readonly onDelete?: (nodes: readonly N[]) => void
  /** Entries before the common ones, e.g. "new folder". */
  readonly menuOf?: (node: N) => NonNullable<MenuProps['items']>
  /** At the right end of a row. */
  readonly noteOf?: (node: N) => ReactNode
  /** Buttons beside the search field. */
  readonly toolbar?: ReactNode
  /** Renames this node in place, e.g. after it was created, until `onRenameEnd` is called. */
  readonly renamingId?: string | null
  readonly onRenameEnd?: () => void
  readonly label: string
}
