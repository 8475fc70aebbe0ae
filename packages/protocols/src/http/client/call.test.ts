import { expect, test } from 'vitest'
import { withQuery } from './call.ts'
import { expectedStatus } from './expected-status.ts'

test.each([
  ['', 200, true],
  ['', 399, true],
  ['', 404, false],
  ['404', 404, true],
  ['200-299, 404', 404, true],
  ['200-299,404', 300, false],
])('expected statuses “%s” and %i: %s', (expression, status, expected) => {
  expect(expectedStatus(expression)(status)).toBe(expected)
})

test.each([
  ['http://a/b', 'http://a/b?q=1'],
  ['http://a/b?c=2', 'http://a/b?c=2&q=1'],
  ['http://a/b#part', 'http://a/b?q=1'],
  ['http://a/b?c=2#part?', 'http://a/b?c=2&q=1'],
  ['http://a/b#?', 'http://a/b?q=1'],
])('a query is put behind %s so that it is sent', (address, expected) => {
  expect(withQuery(address, 'q=1')).toBe(expected)
})
