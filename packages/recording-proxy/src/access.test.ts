import { expect, test } from 'vitest'
import { isAllowedAddress } from './access.ts'

test.each([
  ['127.0.0.1', [], true],
  ['::1', [], true],
  ['::ffff:127.0.0.1', [], true],
  ['192.0.2.7', [], false],
  ['192.0.2.7', ['192.0.2.7'], true],
  ['::ffff:192.0.2.7', ['192.0.2.7'], true],
  ['192.0.2.70', ['192.0.2.7'], false],
  ['192.0.2.8', 'any', true],
  [undefined, 'any', false],
  ['nonsense', 'any', false],
] as const)('a client at %s, where %j may connect: %s', (remote, addresses, expected) => {
  expect(isAllowedAddress({ addresses, password: 'p' }, remote)).toBe(expected)
})
