/** The estimate of what monitoring data will take. */
import { expect, test } from 'vitest'
import { expectedBytes, shorterThanBefore } from './monitor-retention.ts'

const retention = { samplesDays: 30, minutesDays: 90, hoursDays: 730 }
const gib = 1024 ** 3

test('10,000 series every 5 s for 30 days of samples take some GiB, and longer periods take more', () => {
  const rate = { series: 10_000, samplesPerDay: 10_000 * 17_280 }
  const size = expectedBytes(rate, retention, null)
  expect(size / gib).toBeGreaterThan(15)
  expect(size / gib).toBeLessThan(25)
  for (const key of ['samplesDays', 'minutesDays', 'hoursDays'] as const)
    expect(expectedBytes(rate, { ...retention, [key]: 3_000 }, null)).toBeGreaterThan(size)
})

test('without series nothing is expected, and VictoriaMetrics keeps no longer than it is told', () => {
  expect(expectedBytes({ series: 0, samplesPerDay: 0 }, retention, null)).toBe(0)
  const rate = { series: 10, samplesPerDay: 1_000 }
  expect(expectedBytes(rate, retention, { bytes: 5, keptDays: 31 })).toBe(31_000)
  expect(expectedBytes(rate, retention, { bytes: null, keptDays: null })).toBe(730_000)
})

test('the first period that is shorter than the one before it is named', () => {
  expect(shorterThanBefore(retention)).toBeNull()
  expect(shorterThanBefore({ ...retention, minutesDays: 29 })).toBe('minutesDays')
  expect(shorterThanBefore({ ...retention, hoursDays: 89 })).toBe('hoursDays')
  expect(shorterThanBefore({ samplesDays: 5, minutesDays: 5, hoursDays: 5 })).toBeNull()
})
