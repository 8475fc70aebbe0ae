import { expect, test } from 'vitest'
import { readReport } from './report.ts'

const unit = (failures: readonly string[]) => ({
  kind: 'file',
  name: 'a.test.ts',
  passed: 2,
  failures,
  seconds: 1,
})
const report = (units: object[], failures: string[] = []) => JSON.stringify({ units, failures })

test.each([
  ['all passed', report([unit([])]), 0, []],
  ['a failure of a file explains the exit code', report([unit(['wrong'])]), 1, []],
  ['an error outside of tests', report([unit([])], ['thrown late']), 1, ['thrown late']],
  ['an exit code without a reason', report([unit([])]), 1, ['vitest ended with 1 though nothing failed']],
  ['no report', '', null, ['vitest left no report; its exit code was null']],
])('a report is read truthfully: %s', (_name, json, exitCode, failures) => {
  expect(readReport('vitest', json, exitCode).failures).toEqual(failures)
})
