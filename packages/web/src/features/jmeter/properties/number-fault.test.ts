import { expect, test } from 'vitest'
import { numberFault } from './number-fault.ts'

const bounds = { min: 1, max: 9 }

test.each([
  ['5', null],
  ['1', null],
  ['9', null],
  ['', null],
  [' ', null],
  ['${users}', null],
  ['0', { kind: 'least', bound: 1 }],
  ['10', { kind: 'most', bound: 9 }],
  ['many', { kind: 'wrong', bound: 0 }],
])('the error of the number “%s” is reported', (text, fault) => {
  expect(numberFault(text, bounds)).toEqual(fault)
})

test('without bounds every number is valid', () => {
  expect(['-3', '1e9'].map(text => numberFault(text, {}))).toEqual([null, null])
})
