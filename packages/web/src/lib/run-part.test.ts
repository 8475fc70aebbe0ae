import { describe, expect, it } from 'vitest'
import { parseClock, rangeProblem, rangeProblemAt } from './run-part.ts'

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
    ['59', 59_000],
    ['60', 60_000],
    ['0:59', 59_000],
    ['59:59', 3_599_000],
    ['60:00', 3_600_000],
    ['1:59:59', 7_199_000],
    ['1:60:00', null],
    ['2:00:00', 7_200_000],
  ])('reads %s as %s', (text, ms) => {
    expect(parseClock(text)).toBe(ms)
  })
  it.each([
    ['the whole run', 0, 59_400, null, null],
    ['an end after the run by less than a second', 0, 60_000, 'outside', 'to'],
    ['a part in the middle', 1, 59_399, null, null],
    ['a start before the run', -1, 5_000, 'outside', 'to'],
    ['an interval of 0', 5_000, 5_000, 'empty', 'to'],
    ['start after end', 9_000, 5_000, 'order', 'to'],
    ['an end after the run', 0, 61_000, 'outside', 'to'],
    ['a start at the end of the run', 59_400, 59_401, 'outside', 'to'],
    ['a start and an end after the run', 60_000, 70_000, 'outside', 'from'],
    ['a start that is no time', null, 5_000, 'format', 'from'],
    ['an end that is no time', 5_000, null, 'format', 'to'],
  ] as const)('%s', (_, fromMs, toMs, expected, end) => {
    const problem = rangeProblem(fromMs, toMs, 59_400)
    expect(problem).toBe(expected)
    expect(problem && rangeProblemAt(problem, { fromMs, totalMs: 59_400 })).toBe(end)
  })
})
