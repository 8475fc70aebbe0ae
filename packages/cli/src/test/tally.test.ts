import { expect, test } from 'vitest'
import { formatFailures, formatTally, oneTest, parseTally, readVitestReport, sumTallies } from './tally.ts'

const file = (status: string, ...tests: string[]) => ({
  name: 'a.test.ts',
  status,
  message: 'cannot be loaded',
  assertionResults: tests.map(outcome => ({
    status: outcome,
    fullName: `it ${outcome}`,
    failureMessages: outcome === 'failed' ? ['expected 1 to be 2'] : [],
  })),
})
const report = (passed: number, failed: number, ...testResults: object[]) =>
  JSON.stringify({ numPassedTests: passed, numFailedTests: failed, testResults })

test.each([
  ['all passed', report(2, 0, file('passed', 'passed', 'passed')), 0, 2, []],
  [
    'one test failed',
    report(1, 1, file('failed', 'passed', 'failed')),
    1,
    1,
    ['a.test.ts > it failed\nexpected 1 to be 2'],
  ],
  [
    'a file could not be loaded',
    report(1, 0, file('passed', 'passed'), file('failed')),
    1,
    1,
    ['a.test.ts\ncannot be loaded'],
  ],
  [
    'an error outside of tests',
    report(1, 0, file('passed', 'passed')),
    1,
    1,
    ['vitest ended with 1 though no test failed: an error outside of tests, told above'],
  ],
  ['no report at all', '', 1, 0, ['vitest left no report; its exit code was 1']],
])('a vitest report is counted truthfully: %s', (_name, json, exitCode, passed, failures) => {
  expect(readVitestReport(json, exitCode)).toMatchObject({ passed, failed: failures.length, failures })
})

test('a closing line is read back as it was written', () => {
  const { failures, passedAtSecondTry, ...counts } = sumTallies([
    oneTest(true, 'types'),
    oneTest(false, 'lint'),
    { passed: 7, failed: 2, failures: ['a', 'b'] },
  ])
  expect(formatTally(counts)).toBe('8 passed, 3 failed')
  expect(parseTally(formatTally(counts))).toEqual(counts)
  expect(failures).toEqual(['lint', 'a', 'b'])
  expect(passedAtSecondTry).toEqual([])
})

test('failures are reported with the beginning of their reason', () => {
  const lines = formatFailures(oneTest(false, ['it adds up', ...Array(40).fill('at somewhere')].join('\n')))
  expect(lines[0]).toBe('FAILED it adds up')
  expect(lines.slice(1)).toEqual(Array(14).fill('    at somewhere'))
})

test.each(['8 passed', 'browser: 8 passed, 3 failed', ''])('%j is no closing line', line => {
  expect(parseTally(line)).toBeUndefined()
})
