import { toPlan } from '@pone/jmeter/convert/to-plan.ts'
import { componentDocumentSchema } from '@pone/plan/component/component.ts'
import { jmeterSettingsSchema } from '@pone/plan/engines/jmeter-settings.ts'
import { labelsOf } from '@pone/plan/scenario/labels.ts'
import type { RunLabel } from '@pone/plan/scenario/run-label.ts'
import { importedClusterId } from '@pone/results/run-record.ts'
import { expect, it } from 'vitest'
import { runAddresses } from './run-addresses.ts'

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
const components = [{ id: 'c', name: 'Shop', percentage: 100, document }]
const clusterId = 'cluster'

const textsOf = (labels: RunLabel[], found: ReturnType<typeof runAddresses>): string[] =>
  labels.map(
    ({ index, name }) =>
      `${name}: ${found.byLabel
        .get(index)
        ?.map(({ address }) => address)
        .join(' ')}`,
  )

it('labels of our engine have the addresses of their steps', () => {
  const labels = labelsOf(components)
  const found = runAddresses({ labels, clusterId }, { components, drive: 'users' })
  expect(found.source).toBe('plan')
  expect(textsOf(labels, found)).toEqual([
    'Order: http://shop.test:8080',
    'Goods: http://shop.test:8080',
    'Goods #2: http://shop.test:8080',
    'Pay: https://pay.test',
  ])
})

it('labels of JMeter have those of the elements of that name in their test plan', () => {
  const { text } = toPlan('Shop', document)
  const label = (index: number, name: string, component = 'Shop'): RunLabel => ({
    index,
    name,
    kind: 'request',
    component,
  })
  const labels = [
    label(0, 'Pay'),
    label(1, 'Goods'),
    label(2, 'Order'),
    label(3, 'Pay', 'Other'),
    label(4, 'New'),
  ]
  const part = { id: 'c', name: 'Shop', percentage: 100, text, files: [] }
  const jmeter = { components: [part], load: 'plan' as const, settings: jmeterSettingsSchema.parse({}) }
  const found = runAddresses({ labels, clusterId }, { components: [], drive: 'users', jmeter })
  expect(found.source).toBe('plan')
  expect(textsOf(labels, found)).toEqual([
    'Pay: https://pay.test',
    'Goods: http://shop.test:8080',
    'Order: http://shop.test:8080',
    'Pay: ',
    'New: ',
  ])
  const broken = { ...jmeter, components: [{ ...part, text: '<xml>' }] }
  expect(runAddresses({ labels, clusterId }, { components: [], drive: 'users', jmeter: broken }).source).toBe(
    'unreadable',
  )
})

it('of results that were measured elsewhere no address is known', () => {
  const labels = labelsOf(components)
  expect(runAddresses({ labels, clusterId: importedClusterId }, { components, drive: 'users' })).toEqual({
    source: 'imported',
    byLabel: new Map(),
  })
  expect(runAddresses({ labels, clusterId }, null).source).toBe('imported')
})
