import { expect, test, vi } from 'vitest'
import { countsOf, formatFailures, type Outcome, outcomeOf, type Unit, type UnitKind } from './outcome.ts'
import { tryAgain } from './second-try.ts'

const say = () => undefined
const unit = (kind: UnitKind, name: string, ...failures: string[]): Unit => ({
  kind,
  name,
  passed: 3,
  failures,
  seconds: 1,
})
const repeating = (...units: Unit[]) => vi.fn(async () => await Promise.resolve(outcomeOf(units)))

test.each<[UnitKind, string]>([
  ['file', 'a.test.ts'],
  ['file', 'page.test.tsx'],
  ['file', 'b.integration.test.ts'],
  ['journey', 'crashes'],
])(
  'a %s %s that passes only at its second try counts as passed, and is named with its first reason',
  async (kind, name) => {
    const first = outcomeOf([unit(kind, name, 'one\nit was late', 'two'), unit('file', 'good.test.ts')])
    const again = repeating(unit(kind, name))
    const outcome = await tryAgain(first, again, say)
    expect(again).toHaveBeenCalledExactlyOnceWith([first.units[0]])
    expect(countsOf(outcome)).toEqual({ passed: 8, failed: 0 })
    expect(formatFailures(outcome)).toEqual(['UNSTABLE one', '    it was late', 'UNSTABLE two'])
  },
)

test('what fails twice is a failure, beside what passed', async () => {
  const first = outcomeOf([unit('file', 'a.test.ts', 'late'), unit('file', 'b.test.ts', 'wrong')])
  const outcome = await tryAgain(
    first,
    repeating(unit('file', 'a.test.ts'), unit('file', 'b.test.ts', 'wrong')),
    say,
  )
  expect(countsOf(outcome)).toEqual({ passed: 7, failed: 1 })
  expect(outcome.unstable.map(({ name }) => name)).toEqual(['a.test.ts'])
})

test.each<[string, Outcome]>([
  ['that runs no test', outcomeOf([{ ...unit('file', 'a.test.ts'), passed: 0 }])],
  ['that tells nothing of it', outcomeOf([])],
  ['of a journey of the same name', outcomeOf([unit('journey', 'a.test.ts')])],
])('a second try %s proves nothing', async (_name, second) => {
  const first = outcomeOf([unit('file', 'a.test.ts', 'late')])
  const outcome = await tryAgain(first, () => Promise.resolve(second), say)
  expect(countsOf(outcome)).toEqual({ passed: 3, failed: 1 })
})

test('a failed check forbids no second try of a file, and is not repeated', async () => {
  const check = { ...unit('check', 'check:lint', 'finding'), passed: 0 }
  const again = repeating(unit('file', 'a.test.ts'))
  const outcome = await tryAgain(outcomeOf([check, unit('file', 'a.test.ts', 'late')]), again, say)
  expect(again.mock.calls).toHaveLength(1)
  expect(countsOf(outcome)).toEqual({ passed: 4, failed: 1 })
})

test('an error outside of files stays a failure, and one of the second try is added', async () => {
  const first = outcomeOf([unit('file', 'a.test.ts', 'late')], ['no report'])
  const second = outcomeOf([unit('file', 'a.test.ts')], ['an error outside of tests'])
  const outcome = await tryAgain(first, () => Promise.resolve(second), say)
  expect(outcome.failures).toEqual(['no report', 'an error outside of tests'])
})

test('nothing is repeated when more than five failed', async () => {
  const first = outcomeOf(['a', 'b', 'c', 'd', 'e', 'f'].map(name => unit('file', name, 'late')))
  const again = repeating()
  expect(await tryAgain(first, again, say)).toEqual(first)
  expect(again).not.toHaveBeenCalled()
})
