import { randomUUID } from 'node:crypto'
import { componentDocumentSchema } from '@pone/plan/component/component.ts'
import { labelsOf } from '@pone/plan/scenario/labels.ts'
import { type ScenarioDocument, scenarioDocumentSchema } from '@pone/plan/scenario/scenario.ts'
import { expect, test } from 'vitest'
import { reasonsAgainst } from './scenario-check.ts'

const componentId = randomUUID()
const component = {
  id: componentId,
  parentId: null,
  kind: 'component' as const,
  name: 'shop',
  position: 0,
  updatedAt: 0,
  updatedBy: '',
  revision: 1,
  document: componentDocumentSchema.parse({
    steps: [{ id: 'get', name: 'get', kind: 'request', protocol: 'http', http: { url: 'http://shop/' } }],
  }),
}
const good = scenarioDocumentSchema.parse({
  bindings: [{ componentId, percentage: 100 }],
  clusterId: randomUUID(),
})

function reasons(changes: Partial<ScenarioDocument>, document = component.document): string[] {
  const labels = labelsOf([{ name: 'shop', document }])
  return reasonsAgainst({
    document: { ...good, ...changes },
    components: new Map([[componentId, { ...component, document }]]),
    labels,
    problemsOfComponent: () => [],
  }).map(({ en }) => en)
}

test('a complete scenario can run', () => {
  expect(reasons({})).toEqual([])
})

test.each<[Partial<ScenarioDocument>, RegExp]>([
  [{ bindings: [] }, /no components added/],
  [{ bindings: [{ componentId, percentage: 90 }] }, /add up to 90 %/],
  [{ bindings: [{ componentId: randomUUID(), percentage: 100 }] }, /has been deleted/],
  [{ clusterId: null }, /no cluster selected/],
  [
    { loadModel: { kind: 'constant', users: 1, rampUpSeconds: 0, durationSeconds: 0, loops: 0 } },
    /duration or a number of loops/,
  ],
  [
    {
      sla: scenarioDocumentSchema.parse({
        sla: [{ id: 'a', label: 'gone', metric: 'p95', operator: '<', threshold: 1 }],
      }).sla,
    },
    /refers to “gone”/,
  ],
])('%j keeps it from running', (changes, expected) => {
  expect(reasons(changes).join('; ')).toMatch(expected)
})

test('thirds that add up to 99.999 are 100', () => {
  const third = { componentId, percentage: 33.333 }
  expect(reasons({ bindings: [third, third, third] })).toEqual([])
})

test('components without an enabled request keep it from running', () => {
  expect(reasons({}, componentDocumentSchema.parse({}))).toEqual(['the components have no enabled requests'])
})

test('all reasons come at once', () => {
  expect(reasons({ bindings: [], clusterId: null })).toHaveLength(2)
})
