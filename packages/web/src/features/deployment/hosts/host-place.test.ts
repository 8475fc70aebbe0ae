import { expect, test } from 'vitest'
import { hostPlace } from './host-place.ts'

test('hosts with the same address are distinguished by their port', () => {
  const at = (sshPort: number) => hostPlace({ address: '10.0.0.1', hasSsh: true, sshPort })
  expect([at(22), at(2222)]).toEqual(['10.0.0.1:22', '10.0.0.1:2222'])
})

test('the port of an IPv6 address is outside the brackets', () => {
  expect(hostPlace({ address: '2001:db8::1', hasSsh: true, sshPort: 22 })).toBe('[2001:db8::1]:22')
})

test('a host without SSH has no port', () => {
  expect(hostPlace({ address: '10.0.0.1', hasSsh: false, sshPort: 22 })).toBe('10.0.0.1')
})
