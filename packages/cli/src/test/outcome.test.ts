import { expect, test } from 'vitest'
import {
  countsOf,
  failedUnits,
  formatCounts,
  formatFailures,
  formatSlowest,
  joinOutcomes,
  outcomeOf,
  parseCounts,
  type Unit,
} from './outcome.ts'

const unit = (name: string, passed: number, failures: readonly string[] = [], seconds = 1): Unit => ({
  kind: 'file',
  name,
  passed,
  failures,
  seconds,
})

test('every failure counts once, of units and outside of them', () => {
  const outcome = joinOutcomes([
    outcomeOf([unit('a', 7, ['one', 'two']), unit('b', 1)]),
    outcomeOf([], ['no report']),
  ])
  expect(countsOf(outcome)).toEqual({ passed: 8, failed: 3 })
  expect(failedUnits(outcome).map(({ name }) => name)).toEqual(['a'])
  expect(formatFailures(outcome)).toEqual(['FAILED one', 'FAILED two', 'FAILED no report'])
})

test('a closing line is read back as it was written', () => {
  const counts = { passed: 8, failed: 3 }
  expect(formatCounts(counts)).toBe('8 passed, 3 failed')
  expect(parseCounts(formatCounts(counts))).toEqual(counts)
})

test.each(['8 passed', 'journeys: 8 passed, 3 failed', '8 passed, 0 failed, 1 unstable', ''])(
  '%j is no closing line',
  line => {
    expect(parseCounts(line)).toBeUndefined()
  },
)

test('failures are reported with the beginning of their reason', () => {
  const reason = ['it adds up', ...Array<string>(40).fill('at somewhere')].join('\n')
  const lines = formatFailures(outcomeOf([unit('a', 0, [reason])]))
  expect(lines).toEqual(['FAILED it adds up', ...Array<string>(14).fill('    at somewhere')])
})

test('the fifteen slowest are named, the slowest first', () => {
  const units = Array.from({ length: 20 }, (_, index) => unit(`f${index}`, 1, [], index))
  const lines = formatSlowest(outcomeOf(units))
  expect(lines).toHaveLength(15)
  expect(lines[0]).toBe('    19.0 s  file f19')
})
