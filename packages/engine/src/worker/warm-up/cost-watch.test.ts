import { expect, test } from 'vitest'
import { CostWatch } from './cost-watch.ts'

/** Whether it is steady after each batch of 1,000 requests that cost so many µs each. */
function judged(costsUs: readonly number[]): boolean[] {
  const watch = new CostWatch(500_000)
  let cpuUs = 500_000
  return costsUs.map((costUs, index) => {
    cpuUs += costUs * 1_000
    return watch.add((index + 1) * 1_000, cpuUs)
  })
}

test.each<[string, readonly number[], number]>([
  ['cost the same twice', [600, 300, 200, 120, 100, 100, 98], 6],
  ['cost the same from the beginning, after 4,000 requests', [100, 100, 100, 100], 3],
  ['vary by less than a tenth', [300, 200, 100, 108, 99], 4],
])('is steady once batches %s', (_, costs, first) => {
  expect(judged(costs).indexOf(true)).toBe(first)
})

test('is not steady while each batch costs a fifth less than the one before', () => {
  const costs = Array.from({ length: 20 }, (_, index) => 1_000 * 0.8 ** index)
  expect(judged(costs)).not.toContain(true)
})

test('does not judge batches of a few requests', () => {
  const watch = new CostWatch(0)
  expect(Array.from({ length: 100 }, (_, index) => watch.add(index * 9, index * 900))).not.toContain(true)
})
