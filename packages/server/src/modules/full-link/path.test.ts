import { maxPathNodes } from '@pone/contract/entities/full-link.ts'
import type { LinkTopology } from '@pone/contract/entities/monitor-link.ts'
import { newLinkEdge, newLinkNode } from '@pone/contract/entities/monitor-link-parts.ts'
import { expect, it } from 'vitest'
import { pathFrom } from './path.ts'

const edge = (text: string) => {
  const [from = '', to = ''] = text.split('>')
  return newLinkEdge({ id: text, from, to, alias: text })
}
/** Nodes as `id` or `id in group`; groups are those that are named so. */
function topology(nodes: string[], ...edges: string[]): LinkTopology {
  const groups = new Set(nodes.flatMap(text => text.split(' in ')[1] ?? []))
  return {
    nodes: [...nodes, ...groups].map(text => {
      const [id = '', groupId = null] = text.split(' in ')
      return newLinkNode({ id, kind: groups.has(id) ? 'group' : 'external', alias: id, groupId })
    }),
    edges: edges.map(edge),
  }
}

it('follows calls from the entries, with the least number of calls to each node', () => {
  const whole = topology(['a', 'b', 'c', 'd', 'before'], 'before>a', 'a>b', 'b>c', 'a>c', 'c>d')
  const path = pathFrom(whole, ['a'])
  expect(path.depths).toEqual({ a: 0, b: 1, c: 1, d: 2 })
  expect(path.topology.edges.map(({ id }) => id)).toEqual(['a>b', 'b>c', 'a>c', 'c>d'])
  expect(path.topology.nodes.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd'])
})

it('ends where calls go round in a circle', () => {
  expect(pathFrom(topology(['a', 'b'], 'a>b', 'b>a'), ['a']).depths).toEqual({ a: 0, b: 1 })
})

it('a call to a group goes to all of its nodes, one from it comes from each', () => {
  const whole = topology(['a', 'b in g', 'c in g', 'd', 'e in h'], 'a>g', 'g>d', 'c>e')
  const path = pathFrom(whole, ['a'])
  expect(path.depths).toEqual({ a: 0, b: 1, c: 1, d: 2, e: 2 })
  expect(path.topology.nodes.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd', 'e', 'g', 'h'])
  expect(pathFrom(whole, ['b']).depths).toEqual({ b: 0, d: 1 })
})

it('counters of an edge whose node is not on the path are left out', () => {
  const shown = { nodeId: 'x', section: 's', counter: 'c' }
  const whole = topology(['a', 'b', 'x'])
  const drawn = { ...whole, edges: [{ ...edge('a>b'), counters: [shown, { ...shown, nodeId: 'a' }] }] }
  expect(pathFrom(drawn, ['a']).topology.edges[0]?.counters.map(({ nodeId }) => nodeId)).toEqual(['a'])
})

it('of a very long path the nearest nodes are shown', () => {
  const ids = Array.from({ length: maxPathNodes + 5 }, (_, at) => `n${at}`)
  const path = pathFrom(topology(ids, ...ids.slice(1).map((id, at) => `n${at}>${id}`)), ['n0'])
  expect(path).toMatchObject({ omittedNodes: 5 })
  expect(path.topology.nodes).toHaveLength(maxPathNodes)
})
