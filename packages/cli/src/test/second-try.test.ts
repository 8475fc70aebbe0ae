import { expect, test, vi } from 'vitest'
import { filesToTryAgain, tryAgain } from './second-try.ts'
import { formatFailures, formatTally, readVitestReport, sumTallies, type Tally } from './tally.ts'

const say = () => undefined
const failed: Tally = { passed: 7, failed: 2, failures: ['one\nit was late', 'two'] }
const passed: Tally = { passed: 4, failed: 0, failures: [] }

test('a failed journey whose second try passes counts as passed, and is named with its first reason', async () => {
  const again = vi.fn(async () => await Promise.resolve(passed))
  const tally = await tryAgain(failed, ['crashes'], again, say)
  expect(again).toHaveBeenCalledExactlyOnceWith(['crashes'])
  expect(formatTally(tally)).toBe('9 passed, 0 failed')
  expect(formatFailures(sumTallies([passed, tally]))).toEqual([
    'PASSED ONLY AT THE SECOND TRY one',
    '    it was late',
    'PASSED ONLY AT THE SECOND TRY two',
  ])
})

test.each([
  ['that fails again', { passed: 3, failed: 1, failures: ['three'] }],
  ['that runs no test', { passed: 0, failed: 0, failures: [] }],
])('a second try %s leaves what the first one said', async (_name, second) => {
  expect(await tryAgain(failed, ['crashes'], () => Promise.resolve(second), say)).toEqual(failed)
})

test.each([
  ['nothing failed', passed, ['crashes']],
  ['what failed cannot be tried by itself', failed, []],
  ['many failed', failed, ['a', 'b', 'c', 'd']],
])('there is no second try when %s', async (_name, first, units) => {
  const again = vi.fn(async () => await Promise.resolve(passed))
  expect(await tryAgain(first, units, again, say)).toEqual(first)
  expect(again).not.toHaveBeenCalled()
})

test('only tests with servers are tried again, and none when another one failed', () => {
  expect(filesToTryAgain(['a.integration.test.ts', 'b.integration.test.tsx'])).toHaveLength(2)
  expect(filesToTryAgain(['a.integration.test.ts', 'b.test.ts'])).toEqual([])
  expect(filesToTryAgain(['a', 'b', 'c', 'd'].map(name => `${name}.integration.test.ts`))).toEqual([])
})

test('files of failures are read from the report; an error outside of tests has none', () => {
  const file = (name: string, status: string) => ({ name, status, message: '', assertionResults: [] })
  const json = JSON.stringify({
    numPassedTests: 1,
    numFailedTests: 0,
    testResults: [file('a.test.ts', 'passed'), file('b.integration.test.ts', 'failed')],
  })
  expect(readVitestReport(json, 1).failedFiles).toEqual(['b.integration.test.ts'])
  const clean = JSON.stringify({ numPassedTests: 1, numFailedTests: 0, testResults: [file('a', 'passed')] })
  expect(readVitestReport(clean, 1)).toMatchObject({ failed: 1, failedFiles: [] })
})
