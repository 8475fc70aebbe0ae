import { isIP } from 'node:net'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalAddress, isHostAddress, isHostName, isIpAddress } from './network-address.ts'

describe('an address', () => {
  test('is one exactly when the operating system would take it', () => {
    const part = fc.oneof(fc.nat({ max: 300 }).map(String), fc.constantFrom('', '01', 'a', '-1'))
    const dotted = fc.array(part, { minLength: 3, maxLength: 5 }).map(parts => parts.join('.'))
    const group = fc.oneof(
      fc.nat({ max: 0x1ffff }).map(number => number.toString(16)),
      fc.constant(''),
    )
    const colons = fc.array(group, { minLength: 2, maxLength: 9 }).map(groups => groups.join(':'))
    const any = fc.oneof(dotted, fc.ipV4(), colons, fc.ipV6())
    fc.assert(
      fc.property(any, text => isIpAddress(text) === isIP(text) > 0),
      { numRuns: 5_000 },
    )
  })

  test.each([
    '10.0.0.1',
    '::1',
    'fe80::1',
    '::ffff:10.0.0.1',
    'localhost',
    'load-01',
    'load_01',
    'db.example.com',
    'db.example.com.',
    '3com.example',
    'xn--fiqs8s',
  ])('%s can be entered', text => expect(isHostAddress(text)).toBe(true))

  test.each([
    '999.1.1.1',
    '10.0.0',
    '10.0.0.256',
    '1.2.3.4.5',
    '010.0.0.1',
    '12345',
    '0x7f.1',
    'a.0x1',
    ':::1',
    '[::1]',
    'fe80::1%eth0',
    '1::2::3',
    '',
    '.',
    'a..b',
    '-a',
    'a-',
    'a b',
    'http://a',
    'a/b',
    'a:22',
    'user@a',
    '$(id)',
    '--help',
    `${'a'.repeat(64)}.example`,
    `${'a.'.repeat(130)}a`,
    '主机',
  ])('%j cannot', text => expect(isHostAddress(text)).toBe(false))

  test('has one writing', () => {
    expect(canonicalAddress('FE80:0:0::01')).toBe('fe80::1')
    expect(canonicalAddress('::ffff:10.0.0.1')).toBe(canonicalAddress('::FFFF:a00:1'))
    expect(canonicalAddress('DB.Example.com.')).toBe('db.example.com')
    expect(canonicalAddress('10.0.0.1')).toBe('10.0.0.1')
  })
})

test('a name of another network is a name as long as its last label is no number', () => {
  expect(isHostName('1.2.3.example')).toBe(true)
  expect(isHostName('example.1')).toBe(false)
})
