import type { LinkProposal, ProposalEnd } from '@pone/contract/entities/link-proposal.ts'
import { newLinkEdge, newLinkNode } from '@pone/contract/entities/monitor-link-parts.ts'
import { expect, it } from 'vitest'
import { copied, type Drawing, remove } from '../topology.ts'
import { accept, acceptAll, openProposals } from './proposal-model.ts'

const node = (id: string, over = {}) => newLinkNode({ id, kind: 'external', alias: id, ...over })
const drawing: Drawing = {
  name: 'map',
  nodes: [node('a', { x: 100, y: 60 }), node('b', { x: 404, y: 60 })],
  edges: [newLinkEdge({ id: 'e', from: 'a', to: 'b', alias: 'a → b' })],
}
const drawn = (nodeId: string): ProposalEnd => ({ nodeId, name: nodeId, monitor: null, machineId: null })
const redis: ProposalEnd = {
  nodeId: null,
  name: 'redis',
  monitor: { id: 'm', type: 'redis' },
  machineId: null,
}
const machine: ProposalEnd = { nodeId: null, name: 'load-1', monitor: null, machineId: 'l' }
const proposal = (from: ProposalEnd, to: ProposalEnd): LinkProposal => ({
  key: `${from.name} ${to.name}`,
  from,
  to,
  protocol: 'redis',
  evidence: [],
  connections: 1,
})
const ids = () => {
  let next = 0
  return () => `new${(next += 1)}`
}

it('offers what the drawing lacks, and nothing of a node that was removed', () => {
  const proposals = [
    proposal(drawn('a'), drawn('b')),
    proposal(drawn('b'), drawn('a')),
    proposal(drawn('b'), redis),
  ]
  const keys = (of: Drawing) => openProposals(of, proposals).map(open => open.proposal.key)
  expect(keys(drawing)).toEqual(['b a', 'b redis'])
  expect(keys(remove(drawing, new Set(['e'])))).toEqual(['a b', 'b a', 'b redis'])
  expect(keys(remove(drawing, new Set(['a'])))).toEqual(['b redis'])
})

it('accepting one adds its edge with the protocol, and the node that it needs, beside the caller', () => {
  const [open] = openProposals(drawing, [proposal(drawn('b'), redis)])
  if (open === undefined) throw new Error('not offered')
  const next = accept(drawing, open, ids())
  expect(next.nodes[2]).toMatchObject({
    kind: 'monitor',
    alias: 'redis',
    monitorId: 'm',
    targetType: 'redis',
  })
  expect(next.nodes[2]).toMatchObject({ x: 708, y: 60 })
  expect(next.edges[1]).toMatchObject({
    from: 'b',
    to: next.nodes[2]?.id,
    protocol: 'redis',
    alias: 'b → redis',
  })
  expect(openProposals(next, [proposal(drawn('b'), redis)])).toEqual([])
})

it('accepting all adds a node once that several of them need', () => {
  const proposals = [
    proposal(drawn('a'), redis),
    proposal(drawn('b'), redis),
    proposal(machine, drawn('a')),
    proposal(machine, redis),
  ]
  const next = acceptAll(drawing, proposals, ids())
  expect(next.nodes.map(each => each.alias)).toEqual(['a', 'b', 'redis', 'load-1'])
  expect(next.edges.map(each => each.alias)).toEqual([
    'a → b',
    'a → redis',
    'b → redis',
    'load-1 → a',
    'load-1 → redis',
  ])
  expect(copied(next, new Set(next.nodes.map(each => each.id))).edges).toHaveLength(5)
})
