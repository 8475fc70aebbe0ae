import { expect, test } from 'vitest'
import { curveLines, curveUnit } from './curve-model.ts'

test('curve and thresholds have the shown unit, and gaps stay gaps', () => {
  const texts = { name: 'c', max: 'max', min: 'min' }
  const curve = { at: [0, 1_000], values: [1, null] }
  const lines = curveLines(curve, { max: 3, min: null }, { texts, factor: 10 })
  expect(lines.seconds).toEqual([0, 1])
  expect(lines.series.map(({ key, values }) => [key, values])).toEqual([
    ['value', [10, null]],
    ['max', [30, 30]],
  ])
})

test('values that follow from time have units of their own, and an expression has none', () => {
  const none = () => undefined
  expect(curveUnit({ kind: 'noData' }, null, none)).toBe('s')
  expect(curveUnit({ kind: 'certificateDays' }, null, none)).toBe('')
  const reading = { counter: 'c', fn: 'value' as const }
  const counter = { kind: 'counter' as const, section: 's', reading }
  expect(curveUnit(counter, null, () => 'bytes')).toBe('bytes')
  const names = { zh: 'c', en: 'c' }
  expect(curveUnit(counter, { names, unit: '%' }, () => 'bytes')).toBe('%')
  expect(curveUnit(counter, { names, unit: '/s' }, none)).toBe('count/s')
})
