import { toPlan } from '@pone/jmeter/convert/to-plan.ts'
import { componentDocumentSchema } from '@pone/plan/component/component.ts'
import type { RunLabel } from '@pone/plan/scenario/run-label.ts'
import { expect, it } from 'vitest'
import { addressesOfTestPlans } from './jmeter-addresses.ts'

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

it('of a test plan that cannot be read no address is known', () => {
  expect(addressesOfTestPlans([{ ...part, text: '<xml>' }], [])).toBeNull()
})
