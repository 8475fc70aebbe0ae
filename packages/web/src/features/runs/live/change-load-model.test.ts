import { scenarioDocumentSchema } from '@pone/plan/scenario/scenario.ts'
import { expect, test } from 'vitest'
import { idOf } from '../../../test-runs.ts'
import { componentLoads } from './change-load-model.ts'

const scenario = (over: object = {}) =>
  scenarioDocumentSchema.parse({
    bindings: [
      { componentId: idOf(1), percentage: 60 },
      { componentId: idOf(2), percentage: 0 },
      { componentId: idOf(3), percentage: 40 },
    ],
    ...over,
  })
const groups = [1, 2, 1].map(threads => ({
  name: '',
  threads,
  rampUpSeconds: 0,
  loops: 0,
  durationSeconds: 60,
  startDelaySeconds: 0,
}))
const order = {
  from: 9,
  load: 9,
  atMs: 0,
  rampMs: 0,
  parts: [
    { from: 2, load: 7 },
    { from: 7, load: 2 },
  ],
}

test.each([
  { what: 'shares of the total', over: {}, loadOrder: null, loads: [6, 4] },
  { what: 'those set by hand', over: {}, loadOrder: order, loads: [7, 2] },
  {
    what: 'threads of the groups',
    over: { loadModel: { kind: 'threadGroups', groups, loadPercent: 100, durationSeconds: null } },
    loadOrder: null,
    loads: [3, 5, 2],
  },
  {
    what: 'none with concurrency',
    over: {
      loadModel: { kind: 'concurrency', users: 5, rounds: 2, durationSeconds: 0, gatherTimeoutSeconds: 5 },
    },
    loadOrder: null,
    loads: [],
  },
  {
    what: 'none of one',
    over: { bindings: [{ componentId: idOf(1), percentage: 100 }] },
    loadOrder: null,
    loads: [],
  },
])('loads by component: $what', ({ over, loadOrder, loads }) => {
  expect(componentLoads({ scenario: scenario(over), loadOrder }, 10).map(({ load }) => load)).toEqual(loads)
})
