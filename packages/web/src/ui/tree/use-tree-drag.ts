/** Dragging nodes of a catalogue tree onto folders and between rows; a folder under the pointer expands after a while. */
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { keyAt } from '../editor/row-element.ts'
import { useRowDrag } from '../editor/use-row-drag.ts'
import { ancestorsOf, type DropPlace, draggedIds, type Tree, type TreeNode } from './tree-model.ts'
import type { TreePanelProps } from './tree-panel-props.ts'
import { dropOver } from './tree-rows.ts'
import type { TreeCommands } from './use-tree-commands.ts'

interface TreeDrag<N extends TreeNode> {
  readonly tree: Tree<N>
  /** Ids of the shown nodes, from the top. */
  readonly ids: readonly string[]
  readonly selection: readonly string[]
  readonly choose: (ids: readonly string[]) => void
  /** null: the node has no children. */
  readonly expansionOf: (id: string) => boolean | null
  readonly expand: (ids: readonly string[]) => void
  readonly commands: Pick<TreeCommands<N>, 'movable' | 'mayPut'>
  /** The order of search results is not that of the tree. */
  readonly isSearching: boolean
}

export function useTreeDrag<N extends TreeNode>(
  { holdsChildren, isFixed, canEdit, onMove, storageKey }: TreePanelProps<N>,
  { tree, ids, selection, choose, expansionOf, expand, commands, isSearching }: TreeDrag<N>,
) {
  const isOff = !canEdit || !onMove || isSearching
  // Empty unless the drag began in this tree: nodes dragged from another window are not accepted.
  const [dragged, setDragged] = useState<readonly string[]>([])
  const waitFor = useExpandAfterWait(expand)
  const { dragProps, dropMarkOf } = useRowDrag<DropPlace>({
    selection: dragged,
    onTake: id => {
      const taken = draggedIds(id, selection)
      setDragged(commands.movable(taken))
      choose(taken)
    },
    isReadOnly: isOff,
    commands: {
      move: (moved, place) => {
        expand([place.parentId])
        void onMove?.({ ids: [...moved], ...place })
      },
    },
    dragType: `text/pone-tree-${storageKey.toLowerCase()}`,
    keys: ids,
    placeAt: ({ key, height01 }) => {
      const node = tree.byId.get(key)
      if (node === undefined || dragged.length === 0 || dragged.includes(key)) return null
      const { mark, place } = dropOver(tree, {
        node,
        depth: ancestorsOf(tree, key).length,
        holdsChildren: holdsChildren(node),
        isExpanded: expansionOf(key) === true,
        height01,
      })
      if (place && commands.mayPut(dragged, place.parentId)) return { key, mark, place }
      return { key, mark: { kind: 'forbidden', depth: mark.depth }, place: null }
    },
  })
  const end = () => {
    waitFor(null)
    setDragged([])
  }
  return {
    dropMarkOf,
    isDraggable: (node: N) => !isOff && !isFixed(node),
    dragProps: {
      ...dragProps,
      onDragOver: (event: DragEvent<HTMLDivElement>) => {
        const key = keyAt(event.target)
        waitFor(key !== null && expansionOf(key) === false ? key : null)
        dragProps.onDragOver?.(event)
      },
      onDragEnd: (event: DragEvent<HTMLDivElement>) => {
        dragProps.onDragEnd?.(event)
        end()
      },
      onDrop: (event: DragEvent<HTMLDivElement>) => {
        dragProps.onDrop?.(event)
        end()
      },
    },
  }
}

/** Time for which a collapsed folder is dragged over until it expands. */
const expandDelayMs = 600

/** Takes the collapsed folder under the pointer, or null. */
function useExpandAfterWait(expand: (ids: readonly string[]) => void) {
  const [waitingId, waitFor] = useState<string | null>(null)
  const latest = useRef(expand)
  useEffect(() => {
    latest.current = expand
  })
  useEffect(() => {
    if (waitingId === null) return
    const timer = setTimeout(() => latest.current([waitingId]), expandDelayMs)
    return () => clearTimeout(timer)
  }, [waitingId])
  return waitFor
}
