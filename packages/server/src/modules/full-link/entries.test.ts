import type { MonitorAgent } from '@pone/contract/entities/monitor.ts'
import type { LinkNode } from '@pone/contract/entities/monitor-link.ts'
import { newLinkNode } from '@pone/contract/entities/monitor-link-parts.ts'
import { addressOf } from '@pone/monitors/target-address.ts'
import { expect, it } from 'vitest'
import type { MonitorPlace } from '../monitor/monitor-places.ts'
import { entriesOf, namedHosts, type Surroundings } from './entries.ts'

const machine = (id: string, host: string, address: string): MonitorAgent => ({
  id,
  name: `machine ${id}`,
  host,
  address,
  isOnline: true,
  monitors: 0,
})
const place = (id: string, given: Partial<MonitorPlace>): MonitorPlace => ({
  id,
  name: id,
  type: 'tcp-availability',
  addresses: [],
  machineId: null,
  ...given,
})
const places = [
  place('shop', { addresses: [{ host: 'shop.test', port: 8080 }] }),
  place('local', { addresses: [{ host: '127.0.0.1', port: 3000 }], machineId: 'load' }),
  place('behind', { addresses: [{ host: 'localhost', port: 5432 }], machineId: 'data' }),
  place('os', { type: 'host', addresses: [{ host: '', port: null }], machineId: 'data' }),
]
const surroundings: Surroundings = {
  places,
  machines: [machine('load', 'load-01', '10.0.0.1'), machine('data', 'DB-01', '10.0.0.6')],
  loadMachines: new Set(['load']),
  resolved: new Map(),
}
const monitor = (id: string, monitorId: string, alias = `Node ${id}`) =>
  newLinkNode({ id, kind: 'monitor', alias, monitorId })
const nodes: LinkNode[] = [
  monitor('n-shop', 'shop'),
  monitor('n-local', 'local'),
  monitor('n-behind', 'behind'),
  newLinkNode({ id: 'n-os', kind: 'host', alias: 'Host', monitorId: 'os' }),
  newLinkNode({ id: 'n-pay', kind: 'external', alias: 'Pay', address: 'https://pay.test/api' }),
  newLinkNode({ id: 'n-mail', kind: 'external', alias: 'mail' }),
  newLinkNode({ id: 'n-group', kind: 'group', alias: 'group.test' }),
]
const link = { id: 'link', name: 'Link', topology: { nodes, edges: [] } }

/** `node by detail` of all entries. */
const found = (
  address: string,
  { given = [] as string[], ...around }: Partial<Surroundings> & { given?: string[] } = {},
) =>
  addressOf(address)
    .flatMap(at => entriesOf({ ...at, given }, [link], { ...surroundings, ...around }))
    .map(({ nodeId, by, detail }) => `${nodeId} ${by} ${detail}`)

it.each([
  ['http://SHOP.test:8080/goods', ['n-shop address shop.test']],
  ['http://shop.test', []],
  ['https://pay.test', ['n-pay address pay.test']],
  ['http://10.0.0.6:5432', ['n-behind address 10.0.0.6']],
  ['db-01:5432', ['n-behind address db-01']],
  ['http://unknown.test:8080', []],
])('%s is served by %j', (address, entries) => {
  expect(found(address)).toEqual(entries)
})

it('a loopback address is the load machine, not that of others', () => {
  expect(found('http://localhost:3000')).toEqual(['n-local loadMachine machine load'])
  expect(found('http://127.0.0.1:5432')).toEqual([])
  expect(found('[::1]:5432', { loadMachines: new Set(['data']) })).toEqual([
    'n-behind loadMachine machine data',
  ])
})

it('an address that the settings give for a name is found by it, and the name is not looked up', () => {
  const resolved = new Map([['api.test', ['10.0.0.6']]])
  expect(found('http://api.test:5432', { resolved })).toEqual(['n-behind dns 10.0.0.6'])
  expect(found('http://api.test:3000', { given: ['10.0.0.1'], resolved })).toEqual([
    'n-local settings 10.0.0.1',
  ])
  expect(found('http://api.test:3000', { given: ['127.0.0.1'] })).toEqual([
    'n-local loadMachine machine load',
  ])
})

it('a name of a node that is looked up has its addresses', () => {
  const resolved = new Map([['shop.test', ['10.0.0.9']]])
  expect(found('http://10.0.0.9:8080', { resolved })).toEqual(['n-shop dns 10.0.0.9'])
})

it('a node that is called like the host serves it, unless its ports are others, and a group never does', () => {
  expect(found('http://mail:25')).toEqual(['n-mail alias mail'])
  expect(found('http://group.test:80')).toEqual([])
  const named = { ...link, topology: { nodes: [monitor('n', 'shop', 'web')], edges: [] } }
  const at = (port: number) => entriesOf({ host: 'web', port, given: [] }, [named], surroundings)
  expect(at(8080)).toMatchObject([{ by: 'alias' }])
  expect(at(81)).toEqual([])
})

it('a machine as a whole is told only where no service on it is known', () => {
  expect(found('http://10.0.0.6:99')).toEqual(['n-os machine 10.0.0.6'])
  expect(found('http://10.0.0.6:5432')).toEqual(['n-behind address 10.0.0.6'])
})

it('names are looked up only for nodes whose port fits', () => {
  const hosts = (port: number | null) => namedHosts({ host: 'x', port, given: [] }, [link], surroundings)
  expect(hosts(8080)).toEqual(['shop.test'])
  expect(hosts(null)).toEqual(['shop.test', 'pay.test'])
  expect(hosts(1)).toEqual([])
})
