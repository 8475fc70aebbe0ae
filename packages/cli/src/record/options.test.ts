import { expect, test } from 'vitest'
import { browserOptions } from './browser.ts'
import { readRecordOptions } from './options.ts'

const read = (...args: readonly string[]) => readRecordOptions(args, Date.UTC(2026, 0, 2, 3, 4, 5))

test('without options the proxy is open to this machine only', () => {
  expect(read()).toMatchObject({
    out: 'recording-2026-01-02T03-04-05.har',
    listen: '127.0.0.1',
    allow: [],
    port: 8889,
    acceptsAnyCertificate: false,
    maxDurationMs: 3_600_000,
  })
})

test.each([
  [['--listen', '0.0.0.0'], '--allow'],
  [['--listen', 'localhost'], 'no IP address'],
  [['--listen', '0.0.0.0', '--allow', '10.0.0.0/8'], 'no IP address'],
  [['--browser', 'shop.example'], '--browser needs an address'],
  [['--browser', 'file:///etc/passwd'], '--browser needs an address'],
  [['--host', 'shop.example/cart'], '--host needs a name'],
  [['--host', 'shop.example:8080'], '--host needs a name'],
  [['--minutes', '0'], '--minutes'],
  [['--minutes', '1441'], '--minutes'],
  [['--port', '70000'], '--port'],
])('%j is refused', (args, said) => {
  expect(() => read(...args)).toThrow(said)
})

test('devices that may connect and hosts that are recorded are named one by one', () => {
  expect(
    read('--listen', '0.0.0.0', '--allow', '192.0.2.1', '--allow', '2001:db8::1', '--host', 'Shop.Example'),
  ).toMatchObject({ allow: ['192.0.2.1', '2001:db8::1'], hosts: ['shop.example'] })
})

test('the browser gets the address last, so that it is never taken for an option', () => {
  const options = browserOptions({
    proxyPort: 1,
    hostKeyHash: 'hash=',
    address: 'http://shop.example',
    profile: '/p',
    more: ['--headless'],
  })
  expect(options.slice(-2)).toEqual(['--headless', 'http://shop.example'])
  expect(options).toContain('--proxy-server=http://127.0.0.1:1')
})
