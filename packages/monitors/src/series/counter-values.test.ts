import { expect, test } from 'vitest'
import { counterSources, isComputed, labelKey, rawCounters } from './counter-values.ts'

const names = { zh: '', en: '' }
const computed = [
  { key: 'share', expression: '100 * used / (used + free)', unit: '%', names, help: names },
  { key: 'wrong', expression: '100 *', unit: '%', names, help: names },
]
const series = [
  { counter: 'used', labels: { disk: 'a', host: 'x' }, value: 30 },
  { counter: 'free', labels: { host: 'x', disk: 'a' }, value: 10 },
  { counter: 'used', labels: { disk: 'b', host: 'x' }, value: 5 },
]
const valuesOf = (counter: string, of = series) =>
  counterSources({ computed }, counter, of).map(({ labels, valueBy }) => [
    labels,
    valueBy(({ value }) => value),
  ])

test('a stored counter has a source per series, also one that the section does not name', () => {
  expect(valuesOf('used')).toEqual([
    [{ disk: 'a', host: 'x' }, 30],
    [{ disk: 'b', host: 'x' }, 5],
  ])
  expect(valuesOf('other', [{ counter: 'other', labels: { disk: 'a', host: 'x' }, value: 1 }])).toHaveLength(
    1,
  )
  expect(counterSources(undefined, 'used', series)).toHaveLength(2)
})

test('a computed counter has one per label set that has all of its counters', () => {
  expect(valuesOf('share')).toEqual([[{ disk: 'a', host: 'x' }, 75]])
  const zero = series.map(each => ({ ...each, value: 0 }))
  expect(valuesOf('share', zero)).toEqual([[{ disk: 'a', host: 'x' }, Number.NaN]])
})

test('tells what a counter is made of', () => {
  expect(rawCounters({ computed }, ['share', 'used', 'free'])).toEqual(['used', 'free'])
  expect(isComputed({ computed }, 'share')).toBe(true)
  expect([isComputed({ computed }, 'used'), isComputed({ computed }, 'wrong')]).toEqual([false, false])
  expect(labelKey({ b: '1', a: '2' })).toBe(labelKey({ a: '2', b: '1' }))
})
