import type { Comparison } from '@pone/contract/entities/comparison.ts'
import { describe, expect, test } from 'vitest'
import { type SteadyRun, steadyRun, storeOf } from '../steady-pair.ts'
import { compareParts } from './compare.ts'
import { comparisonCsv } from './comparison-csv.ts'

/** Eight seconds of ramp-up, then twelve windows of 2 s. */
const short = {
  rampUpSeconds: 8,
  seconds: 32,
  perSecond: 137,
  medianMs: 100,
  noise01: 0.04,
  correlation: 0.6,
} as const
const comparisonOf = (...runs: SteadyRun[]): Promise<Comparison> => {
  const made = runs.map(steadyRun)
  const signal = new AbortController().signal
  return compareParts(
    made.map(({ part }) => part),
    { store: storeOf(made), signal },
  )
}
const changesOf = async (...runs: SteadyRun[]) => (await comparisonOf(...runs)).total[1]?.changes

/** As many users as in the first run, whose windows can be paired, or more. */
const cases = [50, 80].flatMap(users => [1, 2, 3, 4, 5].map(seed => [users, seed] as const))

describe('runs with a ramp-up, whose noise depends on itself', () => {
  test.each(cases)('of 137 and 227 requests a second differ, %i users, seed %i', async (users, seed) => {
    const changes = await changesOf({ ...short, seed }, { ...short, seed: 100 + seed, perSecond: 227, users })
    expect(changes?.perSecond).toMatchObject({ significance: 'different' })
    expect(changes?.perSecond?.lowDelta).toBeGreaterThan(40)
    expect(changes?.perSecond?.highDelta).toBeLessThan(140)
  })

  test.each([50, 60])('whose P95 is 31 %% higher differ, %i users', async users => {
    const found = await Promise.all(
      Array.from({ length: 10 }, (_, seed) =>
        changesOf({ ...short, seed }, { ...short, seed: 200 + seed, medianMs: 131, users }),
      ),
    )
    const different = found.filter(changes => changes?.p95Ms?.significance === 'different')
    expect(different.length).toBeGreaterThanOrEqual(9)
  })

  test('of one kind are not shown to differ, with the smallest change that they could have shown', async () => {
    const alike = await Promise.all(
      Array.from({ length: 20 }, (_, seed) => changesOf({ ...short, seed }, { ...short, seed: 300 + seed })),
    )
    const alarms = alike.filter(changes =>
      Object.values(changes ?? {}).some(({ significance }) => significance === 'different'),
    )
    // 5 % of pairs; two of twenty are no rarity then. How many of hundreds: `npm run bench:comparison -- --json`.
    expect(alarms.length).toBeLessThanOrEqual(2)
    for (const changes of alike) {
      const { perSecond } = changes ?? {}
      if (perSecond?.significance !== 'notShown') continue
      expect(perSecond.smallestPercent).toBeGreaterThan(1)
      expect(perSecond.smallestPercent).toBeLessThan(200)
    }
  })

  test('tell the part that was tested, and have figures of all of it', async () => {
    const { runs, total } = await comparisonOf({ ...short, seed: 1 }, { ...short, seed: 2 })
    expect(runs.map(({ steady, pairing }) => ({ steady, pairing }))).toEqual(
      runs.map((_, index) => ({
        steady: { fromMs: 8_000, toMs: 32_000 },
        pairing: index > 0 ? 'whereSurer' : 'never',
      })),
    )
    // Four of the eight seconds of the ramp-up are missing.
    expect((total[0]?.statistics.count ?? 0) / (137 * 28)).toBeCloseTo(1, 1)
  })
})

test('too few windows that vary a lot are not shown to differ, and say how much it would have taken', async () => {
  const poor = { ...short, seconds: 26, noise01: 0.3, correlation: 0.9 }
  const changes = await changesOf({ ...poor, seed: 1 }, { ...poor, seed: 2, perSecond: 150 })
  expect(changes?.perSecond).toMatchObject({ significance: 'notShown' })
  expect(changes?.perSecond?.smallestPercent).toBeGreaterThan(50)
})

test('the exported table says “not shown to differ” with the smallest change, and never that runs are the same', async () => {
  const csv = comparisonCsv(await comparisonOf({ ...short, seed: 1 }, { ...short, seed: 2 }), 'en')
  expect(csv).toContain('not shown to differ')
  expect(csv).toContain('Smallest change that could be shown (%)')
  expect(csv).not.toMatch(/\bsame\b|normal/)
})
