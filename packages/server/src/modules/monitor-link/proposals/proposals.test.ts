import type { MonitorAgent } from '@pone/contract/entities/monitor.ts'
import type { LinkNode } from '@pone/contract/entities/monitor-link.ts'
import { newLinkEdge, newLinkNode } from '@pone/contract/entities/monitor-link-parts.ts'
import type { ConnectionAnswer, SeenConnection } from '@pone/contract/entities/seen-connection.ts'
import { expect, it } from 'vitest'
import type { MonitorPlace } from '../../monitor/monitor-places.ts'
import { partiesOf } from '../parties.ts'
import { proposalsOf, questionFor } from './proposals.ts'

const machine = (id: string, address: string): MonitorAgent => ({
  id,
  name: `machine ${id}`,
  host: id,
  address,
  isOnline: true,
  monitors: 0,
})
const [app, data] = [machine('app', '10.0.0.5'), machine('data', '10.0.0.6')]
const machines = [app, data]
const byId = new Map(machines.map(each => [each.id, each]))

const place = (id: string, type: string, given: Partial<MonitorPlace>): MonitorPlace => ({
  id,
  name: `monitor ${id}`,
  type,
  addresses: [],
  machineId: null,
  ...given,
})
const places = [
  place('shop', 'tomcat', { addresses: [{ host: '10.0.0.5', port: 8080 }] }),
  place('redis', 'redis', { addresses: [{ host: '127.0.0.1', port: 6379 }], machineId: 'data' }),
  place('appHost', 'host', { addresses: [{ host: '', port: null }], machineId: 'app' }),
]
const shop: LinkNode = newLinkNode({ id: 'n1', kind: 'monitor', alias: 'Shop', monitorId: 'shop' })
const pay: LinkNode = newLinkNode({
  id: 'n2',
  kind: 'external',
  alias: 'Pay',
  address: 'https://pay.test/api',
})
const nodes = [shop, pay]

/** What the agent of a machine is asked for, and what comes of its answer. */
function answered(
  of: MonitorAgent,
  own: readonly string[],
  seen: readonly (Partial<SeenConnection> & { of: string })[],
) {
  const question = questionFor(of, partiesOf(nodes, places, machines), byId)
  const placeOf = (text: string): number =>
    question.asked.findIndex(({ host, port }) => `${host}:${port ?? '*'}` === text)
  const answer: ConnectionAnswer = {
    from: 1_000,
    to: 3_000,
    looks: 4,
    seen: seen.map(({ of: party, ...given }) => ({
      direction: 'out',
      party: placeOf(party),
      address: '10.0.0.9',
      port: 6379,
      process: 'java',
      processSince: 500,
      listens: [],
      connections: 1,
      looks: 4,
      ...given,
    })),
    own: own.map(placeOf),
    isCut: false,
    hidden: 0,
    isContained: false,
    unresolved: 0,
    problem: null,
  }
  return { machine: of, question, answer }
}

const texts = (
  answers: ReturnType<typeof answered>[],
  edges: Parameters<typeof proposalsOf>[0]['edges'] = [],
) =>
  proposalsOf({ edges }, answers).proposals.map(
    ({ from, to, protocol, connections }) =>
      `${from.nodeId ?? '+'} ${from.name} → ${to.nodeId ?? '+'} ${to.name} ${protocol} ${connections}`,
  )

it('asks for parties of other machines by the address of their machine', () => {
  const asked = (of: MonitorAgent) =>
    questionFor(of, partiesOf(nodes, places, machines), byId).asked.map(
      ({ host, port }) => `${host}:${port ?? '*'}`,
    )
  expect(asked(app)).toEqual(['10.0.0.5:8080', 'pay.test:443', '10.0.0.6:6379', ':*', ':*', '10.0.0.6:*'])
  expect(asked(data)).toEqual(['10.0.0.5:8080', 'pay.test:443', ':6379', '10.0.0.5:*', '10.0.0.5:*', ':*'])
})

it('the caller is the node that listens in the same process, else the machine', () => {
  const own = ['10.0.0.5:8080', ':*']
  const ofShop = { of: '10.0.0.6:6379', listens: [8080], connections: 3 }
  expect(texts([answered(app, own, [ofShop])])).toEqual(['n1 Shop → + monitor redis redis 3'])
  expect(
    texts([
      answered(app, own, [
        { ...ofShop, listens: [9] },
        { of: 'pay.test:443', port: 443 },
      ]),
    ]),
  ).toEqual(['+ monitor appHost → n2 Pay http 1', '+ monitor appHost → + monitor redis redis 3'])
})

it('callers of a machine are told by the machine that is called, unless their own agent has answered', () => {
  const inbound = { of: '10.0.0.5:*', direction: 'in', address: '10.0.0.5' } as const
  const called = answered(data, [':6379'], [inbound])
  expect(texts([called])).toEqual(['+ monitor appHost → + monitor redis redis 1'])
  expect(texts([called, answered(app, [], [])])).toEqual([])
})

it('edges that are drawn are confirmed and not proposed', () => {
  const calls = answered(app, ['10.0.0.5:8080'], [{ of: 'pay.test:443', port: 443, listens: [8080] }])
  const drawn = newLinkEdge({ id: 'e', from: 'n1', to: 'n2' })
  expect(proposalsOf({ edges: [drawn] }, [calls])).toEqual({ proposals: [], isCut: false, confirmed: 1 })
  expect(proposalsOf({ edges: [] }, [calls]).proposals[0]).toMatchObject({
    from: { nodeId: 'n1', monitor: null, machineId: null },
    evidence: [
      { machine: 'machine app', process: 'java', processSince: 500, firstAt: 1_000, looks: 4, ofLooks: 4 },
    ],
  })
})

it('an agent that tells what it was not asked for is not believed', () => {
  const own = ['10.0.0.5:8080', ':*']
  const wrongPort = { of: '10.0.0.6:6379', port: 22 }
  const hostile = answered(app, own, [
    wrongPort,
    { of: 'nobody:1' },
    { of: '10.0.0.6:6379', direction: 'in' },
  ])
  hostile.answer.seen.push(...hostile.answer.seen.map(each => ({ ...each, party: 900 })))
  hostile.answer.own.push(999)
  expect(texts([hostile])).toEqual([])
})

it('a machine that is reached as a whole is called only where it is drawn', () => {
  const shell = { of: '10.0.0.6:*', port: 22 }
  expect(texts([answered(app, [':*'], [shell])])).toEqual([])
})
