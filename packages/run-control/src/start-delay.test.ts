import { expect, test } from 'vitest'
import { startDelayMs } from './start-delay.ts'

test.each([
  ['machines beside the server', [0.4, 1], 102],
  ['a machine far away', [1, 80], 260],
  ['a machine whose way nobody has measured', [1, null], 500],
  ['a line that is hardly one', [30_000], 2_000],
  ['no machine', [], 100],
])('the load begins as soon as the order can be everywhere: %s', (_, ways, delayMs) => {
  expect(startDelayMs(ways)).toBe(delayMs)
})
