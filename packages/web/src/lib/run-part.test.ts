import { describe, expect, it } from 'vitest'
import { parseClock, rangeProblem } from './run-part.ts'

describe('range of a report', () => {
  it.each([
    ['90', 90_000],
    ['1:30', 90_000],
    ['1:00:05', 3_605_000],
    ['0:00', 0],
    ['1:75', null],
    ['a', null],
    ['', null],
    ['1:2:3:4', null],
    ['-5', null],
    ['0:56.7', 56_700],
    ['1:59.95', 119_950],
    ['1:60', null],
    ['1.5:00', null],
  ])('reads %s as %s', (text, ms) => {
    expect(parseClock(text)).toBe(ms)
  })
  it.each([
    ['the whole run', 0, 59_400, null],
    ['an end after the run by less than a second', 0, 60_000, 'outside'],
    ['an interval of 0', 5_000, 5_000, 'empty'],
    ['start after end', 9_000, 5_000, 'order'],
    ['an end after the run', 0, 61_000, 'outside'],
    ['a start after the run', 60_000, 70_000, 'outside'],
    ['something that is no time', null, 5_000, 'format'],
  ])('%s', (_, from, to, expected) => {
    expect(rangeProblem(from, to, 59_400)).toBe(expected)
  })
})
