/** The range of time of a monitor's charts. */
import { expect, test } from 'vitest'
import { rangeAt, rangeFault, rangeLengths, rangeText, readRange, refreshMs, usualRange } from './range.ts'

const now = 1_700_000_000_000

test('all lengths of the specification are there, and survive the address', () => {
  const minutes = rangeLengths.map(length => length / 60_000)
  expect(minutes).toEqual([1, 3, 5, 10, 15, 30, 60, 120, 360, 720, 1_440, 2_880])
  for (const lengthMs of rangeLengths)
    expect(readRange(rangeText({ kind: 'last', lengthMs }))).toEqual({ kind: 'last', lengthMs })
})

test.each([
  ['1700000000000-1700000360000', { kind: 'fixed', from: 1_700_000_000_000, to: 1_700_000_360_000 }],
  ['1700000000000-', { kind: 'fixed', from: 1_700_000_000_000, to: null }],
  ['1700000360000-1700000000000', usualRange],
  ['61000', usualRange],
  ['', usualRange],
  ['x-y', usualRange],
] as const)('the address %s', (text, expected) => {
  expect(readRange(text)).toEqual(expected)
})

test('a range never ends in the future', () => {
  expect(rangeAt({ kind: 'last', lengthMs: 60_000 }, now)).toEqual({ from: now - 60_000, to: now })
  expect(rangeAt({ kind: 'fixed', from: now - 5, to: now + 5 }, now)).toEqual({ from: now - 5, to: now })
  expect(rangeAt({ kind: 'fixed', from: now + 5, to: null }, now)).toEqual({ from: now - 1, to: now })
})

test.each([
  [null, null, 'startNeeded'],
  [now + 1, null, 'startInFuture'],
  [now - 5, now - 5, 'endBeforeStart'],
  [now - 5, null, null],
  [now - 5, now, null],
] as const)('start %s and end %s: %s', (from, to, fault) => {
  expect(rangeFault(from, to, now)).toBe(fault)
})

test('long ranges are asked for less often, ended ones not again', () => {
  expect(refreshMs({ kind: 'last', lengthMs: 60_000 })).toBe(5_000)
  expect(refreshMs({ kind: 'last', lengthMs: 172_800_000 })).toBe(60_000)
  expect(refreshMs({ kind: 'fixed', from: 0, to: 5 })).toBe(0)
})
