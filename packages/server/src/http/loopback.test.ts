import { expect, test } from 'vitest'
import { isLoopbackAddress } from './loopback.ts'

test.each([
  ['127.0.0.1', true],
  ['127.8.0.3', true],
  ['::1', true],
  ['[::1]', true],
  ['localhost', true],
  ['::ffff:127.0.0.1', true],
  ['0.0.0.0', false],
  ['::', false],
  ['10.0.0.7', false],
  ['pone.example.com', false],
  ['localhost.example.com', false],
])('%s: only this machine reaches it: %s', (host, isLoopback) => {
  expect(isLoopbackAddress(host)).toBe(isLoopback)
})
