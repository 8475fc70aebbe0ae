import { expect, it } from 'vitest'
import { componentDocumentSchema } from '../component/component.ts'
import { labelAddresses } from './label-addresses.ts'
import { labelTable } from './labels.ts'

type Input = Parameters<typeof componentDocumentSchema.parse>[0]

/** `label: addresses` of a component. */
function addressesOf(document: Input, drive: 'users' | 'arrivals' = 'users'): string[] {
  const components = [{ name: 'c', document: componentDocumentSchema.parse(document) }]
  const table = labelTable(components, drive)
  const found = labelAddresses(components, table)
  return table.labels.map(({ name, index }) => {
    const own = found.get(index) ?? []
    return `${name}: ${own.map(({ address, given }) => [address, ...given].join(' = ')).join(', ')}`
  })
}

const http = (name: string, url: string) => ({
  id: name,
  name,
  kind: 'request',
  protocol: 'http',
  http: { url },
})

it('a request goes to its own address, or to the base address of the settings', () => {
  const settings = { http: { baseUrl: 'http://shop:8080/base/' } }
  const steps = [
    http('path', '/goods?id=${id}'),
    http('whole', 'https://pay.test/a b'),
    http('bare', 'goods'),
  ]
  expect(addressesOf({ settings, steps })).toEqual([
    'path: http://shop:8080',
    'whole: https://pay.test',
    'bare: http://shop:8080',
  ])
})

it('variables of the component are filled in, those that change in the run and secret ones are not', () => {
  const variables = [
    { name: 'host', value: '${zone}.test' },
    { name: 'zone', value: 'eu' },
    { name: 'hidden', value: 'secret.test', secret: true },
    { name: 'off', value: 'off.test', enabled: false },
    { name: 'set', value: 'first.test' },
  ]
  const extracted = {
    ...http('e', 'http://${host}:81/'),
    extractors: [{ id: 'x', variable: 'set', source: 'regex', expression: 'a(.)' }],
  }
  const steps = [
    extracted,
    http('secret', 'http://${hidden}/'),
    http('off', 'http://${off}/'),
    http('set', '${set}/goods'),
  ]
  expect(addressesOf({ variables, steps })).toEqual([
    'e: http://eu.test:81',
    'secret: http://${hidden}',
    'off: http://${off}',
    'set: ${set}',
  ])
})

it('accounts in an address are left out, and a request without an address goes nowhere', () => {
  expect(addressesOf({ steps: [http('a', 'http://me:word@shop/'), http('b', '/path')] })).toEqual([
    'a: http://shop',
    'b: ',
  ])
})

it('operations on a connection go where the connection of that name goes', () => {
  const sql = (id: string, operation: object) => ({
    id,
    name: id,
    kind: 'request',
    protocol: 'sql',
    sql: operation,
  })
  const steps = [
    sql('open', { kind: 'connect', host: 'db', connection: 'one' }),
    sql('other', { kind: 'connect', driver: 'mysql', host: '::1', connection: 'two' }),
    sql('query', { kind: 'query', text: 'SELECT 1', connection: 'one' }),
    sql('lost', { kind: 'query', text: 'SELECT 1', connection: 'three' }),
    {
      id: 'ws',
      name: 'ws',
      kind: 'request',
      protocol: 'webSocket',
      webSocket: { kind: 'connect', url: 'wss://live.test/feed', connection: 'one' },
    },
    {
      id: 'listen',
      name: 'listen',
      kind: 'request',
      protocol: 'webSocket',
      webSocket: { kind: 'listen', sentAt: '$.at', connection: 'one' },
    },
  ]
  expect(addressesOf({ steps })).toEqual([
    'open: db:5432',
    'other: [::1]:3306',
    'query: db:5432',
    'lost: ',
    'ws: wss://live.test',
    'listen: wss://live.test',
    'WS one messages: wss://live.test',
  ])
})

it('a transaction and iterations go where the requests within go, each address once', () => {
  const transaction = (id: string, children: object[]) => ({ id, name: id, kind: 'transaction', children })
  const steps = [
    transaction('outer', [http('a', 'http://one/'), transaction('inner', [http('b', 'http://two/')])]),
    http('c', 'http://one/c'),
    { ...http('d', 'http://off/'), enabled: false },
  ]
  expect(addressesOf({ steps } as Input, 'arrivals')).toEqual([
    'c: http://one, http://two',
    'outer: http://one, http://two',
    'a: http://one',
    'inner: http://two',
    'b: http://two',
    'c: http://one',
  ])
})

it('addresses that the settings give for a host stand beside it', () => {
  const settings = {
    hosts: [
      { name: 'SHOP.test', value: '10.0.0.5' },
      { name: 'shop.test', value: '10.0.0.6', enabled: false },
    ],
  }
  expect(addressesOf({ settings, steps: [http('a', 'http://shop.test:8080/')] })).toEqual([
    'a: http://shop.test:8080 = 10.0.0.5',
  ])
})
