import { describe, expect, test } from 'vitest'
import { Counters } from './counters.ts'
import { holm } from './holm.ts'
import { type Nature, seededRandom, simulateRun } from './simulated-run.ts'
import { statisticsOf } from './statistics.ts'
import { varianceInflation } from './variance-inflation.ts'
import { WindowFigures, windowMetrics } from './window-figures.ts'
import { type Pairing, type TestedWindows, testWindows } from './window-test.ts'
import { windowsIn, windowWidths } from './window-widths.ts'

const span = (fromSecond: number, toSecond: number) => ({ fromSecond, toSecond })

describe('widths', () => {
  test.each([
    ['two minutes', [span(0, 120), span(0, 120)], [2, 4, 8]],
    ['an hour', [span(0, 3_600), span(0, 3_600)], [32, 64, 128, 256]],
    ['a day', [span(0, 86_400), span(0, 86_400)], [1_024, 2_048, 4_096, 8_192]],
    ['runs of different length', [span(0, 60), span(0, 600)], [4]],
    ['a minute and a day', [span(0, 60), span(0, 86_400)], []],
    ['fifteen seconds', [span(0, 15), span(0, 600)], []],
    ['nothing', [span(0, 0)], []],
  ])('of %s', (_name, spans, expected) => {
    expect(windowWidths(spans)).toEqual(expected)
  })

  test('windows begin at multiples of their width, and partial ones do not count', () => {
    expect(windowsIn(span(30, 100), 16)).toEqual({ first: 2, end: 6 })
    expect(windowsIn(span(30, 31), 16)).toEqual({ first: 2, end: 2 })
  })
})

test('figures of wide windows are those of all that their seconds counted', () => {
  const random = seededRandom(3)
  const seconds = Array.from({ length: 64 }, () => {
    const counters = new Counters()
    // Some windows are empty.
    if (random() < 0.5)
      for (let at = 0; at < 40; at++) counters.record(Math.round(1e5 * random()), random() < 0.9, 1, 2)
    return counters
  })
  const figures = new WindowFigures(span(6, 61), [2, 4, 8], () => new Counters())
  for (let index = 3; index < 31; index++) {
    const pair = new Counters()
    for (const one of seconds.slice(2 * index, Math.min(2 * index + 2, 61))) pair.merge(one)
    figures.add(index, pair)
    figures.close(index, index + 1)
  }
  for (const { seconds: width, counts, figures: values } of figures.levels) {
    const { first, end } = windowsIn(span(6, 61), width)
    expect(counts).toHaveLength(end - first)
    for (let at = first; at < end; at++) {
      const whole = new Counters()
      for (const one of seconds.slice(at * width, (at + 1) * width)) whole.merge(one)
      const expected = statisticsOf(whole, width * 1_000)
      expect(counts[at - first]).toBe(expected.count)
      for (const metric of windowMetrics) expect(values[metric][at - first]).toBe(expected[metric])
    }
  }
})

describe('dependence', () => {
  test('of independent values inflates nothing much, of alternating ones nothing', () => {
    const random = seededRandom(5)
    expect(varianceInflation([Float64Array.from({ length: 400 }, random)])).toBeLessThan(1.3)
    expect(varianceInflation([Float64Array.from({ length: 40 }, (_, at) => at % 2)])).toBe(1)
    expect(varianceInflation([Float64Array.from([1, 1, 1]), Float64Array.from([2, 2])])).toBe(1)
  })

  test('of a wandering level is found, gaps or not', () => {
    const random = seededRandom(5)
    let level = 0
    const wandering = Float64Array.from({ length: 2_000 }, () => {
      level = 0.8 * level + random() - 0.5
      return level
    })
    // (1 + 0.8) ÷ (1 − 0.8)
    expect(varianceInflation([wandering])).toBeGreaterThan(6)
    expect(varianceInflation([wandering])).toBeLessThan(12)
    expect(
      varianceInflation([wandering.map((value, at) => (at % 10 === 0 ? Number.NaN : value))]),
    ).toBeGreaterThan(6)
  })
})

const still: Nature = { name: 'still', correlation: 0, wandering: 0.1, slowChance: 0, slowSeconds: 0 }
const seconds = 300
const widths = windowWidths([span(0, seconds), span(0, seconds)])
const pairOf = (nature: Nature, factor: number, random: () => number) =>
  [1, factor].map(by => simulateRun({ nature, seconds, requestsPerSecond: 20, factor: by, widths, random }))
/** Of that many pairs, how many have a metric that is different after correction. */
const different = (nature: Nature, factor: number, pairs: number) => {
  const random = seededRandom(11)
  let found = 0
  for (let pair = 0; pair < pairs; pair++) {
    const [first, second] = pairOf(nature, factor, random)
    if (first === undefined || second === undefined) continue
    const pValues = windowMetrics.flatMap(metric => testWindows(metric, first, second)?.pValue ?? [])
    if (holm(pValues).some(pValue => pValue < 0.05)) found += 1
  }
  return found
}

describe('windows of runs that were made up with a fixed seed', () => {
  test('are not told apart where nothing has changed, though their seconds depend on each other', () => {
    expect(different({ ...still, correlation: 0.8 }, 1, 30)).toBeLessThanOrEqual(2)
    expect(different({ ...still, slowChance: 1 / 60, slowSeconds: 5 }, 1, 30)).toBeLessThanOrEqual(2)
  })

  test('are told apart where all became 10 % slower', () => {
    expect(different(still, 1.1, 10)).toBe(10)
  })

  test('of a load that climbs are told apart where windows of equal elapsed time are paired', () => {
    const random = seededRandom(4)
    const climbing = (factor: number) =>
      simulateRun({
        nature: { ...still, correlation: 0.5 },
        seconds,
        requestsPerSecond: 20,
        factor,
        widths,
        load: second => 0.5 + (4 * Math.floor(second / 60)) / 4,
        random,
      })
    const runs = Array.from({ length: 20 }, () => ({
      same: [climbing(1), climbing(1)],
      slower: climbing(1.1),
    }))
    const found = { alarms: 0, paired: 0, unpaired: 0 }
    for (const { same, slower } of runs) {
      const [first, second] = same
      if (first === undefined || second === undefined) continue
      const pOf = (other: TestedWindows, pairing: Pairing) =>
        testWindows('avgMs', first, other, { pairing })?.pValue ?? 1
      if (pOf(second, 'always') < 0.01) found.alarms += 1
      if (pOf(slower, 'always') < 0.01) found.paired += 1
      if (pOf(slower, 'never') < 0.01) found.unpaired += 1
    }
    expect(found.alarms).toBeLessThanOrEqual(1)
    expect(found.paired).toBeGreaterThanOrEqual(15)
    expect(found.unpaired).toBeLessThanOrEqual(2)
  })

  test('say where the change lies, and nothing where too few are trusted or filled', () => {
    const [first, second] = pairOf(still, 1.2, seededRandom(2))
    if (first === undefined || second === undefined) throw new Error('no runs')
    const { pValue, lowDelta, highDelta, windowSeconds } = testWindows('p50Ms', first, second) ?? {}
    expect(pValue).toBeLessThan(1e-6)
    expect(lowDelta).toBeLessThan(8)
    expect(lowDelta).toBeGreaterThan(4)
    expect(highDelta).toBeGreaterThan(8)
    expect(windowSeconds).toBe(4)
    // 20 requests a second, 2,000 of them in a window of 100 s.
    expect(testWindows('p999Ms', first, second)).toBeNull()
    const suspect: TestedWindows = { ...second, isSuspect: (_from, to) => to > 30 }
    expect(testWindows('p50Ms', first, suspect)).toBeNull()
  })

  test('without any error do not differ in errors', () => {
    const quiet = () => {
      const figures = new WindowFigures(span(0, 64), [2], () => new Counters())
      for (let index = 0; index < 32; index++) {
        const counters = new Counters()
        for (let at = 0; at < 20; at++) counters.record(1_000, true, 1, 1)
        figures.add(index, counters)
      }
      return { levels: figures.levels, isSuspect: () => false, fromSecond: 0 }
    }
    expect(testWindows('errorPercent', quiet(), quiet())).toMatchObject({
      pValue: 1,
      lowDelta: 0,
      highDelta: 0,
    })
  })
})
