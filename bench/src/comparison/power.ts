/** How often equal runs are called different, how often slower ones are found, and whether the smallest change that a comparison states is true. */
import { holm } from '@pone/metrics/holm.ts'
import { type Nature, seededRandom, simulateRun } from '@pone/metrics/simulated-run.ts'
import { significant01, smallestChange, power01 as statedPower01 } from '@pone/metrics/smallest-change.ts'
import { windowMetrics } from '@pone/metrics/window-figures.ts'
import { type Pairing, testWindows } from '@pone/metrics/window-test.ts'
import { windowWidths } from '@pone/metrics/window-widths.ts'

/** Targets whose seconds resemble each other, the runs' lengths in turn. */
const natures: readonly Nature[] = [
  { name: 'AR(1) 0.5', correlation: 0.5, wandering: 0.1, slowChance: 0, slowSeconds: 0 },
  { name: 'AR(1) 0.8', correlation: 0.8, wandering: 0.1, slowChance: 0, slowSeconds: 0 },
  { name: 'AR(1) 0.9', correlation: 0.9, wandering: 0.05, slowChance: 0, slowSeconds: 0 },
  { name: 'slow spells', correlation: 0.5, wandering: 0.05, slowChance: 1 / 60, slowSeconds: 5 },
]
const lengths = [30, 60, 120, 300, 600]
const slowDownsPercent = [3, 5, 10, 30]
const requestsPerSecond = 20
const metric = 'avgMs'

export interface PowerResult {
  readonly pairs: number
  /** Share of pairs of equal runs of which any metric is called different after correction. */
  readonly falseAlarm01: number
  /** By slow-down in percent: share of pairs whose average time is called different after correction. */
  readonly power01: Readonly<Record<string, number>>
  /** The same of pairs whose stated smallest change is at most the slow-down; null where there are under 10 of them. Stated: 0.8. */
  readonly powerWhereStated01: Readonly<Record<string, number | null>>
  readonly statedPower01: number
  /** Median of the smallest change that equal pairs state for the average, percent, by length of the run in s. */
  readonly smallestPercent: Readonly<Record<string, number | null>>
}

interface Pair {
  readonly seconds: number
  readonly isAnyFound: boolean
  readonly isFound: boolean
  readonly smallestPercent: number | null
}

/** `pairs` equal pairs, and as many for every slow-down; seeded. `pairing`: whether windows of equal elapsed times are compared. */
export function measurePower(pairs: number, pairing: Pairing): PowerResult {
  const runsOf = (factor: number) => pairsOf(factor, pairs, pairing)
  const equal = runsOf(1)
  const slower = slowDownsPercent.map(percent => ({ percent, found: runsOf(1 + percent / 100) }))
  const shareOf = (of: readonly Pair[]) => of.filter(({ isFound }) => isFound).length / of.length
  return {
    pairs,
    falseAlarm01: equal.filter(({ isAnyFound }) => isAnyFound).length / pairs,
    power01: Object.fromEntries(slower.map(({ percent, found }) => [percent, shareOf(found)])),
    powerWhereStated01: Object.fromEntries(
      slower.map(({ percent, found }) => {
        const stated = found.filter(
          ({ smallestPercent }) => smallestPercent !== null && smallestPercent <= percent,
        )
        return [percent, stated.length < 10 ? null : shareOf(stated)]
      }),
    ),
    statedPower01,
    smallestPercent: Object.fromEntries(
      lengths.map(seconds => [seconds, medianOf(equal.filter(pair => pair.seconds === seconds))]),
    ),
  }
}

function pairsOf(factor: number, pairs: number, pairing: Pairing): Pair[] {
  const random = seededRandom(20_261_128)
  return Array.from({ length: pairs }, (_, index) => {
    const seconds = lengths[index % lengths.length] ?? 60
    const nature = natures[Math.floor(index / lengths.length) % natures.length]
    if (nature === undefined) throw new Error('no nature')
    const span = { fromSecond: 0, toSecond: seconds }
    const widths = windowWidths([span, span])
    const [first, second] = [1, factor].map(by =>
      simulateRun({ nature, seconds, requestsPerSecond, factor: by, widths, random }),
    )
    if (first === undefined || second === undefined) throw new Error('no runs')
    const tests = windowMetrics.flatMap(each => {
      const test = testWindows(each, first, second, { tests: windowMetrics.length, pairing })
      return test === null ? [] : [{ metric: each, test }]
    })
    const corrected = holm(tests.map(({ test }) => test.pValue))
    const at = tests.findIndex(each => each.metric === metric)
    const values = Float64Array.from(first.levels[0]?.figures[metric] ?? [])
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    const smallest = tests[at] === undefined ? null : smallestChange(tests[at].test, tests.length)
    return {
      seconds,
      isAnyFound: corrected.some(pValue => pValue < significant01),
      isFound: (corrected[at] ?? 1) < significant01,
      smallestPercent: smallest === null ? null : (100 * smallest) / mean,
    }
  })
}

function medianOf(pairs: readonly Pair[]): number | null {
  const sorted = pairs.flatMap(({ smallestPercent }) => smallestPercent ?? []).toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? null
}
