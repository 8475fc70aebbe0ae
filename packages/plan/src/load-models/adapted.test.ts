import { expect, test } from 'vitest'
import type { LoadModel } from '../scenario/scenario.ts'
import { scenarioDocumentSchema } from '../scenario/scenario.ts'
import { adaptedScenario } from './adapted.ts'
import { peak, plannedDurationMs, problemsOf } from './registry.ts'

const models: readonly LoadModel[] = [
  { kind: 'constant', users: 40, rampUpSeconds: 5, durationSeconds: 60, loops: 0 },
  {
    kind: 'incremental',
    start: 4,
    step: 8,
    intervalSeconds: 10,
    max: 20,
    holdSeconds: 30,
    rampDownSeconds: 5,
  },
  { kind: 'concurrency', users: 40, rounds: 5, durationSeconds: 0, gatherTimeoutSeconds: 60 },
  {
    kind: 'userDefined',
    rows: [
      { users: 10, startDelaySeconds: 0, rampUpSeconds: 5, holdSeconds: 20, rampDownSeconds: 5 },
      { users: 30, startDelaySeconds: 10, rampUpSeconds: 5, holdSeconds: 20, rampDownSeconds: 5 },
    ],
  },
  { kind: 'surge', min: 4, max: 40, peakSeconds: 5, count: 3, durationSeconds: 60 },
]
const document = (loadModel: LoadModel) => scenarioDocumentSchema.parse({ loadModel })
const adapted = (loadModel: LoadModel, loadPercent: number, durationSeconds: number | null) =>
  adaptedScenario(document(loadModel), { clusterId: null, loadPercent, durationSeconds }).loadModel

test.each(models)('the $kind model keeps its shape with another load and length', model => {
  for (const seconds of [20, 60, 600]) {
    const changed = adapted(model, 50, seconds)
    expect(peak(changed)).toBe(peak(model) / 2)
    expect(plannedDurationMs(changed)).toBeCloseTo(seconds * 1_000)
    expect(problemsOf(changed)).toEqual([])
  }
})

test.each(models)('the $kind model without differences is as it was', model => {
  expect(adapted(model, 100, null)).toEqual(model)
})

test('a load is never scaled to nothing', () => {
  const [constant] = models
  if (constant === undefined) throw new Error('no model')
  expect(peak(adapted(constant, 1, null))).toBe(1)
})

test('a rate is scaled without being rounded', () => {
  const scenario = scenarioDocumentSchema.parse({
    drive: 'arrivals',
    loadModel: { kind: 'constant', users: 1.5, rampUpSeconds: 0, durationSeconds: 60 },
  })
  const changed = adaptedScenario(scenario, { clusterId: null, loadPercent: 50, durationSeconds: null })
  expect(peak(changed.loadModel)).toBe(0.75)
})

test('the steady part takes up the difference, ramps stay', () => {
  const [constant, incremental] = models
  if (constant === undefined || incremental === undefined) throw new Error('no model')
  expect(adapted(constant, 100, 600)).toMatchObject({ rampUpSeconds: 5, durationSeconds: 600 })
  expect(adapted(incremental, 100, 100)).toMatchObject({
    intervalSeconds: 10,
    holdSeconds: 75,
    rampDownSeconds: 5,
  })
})
