import { toPlan } from '@pone/jmeter/convert/to-plan.ts'
import { componentDocumentSchema } from '@pone/plan/component/component.ts'
import type { RunLabel } from '@pone/plan/scenario/run-label.ts'
import { expect, it } from 'vitest'
import { addressesOfTestPlans, requestsOfTestPlans } from './jmeter-labels.ts'

const request = (name: string, url: string) => ({
  id: url,
  name,
  kind: 'request',
  protocol: 'http',
  http: { url },
})
const document = componentDocumentSchema.parse({
  settings: { http: { baseUrl: 'http://shop.test:8080' } },
  steps: [
    {
      id: 't',
      name: 'Order',
      kind: 'transaction',
      children: [request('Goods', '/goods'), request('Goods', '/more')],
    },
    request('Pay', 'https://pay.test/'),
  ],
})
const part = { id: 'c', name: 'Shop', percentage: 100, text: toPlan('Shop', document).text, files: [] }
const label = (index: number, name: string, component = 'Shop'): RunLabel => ({
  index,
  name,
  kind: 'request',
  component,
})

it('labels have the addresses of the elements of that name in the test plan of their component', () => {
  const labels = [
    label(0, 'Pay'),
    label(1, 'Goods'),
    label(2, 'Order'),
    label(3, 'Pay', 'Other'),
    label(4, 'New'),
  ]
  const found = addressesOfTestPlans([part], labels)
  expect(labels.map(({ index }) => found?.get(index)?.map(({ address }) => address))).toEqual([
    ['https://pay.test'],
    ['http://shop.test:8080'],
    ['http://shop.test:8080'],
    [],
    [],
  ])
})

it('labels have the method and path of the elements of that name, several where several have it', () => {
  const labels = [label(0, 'Pay'), label(4, 'Goods'), label(5, 'Order'), label(6, 'Pay', 'Other')]
  expect(requestsOfTestPlans([part], labels)).toEqual([
    { label: 0, name: 'Pay', method: 'GET', path: '/' },
    { label: 4, name: 'Goods', method: 'GET', path: '/goods' },
    { label: 4, name: 'Goods', method: 'GET', path: '/more' },
  ])
})

it('a TCP Sampler has the address of its connection', () => {
  const tcp = (id: string, operation: object) => ({
    id,
    name: id,
    kind: 'request',
    protocol: 'tcp',
    tcp: operation,
  })
  const bank = componentDocumentSchema.parse({
    steps: [
      tcp('Connect', { kind: 'connect', host: 'bank.test', port: 9_000 }),
      tcp('Balance', { kind: 'send', data: 'BALANCE', reply: 'next' }),
    ],
  })
  const labels = [label(0, 'Balance')]
  const found = addressesOfTestPlans([{ ...part, text: toPlan('Bank', bank).text }], labels)
  expect(found?.get(0)?.map(({ address }) => address)).toEqual(['bank.test:9000'])
})

it('of a test plan that cannot be read nothing is known', () => {
  expect(requestsOfTestPlans([{ ...part, text: '<xml>' }], [])).toBeNull()
  expect(addressesOfTestPlans([{ ...part, text: '<xml>' }], [])).toBeNull()
})
