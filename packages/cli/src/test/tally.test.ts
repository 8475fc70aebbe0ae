import { expect, test } from 'vitest'
import { formatTally, oneTest, parseTally, readVitestReport, sumTallies } from './tally.ts'

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map(outcome => ({ status: outcome })),
})
const report = (passed: number, failed: number, ...testResults: object[]) =>
  JSON.stringify({ numPassedTests: passed, numFailedTests: failed, testResults })

test.each([
  ['all passed', report(2, 0, file('passed', 'passed', 'passed')), 0, { passed: 2, failed: 0 }],
  ['one test failed', report(1, 1, file('failed', 'passed', 'failed')), 1, { passed: 1, failed: 1 }],
  [
    'a file could not be loaded',
    report(1, 0, file('passed', 'passed'), file('failed')),
    1,
    { passed: 1, failed: 1 },
  ],
  ['an error outside of tests', report(1, 0, file('passed', 'passed')), 1, { passed: 1, failed: 1 }],
  ['no report at all', '', 1, { passed: 0, failed: 1 }],
])('a vitest report is counted truthfully: %s', (_name, json, exitCode, tally) => {
  expect(readVitestReport(json, exitCode)).toEqual(tally)
})

test('a closing line is read back as it was written', () => {
  const tally = sumTallies([oneTest(true), oneTest(false), { passed: 7, failed: 2 }])
  expect(formatTally(tally)).toBe('8 passed, 3 failed')
  expect(parseTally(formatTally(tally))).toEqual(tally)
})

test.each(['8 passed', 'browser: 8 passed, 3 failed', ''])('%j is no closing line', line => {
  expect(parseTally(line)).toBeUndefined()
})
