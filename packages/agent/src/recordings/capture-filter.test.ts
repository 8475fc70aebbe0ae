import { captureOrderSchema } from '@pone/contract/entities/capture.ts'
import { expect, test } from 'vitest'
import { endpointsOf, filterOf } from './capture-filter.ts'

const all = { host: null, port: null, protocol: 'all' } as const
const line = { address: '10.0.0.1', port: 7_070 }

test.each([
  [all, [], ''],
  [{ ...all, protocol: 'udp' }, [], 'udp'],
  [
    { host: '10.0.0.5', port: 80, protocol: 'tcp' },
    [line],
    'tcp and host 10.0.0.5 and port 80 and not (tcp port 7070 and host 10.0.0.1)',
  ],
  [{ ...all, host: 'fd00::5' }, [], 'host fd00::5'],
] as const)('the filter of %j without %j is "%s"', (order, leftOut, expected) => {
  expect(filterOf(order, leftOut)).toBe(expected)
})

test.each([
  '10.0.0.5 or port 22',
  '-w /tmp/x',
  'shop.example',
  'fe80::1%eth0',
  'fe80::1%) or (ip',
  '::1)',
  '',
])('the host "%s" is refused by the schema and by the filter', host => {
  const order = { ...all, host, interface: 'lo', seconds: 1, megabytes: 1 }
  expect(captureOrderSchema.safeParse(order).success).toBe(false)
  expect(() => filterOf(order, [])).toThrow()
})

test.each(['-w/tmp/x', '--version', 'lo -w x', '/etc/passwd', ''])('the interface "%s" is refused', name => {
  const order = { ...all, interface: name, seconds: 1, megabytes: 1 }
  expect(captureOrderSchema.safeParse(order).success).toBe(false)
})

test('the line of the agent is left out at all addresses of its servers', async () => {
  expect(await endpointsOf(['https://127.0.0.1', 'http://[::1]:7070', 'http://nowhere.invalid'])).toEqual([
    { address: '127.0.0.1', port: 443 },
    { address: '::1', port: 7_070 },
  ])
})
