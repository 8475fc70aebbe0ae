import { expect, test } from 'vitest'
import { matchesOf } from '../reading/pattern.ts'
import { TargetFault } from '../target-fault.ts'
import { boundedWork } from './bounded-work.ts'

const evil = '^(a+)+$'
const attack = `${'a'.repeat(50_000)}b`

test('work that ends in time gives its result, and passes on what it throws', () => {
  expect(boundedWork(() => 7)).toBe(7)
  const own = new TargetFault('wrongProduct')
  expect(() =>
    boundedWork(() => {
      throw own
    }),
  ).toThrow(own)
})

test('an expression that backtracks without end is ended by the watchdog alone', () => {
  const run = () => boundedWork(() => new RegExp(evil).test(attack), 200)
  expect(run).toThrow(expect.objectContaining({ code: 'tooLarge', params: { limit: '200 ms' } }))
  expect(boundedWork(() => 'next')).toBe('next')
})

test('the same expression ends without the watchdog, since it is not backtracked', () => {
  // Backtracking takes twice as long for every letter more, which no time-out of a test would reach.
  expect(matchesOf(attack, evil, 10)).toEqual([])
})
