import { expect, test } from 'vitest'
import { initialHost, isLoopbackUrl } from './host-fields.ts'

test('a new host gets the server address that the browser uses', () => {
  expect(initialHost(null, 'http://pone.test:8600')).toMatchObject({
    serverUrl: 'http://pone.test:8600',
    password: '',
    hasSsh: true,
  })
})

test.each([
  ['http://127.0.0.1:8600', true],
  ['http://localhost', true],
  ['http://[::1]:8600', true],
  ['http://192.168.1.5:8600', false],
  ['', false],
  ['nonsense', false],
])('%s is a loopback address: %s', (url, isOne) => {
  expect(isLoopbackUrl(url)).toBe(isOne)
})
