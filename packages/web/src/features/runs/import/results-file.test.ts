import { expect, it } from 'vitest'
import { hasSubSamples, recordName } from './results-file.ts'

it.each([
  ['night.jtl', 'night', true],
  ['night.v2.csv.GZ', 'night.v2', false],
  ['night.CSV', 'night', false],
  ['a.csv.jtl', 'a', true],
  ['results', 'results', true],
])('%s is recorded as %s; it may have sub-samples: %s', (file, name, has) => {
  expect(recordName(file)).toBe(name)
  expect(hasSubSamples(file)).toBe(has)
})

it('a name is cut to the maximum length', () => {
  expect(recordName('x'.repeat(500)).length).toBeLessThan(500)
})
