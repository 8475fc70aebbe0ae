import { scenarioDocumentSchema } from '@pone/plan/scenario/scenario.ts'
import { expect, test } from 'vitest'
import { soleComponent } from './new-scenario.ts'
import { withSoleCluster } from './sole-cluster.ts'

const id = (number: number) => `${number}0000000-e2bb-4255-8caf-4136c566a962`
const cluster = (number: number, engine: 'pr' | 'jmeter') => ({ id: id(number), engine })
const component = (number: number) => ({ id: id(number), kind: 'component' as const })
const folder = { id: id(9), kind: 'folder' as const }

test.each([
  { what: 'none', clusters: [], chosen: null },
  { what: 'one', clusters: [cluster(1, 'pr')], chosen: id(1) },
  { what: 'one of another engine', clusters: [cluster(1, 'jmeter')], chosen: null },
  { what: 'one that is able among two', clusters: [cluster(1, 'jmeter'), cluster(2, 'pr')], chosen: id(2) },
  { what: 'two that are able', clusters: [cluster(1, 'pr'), cluster(2, 'pr')], chosen: null },
])('of the clusters the sole able one is chosen: $what', ({ clusters, chosen }) => {
  expect(withSoleCluster(scenarioDocumentSchema.parse({}), clusters).clusterId).toBe(chosen)
})

test('a chosen cluster stays chosen', () => {
  const document = scenarioDocumentSchema.parse({ clusterId: id(5) })
  expect(withSoleCluster(document, [cluster(1, 'pr')]).clusterId).toBe(id(5))
})

test.each([
  { what: 'none', pr: [folder], jmeter: [], sole: null },
  { what: 'one of PR', pr: [folder, component(1)], jmeter: [], sole: { engine: 'pr', componentId: id(1) } },
  { what: 'one of JMeter', pr: [], jmeter: [component(2)], sole: { engine: 'jmeter', componentId: id(2) } },
  { what: 'one of each', pr: [component(1)], jmeter: [component(2)], sole: null },
])('of the components the sole one is bound: $what', ({ pr, jmeter, sole }) => {
  expect(soleComponent(pr, jmeter)).toEqual(sole)
})
