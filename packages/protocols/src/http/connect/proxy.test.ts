import { describe, expect, test } from 'vitest'
import { bypassOf } from './proxy.ts'

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
