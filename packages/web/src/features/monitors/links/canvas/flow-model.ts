/** Nodes and edges of a topology as @xyflow/react wants them; objects stay the same while what they stand for does. */
import type { LinkEdge, LinkNode, LinkTopology } from '@pone/contract/entities/monitor-link.ts'
import type { LinkProblem } from '@pone/contract/entities/monitor-link-rules.ts'
import type { Edge, Node } from '@xyflow/react'
import { Position } from '@xyflow/react'

export interface NodeData extends Record<string, unknown> {
  readonly node: LinkNode
  readonly isLost: boolean
  readonly problems: readonly LinkProblem[]
}
export type FlowNode = Node<NodeData, 'part' | 'group'>

export interface EdgeData extends Record<string, unknown> {
  readonly edge: LinkEdge
  readonly from: LinkNode | undefined
  readonly to: LinkNode | undefined
  readonly isLostFrom: boolean
  readonly isLostTo: boolean
  readonly problems: readonly LinkProblem[]
}
export type FlowEdge = Edge<EdgeData, 'call'>

export interface Marks {
  readonly problems: readonly LinkProblem[]
  /** Monitors that exist. */
  readonly monitors: ReadonlySet<string>
}

const none: readonly LinkProblem[] = []
const lost = ({ monitorId }: LinkNode, { monitors }: Marks): boolean =>
  monitorId !== null && !monitors.has(monitorId)

const isSameNode = (a: NodeData, b: NodeData): boolean =>
  a.node === b.node && a.isLost === b.isLost && isSameProblems(a.problems, b.problems)
const isSameProblems = (a: readonly LinkProblem[], b: readonly LinkProblem[]): boolean =>
  a.length === b.length && a.every((problem, at) => problem.code === b[at]?.code)

/** Of `before` those objects are kept whose node is the same, with what the canvas has added to them. */
export function flowNodes({ nodes }: LinkTopology, marks: Marks, before: readonly FlowNode[]): FlowNode[] {
  const known = new Map(before.map(each => [each.id, each]))
  const problems = Map.groupBy(
    marks.problems.filter(problem => problem.at === 'node'),
    problem => problem.id,
  )
  const shown = nodes.map(node => {
    const data = { node, isLost: lost(node, marks), problems: problems.get(node.id) ?? none }
    const old = known.get(node.id)
    if (old !== undefined && isSameNode(old.data, data)) return old
    return flowNode(data, old?.selected ?? false)
  })
  // A group must stand before what it holds.
  return shown.toSorted((a, b) => Number(b.type === 'group') - Number(a.type === 'group'))
}

function flowNode(data: NodeData, selected: boolean): FlowNode {
  const { id, kind, x, y, width, height, groupId, alias } = data.node
  const isGroup = kind === 'group'
  return {
    id,
    type: isGroup ? 'group' : 'part',
    position: { x, y },
    data,
    width,
    height,
    measured: { width, height },
    selected,
    ariaLabel: alias,
    ...(groupId !== null && { parentId: groupId }),
    // Known places spare the canvas measuring them.
    handles: [
      { type: 'target', position: Position.Left, x: -4, y: height / 2 - 4, width: 8, height: 8 },
      { type: 'source', position: Position.Right, x: width - 4, y: height / 2 - 4, width: 8, height: 8 },
    ],
    ...(isGroup && { zIndex: -1 }),
  }
}

export function flowEdges(
  { nodes, edges }: LinkTopology,
  marks: Marks,
  before: readonly FlowEdge[],
): FlowEdge[] {
  const byId = new Map(nodes.map(node => [node.id, node]))
  const known = new Map(before.map(each => [each.id, each]))
  const problems = Map.groupBy(
    marks.problems.filter(problem => problem.at === 'edge'),
    problem => problem.id,
  )
  return edges.map(edge => {
    const [from, to] = [byId.get(edge.from), byId.get(edge.to)]
    const data: EdgeData = {
      edge,
      from,
      to,
      isLostFrom: from !== undefined && lost(from, marks),
      isLostTo: to !== undefined && lost(to, marks),
      problems: problems.get(edge.id) ?? none,
    }
    const old = known.get(edge.id)
    if (old?.data !== undefined && isSameEdge(old.data, data)) return old
    return {
      id: edge.id,
      type: 'call',
      source: edge.from,
      target: edge.to,
      data,
      selected: old?.selected ?? false,
      ariaLabel: edge.alias,
    }
  })
}

const isSameEdge = (a: EdgeData, b: EdgeData): boolean =>
  a.edge === b.edge &&
  isSameEnd(a.from, b.from) &&
  isSameEnd(a.to, b.to) &&
  a.isLostFrom === b.isLostFrom &&
  a.isLostTo === b.isLostTo &&
  isSameProblems(a.problems, b.problems)

/** An edge does not care where its ends lie; the canvas follows them. */
const isSameEnd = (a: LinkNode | undefined, b: LinkNode | undefined): boolean =>
  a?.monitorId === b?.monitorId &&
  a?.targetType === b?.targetType &&
  a?.kind === b?.kind &&
  a?.machineId === b?.machineId
