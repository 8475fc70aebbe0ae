/** Proposed edges on a drawing: which of them it lacks still, and what accepting one adds; pure. */
import type { LinkProposal, ProposalEnd } from '@pone/contract/entities/link-proposal.ts'
import type { LinkNode } from '@pone/contract/entities/monitor-link.ts'
import { newLinkNode, usualNodeSize } from '@pone/contract/entities/monitor-link-parts.ts'
import { absolutePlaces, type Point } from '@pone/contract/entities/monitor-link-places.ts'
import { changeEdge, connect, type Drawing, freePlace, putNode } from '../topology.ts'

/** A proposal that the drawing lacks, with the nodes that its ends have in it; null: accepting adds the node. */
export interface OpenProposal {
  readonly proposal: LinkProposal
  readonly fromId: string | null
  readonly toId: string | null
}

/** Without those that are drawn, and those of nodes that were removed. */
export function openProposals(drawing: Drawing, proposals: readonly LinkProposal[]): readonly OpenProposal[] {
  const drawn = new Set(drawing.edges.map(edge => `${edge.from} ${edge.to}`))
  return proposals.flatMap(proposal => {
    const [from, to] = [nodeOf(drawing, proposal.from), nodeOf(drawing, proposal.to)]
    if (isRemoved(from, proposal.from) || isRemoved(to, proposal.to)) return []
    const [fromId, toId] = [from?.id ?? null, to?.id ?? null]
    if (fromId !== null && (fromId === toId || drawn.has(`${fromId} ${toId ?? ''}`))) return []
    return [{ proposal, fromId, toId }]
  })
}

/** A monitor or machine may have got a node since the proposal was made. */
function nodeOf({ nodes }: Drawing, { nodeId, monitor, machineId }: ProposalEnd): LinkNode | undefined {
  return nodes.find(node =>
    nodeId !== null
      ? node.id === nodeId
      : monitor !== null
        ? node.monitorId === monitor.id
        : node.machineId === machineId,
  )
}

const isRemoved = (node: LinkNode | undefined, { nodeId }: ProposalEnd): boolean =>
  node === undefined && nodeId !== null

const gap: Point = { x: 104, y: 40 }

/** The drawing with the proposed edge, and with the nodes that it needs, beside what they talk to. */
export function accept(
  drawing: Drawing,
  { proposal, fromId, toId }: OpenProposal,
  newId: () => string,
): Drawing {
  const [from, to] = [fromId ?? newId(), toId ?? newId()]
  const edgeId = newId()
  let next = drawing
  if (fromId === null) next = withNode(next, proposal.from, { id: from, beside: toId, isLeft: true })
  if (toId === null) next = withNode(next, proposal.to, { id: to, beside: from, isLeft: false })
  const { protocol } = proposal
  return changeEdge(connect(next, from, to, edgeId), edgeId, { protocol })
}

/** `beside`: a node at whose left or right it is put; null: below all. */
function withNode(
  drawing: Drawing,
  { name, monitor, machineId }: ProposalEnd,
  { id, beside, isLeft }: { readonly id: string; readonly beside: string | null; readonly isLeft: boolean },
): Drawing {
  const node = newLinkNode({
    id,
    kind: monitor === null ? 'machine' : 'monitor',
    alias: name,
    monitorId: monitor?.id ?? null,
    machineId,
    targetName: name,
    targetType: monitor?.type ?? '',
  })
  const places = absolutePlaces(drawing)
  const at = places.get(beside ?? '') ?? { x: 0, y: 0 }
  const width = drawing.nodes.find(each => each.id === beside)?.width ?? 0
  const x =
    isLeft && beside !== null
      ? at.x - usualNodeSize.width - gap.x
      : at.x + width + (beside === null ? 0 : gap.x)
  // `freePlace` keeps a margin within its view, which is one column here.
  const view = {
    x: x - gap.y,
    y: at.y - gap.y,
    width: usualNodeSize.width + gap.x,
    height: usualNodeSize.height,
  }
  return putNode(drawing, { ...node, ...freePlace(drawing, node, view) })
}

/** Accepts all of them, each with the nodes that earlier ones have added. */
export function acceptAll(
  drawing: Drawing,
  proposals: readonly LinkProposal[],
  newId: () => string,
): Drawing {
  let next = drawing
  for (const proposal of proposals)
    for (const open of openProposals(next, [proposal])) next = accept(next, open, newId)
  return next
}
