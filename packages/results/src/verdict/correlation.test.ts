import { seededRandom } from '@pone/metrics/simulated-run.ts'
import { expect, test } from 'vitest'
import { correlate } from './correlation.ts'

/** A series that resembles its past (AR(1)). */
function wandering(random: () => number, length: number, memory: number): number[] {
  let level = 0
  return Array.from({ length }, () => {
    level = memory * level + (random() + random() + random() - 1.5)
    return level
  })
}

test('a counter that follows the users three steps later is found with its lag and its sample size', () => {
  const random = seededRandom(1)
  const users = wandering(random, 120, 0.5)
  const follows = users.map((_, at) => (users[at - 3] ?? 0) + 0.2 * random())
  follows[50] = 1_000_000
  follows[60] = Number.NaN
  const [found] = correlate([{ id: 'cpu', values: follows }], [{ id: 'users', values: users }], {
    maxLagSteps: 5,
  })
  expect(found).toMatchObject({ counter: 'cpu', target: 'users', lagSteps: 3, pairs: 116 })
  expect(found?.r).toBeGreaterThan(0.9)
  expect(found?.effectivePairs).toBeLessThan(100)
  expect(found?.pValue).toBeLessThan(0.001)
})

test('of 20 unrelated wandering counters one is seldom called related, although many lags are tried', () => {
  let alarms = 0
  const trials = 60
  for (let trial = 0; trial < trials; trial++) {
    const random = seededRandom(1_000 + trial)
    const counters = Array.from({ length: 20 }, (_, at) => ({
      id: `c${at}`,
      values: wandering(random, 120, 0.8),
    }))
    const found = correlate(counters, [{ id: 'users', values: wandering(random, 120, 0.8) }], {
      maxLagSteps: 4,
    })
    if ((found[0]?.pValue ?? 1) < 0.05) alarms += 1
  }
  expect(alarms / trials).toBeLessThanOrEqual(0.1)
})

test('series that are too short or do not vary are left out', () => {
  const users = { id: 'users', values: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] }
  expect(correlate([{ id: 'flat', values: users.values.map(() => 3) }], [users], { maxLagSteps: 0 })).toEqual(
    [],
  )
  expect(correlate([{ id: 'short', values: [1, 2, 3] }], [users], { maxLagSteps: 0 })).toEqual([])
})
