import { expect, test } from 'vitest'
import { absoluteUrl } from './absolute-url.ts'

test.each([
  ['http://a/b', 'http://t', 'http://a/b'],
  ['/b', 'http://t', 'http://t/b'],
  ['b', 'http://t/', 'http://t/b'],
  ['/b', 'http://t/base/', 'http://t/base/b'],
  ['?q=1', 'http://t', 'http://t/?q=1'],
  ['', 'http://t', 'http://t/'],
  ['/b', '', '/b'],
])('the address %s with base %s is %s', (url, base, expected) => {
  expect(absoluteUrl(url, base)).toBe(expected)
})
