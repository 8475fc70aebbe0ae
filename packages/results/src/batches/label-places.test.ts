import type { LabelName } from '@pone/contract/link/batch.ts'
import { isOverflowLabel } from '@pone/plan/scenario/run-label.ts'
import { maxRunLabels } from '@pone/schema/limits.ts'
import { expect, test } from 'vitest'
import { placeLabels } from './label-places.ts'

const named = (label: number, name: string, kind: LabelName['kind'] = 'request'): LabelName => ({
  label,
  name,
  kind,
  component: 'shop',
})

test('labels of two workers that mean the same get one place, in the order in which they came', () => {
  const first = placeLabels([], [named(0, 'home'), named(1, 'buy', 'transaction')])
  expect(first.missing.map(({ index, name }) => `${index} ${name}`)).toEqual(['0 home', '1 buy'])
  const second = placeLabels(first.missing, [named(0, 'cart'), named(5, 'home')])
  expect(second.missing.map(({ index, name }) => `${index} ${name}`)).toEqual(['2 cart'])
  expect(second.placeOf(named(5, 'home'))).toBe(0)
})

test('a transaction and a request of the same name stay apart', () => {
  expect(placeLabels([], [named(0, 'home'), named(1, 'home', 'transaction')]).missing).toHaveLength(2)
})

test('what comes when no place is left is counted under one label per kind that says so', () => {
  const many = Array.from({ length: maxRunLabels + 100 }, (_, at) => named(at, `page ${at}`))
  const { missing, placeOf } = placeLabels([], [...many, named(9_000, 'late', 'transaction')])
  expect(missing.length).toBeLessThanOrEqual(maxRunLabels)
  expect(missing.filter(isOverflowLabel).map(({ kind }) => kind)).toEqual(['request', 'transaction'])
  expect(placeOf(named(1, 'yet another'))).toBe(missing.find(isOverflowLabel)?.index)
})
