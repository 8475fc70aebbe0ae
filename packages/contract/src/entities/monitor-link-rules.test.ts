import { expect, test } from 'vitest'
import { type LinkEdge, type LinkNode, linkTopologySchema } from './monitor-link.ts'
import { newLinkEdge, newLinkNode } from './monitor-link-parts.ts'
import { linkProblems } from './monitor-link-rules.ts'

const shop = newLinkNode({ id: 'shop', kind: 'external', alias: 'Shop' })
const database = newLinkNode({ id: 'db', kind: 'host', alias: 'Database' })
const call = newLinkEdge({ id: 'call', from: 'shop', to: 'db', alias: 'Queries', protocol: 'sql' })

const codes = (
  parts: { name?: string; nodes?: readonly LinkNode[]; edges?: readonly LinkEdge[] } = {},
): string[] =>
  linkProblems({ name: 'Shop', nodes: [shop, database], edges: [call], ...parts }).map(({ code, at, id }) =>
    at === 'map' ? code : `${code} ${id}`,
  )

test('a named map with two different ends of a described connection has no problem', () => {
  expect(codes()).toEqual([])
})

const edge = (given: Partial<LinkEdge>) => codes({ edges: [{ ...call, ...given }] })
const topic = (name: string, queue = '') => ({ name, queue })
const property = (name: string) => ({ name, value: '1' })

test.each([
  ['a map needs a name', codes({ name: '  ' }), ['nameMissing']],
  ['a map needs a connection', codes({ edges: [] }), ['edgeNeeded']],
  ['a node needs an alias', codes({ nodes: [shop, { ...database, alias: ' ' }] }), ['aliasMissing db']],
  [
    'aliases of nodes differ by more than case',
    codes({ nodes: [shop, { ...database, alias: 'SHOP' }] }),
    ['aliasTaken shop', 'aliasTaken db'],
  ],
  [
    'aliases of connections are unique',
    codes({ edges: [call, { ...call, id: 'again', from: 'db', to: 'shop' }] }),
    ['aliasTaken call', 'aliasTaken again'],
  ],
  [
    'a connection needs its properties',
    edge({ alias: '', protocol: null }),
    ['aliasMissing call', 'protocolMissing call'],
  ],
  [
    'a node of a monitor names one',
    codes({ nodes: [shop, { ...database, kind: 'monitor' }] }),
    ['monitorMissing db'],
  ],
  [
    'a load machine is chosen',
    codes({ nodes: [shop, { ...database, kind: 'machine' }] }),
    ['machineMissing db'],
  ],
  ['messages need a topic', edge({ protocol: 'kafka' }), ['topicNeeded call']],
  [
    'the name of a topic is not blank',
    edge({ protocol: 'kafka', topics: [topic(' ')] }),
    ['topicBlank call'],
  ],
  [
    'topics are named once',
    edge({ protocol: 'kafka', topics: [topic('orders', 'a'), topic('orders', 'b'), topic('Orders')] }),
    ['topicTaken call'],
  ],
  ['other protocols have no topics to check', edge({ topics: [topic('')] }), []],
  [
    'properties are named once and not blank',
    edge({ properties: [property('acks'), property('acks '), property('')] }),
    ['propertyBlank call', 'propertyTaken call'],
  ],
  ['a connection has two ends', edge({ to: 'gone' }), ['endMissing call']],
  ['no node calls itself', edge({ to: 'shop' }), ['selfCall call']],
  [
    'a counter of a connection is of one of its ends',
    edge({ counters: [{ nodeId: 'other', section: 'database', counter: 'transactions' }] }),
    ['counterForeign call'],
  ],
  [
    'a node lies in a group only',
    codes({ nodes: [shop, { ...database, groupId: 'shop' }] }),
    ['groupMissing db'],
  ],
])('%s', (_name, found, expected) => {
  expect(found).toEqual(expected)
})

test('groups do not nest', () => {
  const outer = newLinkNode({ id: 'outer', kind: 'group', alias: 'Outer' })
  const inner = newLinkNode({ id: 'inner', kind: 'group', alias: 'Inner', groupId: 'outer' })
  expect(codes({ nodes: [shop, database, outer, inner] })).toEqual(['groupMissing inner'])
})

test('1,000 nodes are accepted and each is looked at a few times, one more is not accepted', () => {
  const nodes = Array.from({ length: 1_000 }, (_, at) =>
    newLinkNode({ id: `n${at}`, kind: 'external', alias: `N ${at}`, x: at * 10 }),
  )
  const edges = nodes
    .slice(1)
    .map(({ id }, at) =>
      newLinkEdge({ id: `e${at}`, from: 'n0', to: id, alias: `E ${at}`, protocol: 'http' }),
    )
  expect(linkTopologySchema.safeParse({ nodes, edges }).success).toBe(true)
  let reads = 0
  const counted = <T extends object>(part: T): T =>
    new Proxy(part, {
      get: (target, name) => {
        reads += 1
        return Reflect.get(target, name)
      },
    })
  expect(linkProblems({ name: 'Large', nodes: nodes.map(counted), edges: edges.map(counted) })).toEqual([])
  // One look at all others for each would be a million.
  expect(reads).toBeLessThan(20 * (nodes.length + edges.length))
  expect(linkTopologySchema.safeParse({ nodes: [...nodes, shop], edges }).success).toBe(false)
})
