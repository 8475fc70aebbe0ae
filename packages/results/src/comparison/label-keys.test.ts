import type { RunLabel } from '@pone/plan/scenario/run-label.ts'
import { expect, test } from 'vitest'
import { keysOf, labelOfKey } from './label-keys.ts'

const labelsOf = (
  ...names: readonly (readonly [component: string, name: string, kind?: RunLabel['kind']])[]
) => names.map(([component, name, kind = 'request'], index): RunLabel => ({ index, component, name, kind }))

/** Keys of the labels of each run. */
const keys = (...runs: readonly RunLabel[][]) => {
  const keyOf = keysOf(runs)
  return runs.map(labels => labels.map(keyOf))
}

test('labels of one kind and name meet, whatever their component is called', () => {
  const [first, second] = keys(
    labelsOf(['shop', 'login'], ['shop', 'buy']),
    labelsOf(['shop 2', 'buy'], ['shop 2', 'login']),
  )
  expect(first?.toSorted()).toEqual(second?.toSorted())
})

test('a request and a transaction of one name do not meet', () => {
  expect(new Set(keys(labelsOf(['shop', 'login'], ['shop', 'login', 'transaction']))[0]).size).toBe(2)
})

test('a name that stands twice in one of the runs meets by component in all', () => {
  const [first, second] = keys(
    labelsOf(['a', 'login'], ['b', 'login']),
    labelsOf(['b', 'login'], ['b', 'buy']),
  )
  expect(second?.[0]).toBe(first?.[1])
  expect(second?.[0]).not.toBe(first?.[0])
})

test('what came after the last place is one label, also where a request is called the same', () => {
  const [first, second] = keys(labelsOf(['', 'other'], ['shop', 'other']), labelsOf(['', 'other']))
  expect(second?.[0]).toBe(first?.[0])
})

test('a key finds its label again in a run where the name stands once, twice, or not at all', () => {
  const once = labelsOf(['a', 'login'])
  const twice = labelsOf(['a', 'login'], ['b', 'login'])
  const [plain = ''] = keys(once)[0] ?? []
  const [ofA = '', ofB = ''] = keys(twice)[0] ?? []
  expect([labelOfKey(once, plain)?.component, labelOfKey(once, ofA)?.component]).toEqual(['a', 'a'])
  expect([labelOfKey(twice, ofB)?.component, labelOfKey(twice, plain), labelOfKey(once, ofB)]).toEqual([
    'b',
    null,
    null,
  ])
})
