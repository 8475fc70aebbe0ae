import { slaRuleOf } from '@pone/plan/code/sla-text.ts'
import { expect, test } from 'vitest'
import { suggestedSearch } from './capacity-defaults.ts'

const loadModel = { kind: 'constant', users: 40, rampUpSeconds: 0, durationSeconds: 60, loops: 0 } as const
const sla = ['p95 < 300', 'rps > 5'].flatMap(text => slaRuleOf(text, text) ?? [])

test('the rules of the scenario that a search can hold to are suggested, and its load as the range', () => {
  expect(suggestedSearch({ drive: 'users', loadModel, sla }, 5_000)).toMatchObject({
    rules: 'p95 < 300',
    startLoad: 4,
    maxLoad: 400,
  })
})

test('no more users are suggested than the cluster has left; arrivals do not depend on it', () => {
  expect(suggestedSearch({ drive: 'users', loadModel, sla: [] }, 60)).toMatchObject({
    rules: 'p95 < 500, errors < 1%',
    maxLoad: 60,
  })
  expect(suggestedSearch({ drive: 'users', loadModel, sla: [] }, 0).maxLoad).toBe(4)
  expect(suggestedSearch({ drive: 'arrivals', loadModel, sla: [] }, 0).maxLoad).toBe(400)
})
