import { expect, test } from 'vitest'
import { compareVersions } from './package.ts'

test.each([
  ['0.2.0', '0.2.0', 0],
  ['0.10.0', '0.9.9', 1],
  ['1.0', '1.0.0', 0],
  ['1.0.0-rc.1', '1.0.0', -1],
  ['1.0.0-rc.10', '1.0.0-rc.9', 1],
  ['1.0.0+local', '1.0.0', 0],
  ['5.6.3', '5.6', 1],
])('version %s beside %s', (one, other, order) => {
  expect(compareVersions(one, other)).toBe(order)
  // Not `-order`, which would be a negative zero.
  expect(compareVersions(other, one)).toBe(0 - order)
})
