import { expect, test } from 'vitest'
import { linesToAdd, type UnstableList, unstableTooOften, withRun } from './unstable.ts'

const unit = (kind: 'file' | 'journey', name: string) =>
  ({ kind, name, passed: 1, failures: ['it waits\nin vain\nat line 3'], seconds: 1 }) as const
const listed = (...entries: [run: number, test: string][]): UnstableList => ({
  runs: 40,
  entries: entries.map(([run, name]) => ({ run, test: name, reason: '' })),
})

test('a run adds its number and its unstable tests, with their first reason', () => {
  const { runs, entries } = withRun(listed([3, 'a']), [unit('file', 'b.test.ts'), unit('journey', 'crashes')])
  expect(runs).toBe(41)
  expect(entries.slice(1)).toEqual([
    { run: 41, test: 'b.test.ts', reason: 'it waits: in vain' },
    { run: 41, test: 'journey crashes', reason: 'it waits: in vain' },
  ])
})

test('the lines to add are printed, and none when nothing was unstable', () => {
  expect(linesToAdd(listed(), [])).toEqual([])
  expect(linesToAdd(listed(), [unit('file', 'b.test.ts')])).toEqual([
    'unstable.json, to be added (or run with --record): "runs": 41, "entries":',
    '    {"run":41,"test":"b.test.ts","reason":"it waits: in vain"},',
  ])
})

test.each<[string, UnstableList, string[]]>([
  ['one entry', listed([1, 'a']), []],
  ['two entries, the second 20 runs later', listed([1, 'a'], [21, 'a']), []],
  ['two entries within 20 runs', listed([2, 'a'], [21, 'a'], [21, 'b']), ['a']],
  ['entries in any order', listed([30, 'a'], [1, 'a'], [25, 'a']), ['a']],
])('%s', (_name, list, expected) => {
  expect(unstableTooOften(list)).toEqual(expected)
})
