import { expect, test } from 'vitest'
import { metricKeys, phaseKeys, protocolDefinitions } from './definitions.ts'

test('protocols that declare a metric of the same key mean the same by it', () => {
  const all = protocolDefinitions.flatMap(({ metrics }) => metrics)
  expect(metricKeys.length).toBeGreaterThan(0)
  for (const key of metricKeys)
    expect(
      new Set(all.filter(each => each.key === key).map(({ kind, unit }) => `${kind} ${unit}`)).size,
    ).toBe(1)
})

test('keys are short enough for batches and names of columns', () => {
  for (const key of [...metricKeys, ...phaseKeys]) expect(key).toMatch(/^[a-z][A-Za-z0-9]{0,39}$/)
})
