/** Nodes and edges on the canvas: what is dragged or selected lives here, and goes into the drawing when it is let go. */
import type { Point } from '@pone/contract/entities/monitor-link-places.ts'
import type { LinkProblem } from '@pone/contract/entities/monitor-link-rules.ts'
import { applyEdgeChanges, applyNodeChanges, type EdgeChange, type NodeChange } from '@xyflow/react'
import { useMemo, useState } from 'react'
import type { HistoryAction } from '../../../../ui/editor/history.ts'
import { type FlowEdge, type FlowNode, flowEdges, flowNodes } from '../canvas/flow-model.ts'
import type { ProposedFlowEdge } from '../canvas/proposed-edge.tsx'
import { changeNode, type Drawing, moveNodes } from './topology.ts'

interface FlowUse {
  readonly drawing: Drawing
  readonly problems: readonly LinkProblem[]
  readonly monitors: ReadonlySet<string>
  readonly dispatch: (action: HistoryAction<Drawing>) => void
}

export function useFlow({ drawing, problems, monitors, dispatch }: FlowUse) {
  const [nodes, setNodes] = useState<FlowNode[]>([])
  const [edges, setEdges] = useState<FlowEdge[]>([])
  /** What is to be selected, perhaps parts that the next drawing adds; null: what the canvas has selected. */
  const [wanted, setWanted] = useState<ReadonlySet<string> | null>(null)
  const [shown, setShown] = useState<readonly unknown[]>([])
  if (shown[0] !== drawing || shown[1] !== problems || shown[2] !== monitors || wanted !== null) {
    const marked = <P extends { id: string; selected?: boolean }>(parts: P[]): P[] =>
      wanted === null ? parts : parts.map(part => withSelection(part, wanted))
    setShown([drawing, problems, monitors])
    setWanted(null)
    setNodes(before => marked(flowNodes(drawing, { problems, monitors }, before)))
    setEdges(before => marked(flowEdges(drawing, { problems, monitors }, before)))
  }
  const onNodesChange = (changes: NodeChange<FlowNode>[]) => {
    setNodes(before => applyNodeChanges(changes, before))
    commit(changes, dispatch)
  }
  const selected = useMemo(
    () =>
      new Set(
        [...nodes.filter(node => node.selected), ...edges.filter(edge => edge.selected)].map(part => part.id),
      ),
    [nodes, edges],
  )
  return {
    nodes,
    edges,
    selected,
    onNodesChange,
    onEdgesChange: (changes: EdgeChange<FlowEdge | ProposedFlowEdge>[]) =>
      // Of proposed ones nothing changes here.
      setEdges(before => applyEdgeChanges(changes.filter(isOwn), before)),
    select: (ids: ReadonlySet<string>) => setWanted(ids),
  }
}

const isOwn = (change: EdgeChange<FlowEdge | ProposedFlowEdge>): change is EdgeChange<FlowEdge> =>
  change.type === 'add' || change.type === 'replace'
    ? change.item.type === 'call'
    : !change.id.startsWith('proposed ')

const withSelection = <P extends { id: string; selected?: boolean }>(part: P, ids: ReadonlySet<string>): P =>
  (part.selected ?? false) === ids.has(part.id) ? part : { ...part, selected: ids.has(part.id) }

/** What is over: a drag that ended, a key that moved nodes, a group that was resized. */
function commit(changes: readonly NodeChange<FlowNode>[], dispatch: FlowUse['dispatch']): void {
  const places = new Map<string, Point>()
  for (const change of changes) {
    if (change.type === 'position' && change.dragging !== true && change.position)
      places.set(change.id, { x: Math.round(change.position.x), y: Math.round(change.position.y) })
    if (change.type === 'dimensions' && change.resizing === false && change.dimensions) {
      const { width, height } = change.dimensions
      dispatch({ kind: 'change', next: drawing => changeNode(drawing, change.id, { width, height }) })
    }
  }
  if (places.size > 0)
    dispatch({
      kind: 'change',
      next: drawing => moveNodes(drawing, places),
      field: `place ${[...places.keys()].join(' ')}`,
    })
}
