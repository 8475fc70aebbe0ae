import { componentDocumentSchema } from '@pone/plan/component/component.ts'
import { labelsOf } from '@pone/plan/scenario/labels.ts'
import type { RunLabel } from '@pone/plan/scenario/run-label.ts'
import { importedClusterId } from '@pone/results/run-record.ts'
import { sampleRun } from '@pone/results/sample-run.ts'
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
const plan = { ...sampleRun({ seconds: 1 }).plan, components, drive: 'users' as const }

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
  const found = runAddresses({ labels, clusterId }, plan)
  expect(found.source).toBe('plan')
  expect(textsOf(labels, found)).toEqual([
    'Order: http://shop.test:8080',
    'Goods: http://shop.test:8080',
    'Goods #2: http://shop.test:8080',
    'Pay: https://pay.test',
  ])
})

it('of results that were measured elsewhere no address is known', () => {
  const labels = labelsOf(components)
  expect(runAddresses({ labels, clusterId: importedClusterId }, plan)).toEqual({
    source: 'imported',
    byLabel: new Map(),
  })
  expect(runAddresses({ labels, clusterId }, null).source).toBe('imported')
})
