import { describe, expect, test } from 'vitest'
import { OriginTable } from '../http/origin.ts'
import { bypassOf } from './proxy.ts'
import { socks5 } from './socks5.ts'

describe('the hosts without proxy', () => {
  test.each([
    ['', 'a.example', false],
    ['a.example', 'a.example', true],
    ['a.example', 'A.Example', true],
    ['A.example', 'a.example', true],
    ['a.example', 'b.a.example', false],
    ['*.a.example', 'b.a.example', true],
    ['*.a.example', 'c.b.a.example', true],
    ['*.a.example', 'a.example', false],
    ['*.a.example', 'ba.example', false],
    ['x.example, localhost , 10.0.0.1', 'localhost', true],
    ['x.example,localhost,10.0.0.1', '10.0.0.1', true],
    ['[::1]', '::1', true],
    ['*', 'any.example', true],
    [' , ', 'a.example', false],
  ])('“%s” for %s: %s', (list, host, expected) => {
    expect(bypassOf(list)(host)).toBe(expected)
  })
})

test('a name that is too long is not sent to a SOCKS5 proxy, which would take its end for something else', () => {
  const origin = new OriginTable().find(`http://${'a'.repeat(300)}/`)
  if (origin === null) throw new Error('an origin is expected')
  const proxy = { kind: 'socks5', host: 'p', port: 1, user: '', password: '', bypass: bypassOf('') } as const
  expect(socks5(proxy, origin).feed(Buffer.from([5, 0]))).toMatchObject({
    kind: 'fault',
    fault: ['proxy.hostTooLong', expect.any(String)],
  })
})
