/** Proves that counters merge, travel and turn into statistics without losing anything. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Counters } from './counters.ts'
import { groupSeconds, mergeCounters } from './downsample.ts'
import { commonPhases } from './phases.ts'
import { emptyStatistics, statisticsOf } from './statistics.ts'

const sample = fc.tuple(fc.nat(5_000_000), fc.boolean(), fc.nat(1_000), fc.nat(100_000))
const countersOf = (samples: readonly (readonly [number, boolean, number, number])[]): Counters => {
  const counters = new Counters()
  for (const [durationUs, passed, sent, received] of samples)
    counters.record(durationUs, passed, sent, received)
  return counters
}

test('merged counters equal those that saw every sample', () => {
  fc.assert(
    fc.property(fc.array(fc.array(sample)), parts => {
      const merged = mergeCounters(parts.map(countersOf))
      expect(merged.toWire()).toEqual(countersOf(parts.flat()).toWire())
    }),
  )
})

test('counters survive the wire', () => {
  fc.assert(
    fc.property(fc.array(sample), samples => {
      const wire = countersOf(samples).toWire()
      expect(Counters.fromWire(JSON.parse(JSON.stringify(wire))).toWire()).toEqual(wire)
    }),
  )
})

test('counters whose histogram holds another number of samples are refused', () => {
  const wire = countersOf([[10, true, 1, 1]]).toWire()
  expect(() => Counters.fromWire({ ...wire, passed: 2 })).toThrow(RangeError)
})

test('reset counters start the next window from nothing', () => {
  const counters = countersOf([[10, false, 1, 1]])
  counters.reset()
  expect(counters.toWire()).toEqual(new Counters().toWire())
  counters.record(500, true, 0, 0)
  expect([counters.minUs, counters.maxUs, counters.count]).toEqual([500, 500, 1])
})

test('parts of response times are averaged over the requests in which they happened', () => {
  const counters = new Counters()
  counters.recordPhases([100, 3_000, null, 2_000, 500], commonPhases)
  counters.recordPhases([null, null, null, 2_000, 1_500], commonPhases)
  counters.record(5_600, true, 1, 1)
  counters.record(3_500, true, 1, 1)
  const wired = Counters.fromWire(JSON.parse(JSON.stringify(counters.toWire())))
  const means = { dnsMs: 0.1, connectMs: 3, tlsMs: null, firstByteMs: 2, transferMs: 1 }
  expect(wired.phases?.means()).toEqual(means)
  expect(mergeCounters([counters, wired]).phases?.means()).toEqual(means)
  // Over both requests the parts add up to their average response time, 4.55 ms.
  const perSample = { dnsMs: 0.05, connectMs: 1.5, tlsMs: 0, firstByteMs: 2, transferMs: 1 }
  expect(wired.phases?.perSample(wired.count)).toEqual(perSample)
  counters.reset()
  expect(counters.toWire().phases).toBeNull()
})

describe('statistics', () => {
  test('of nothing are all 0', () => {
    expect(statisticsOf(new Counters(), 1_000)).toEqual(emptyStatistics)
    expect(Object.values(emptyStatistics).every(value => value === 0)).toBe(true)
  })

  test('of known samples are known', () => {
    const counters = countersOf([
      [1_000, true, 100, 1_000],
      [2_000, true, 100, 1_000],
      [3_000, true, 100, 1_000],
      [6_000, false, 100, 0],
    ])
    expect(statisticsOf(counters, 2_000)).toEqual({
      count: 4,
      passed: 3,
      failed: 1,
      successPercent: 75,
      errorPercent: 25,
      minMs: 1,
      avgMs: 3,
      maxMs: 6,
      p50Ms: expect.closeTo(2, 2),
      p90Ms: 6,
      p95Ms: 6,
      p99Ms: 6,
      p999Ms: 6,
      standardDeviationMs: Math.sqrt(3.5),
      perSecond: 2,
      sentBytesPerSecond: 200,
      receivedBytesPerSecond: 1_500,
    })
  })

  test('keep percentiles in order and between the extremes', () => {
    fc.assert(
      fc.property(fc.array(sample, { minLength: 1 }), samples => {
        const { minMs, p50Ms, p90Ms, p95Ms, p99Ms, p999Ms, maxMs } = statisticsOf(countersOf(samples), 1_000)
        const inOrder = [minMs, p50Ms, p90Ms, p95Ms, p99Ms, p999Ms, maxMs]
        expect(inOrder).toEqual([...inOrder].sort((a, b) => a - b))
      }),
    )
  })

  test('of a window without length have no rates', () => {
    expect(statisticsOf(countersOf([[1, true, 1, 1]]), 0).perSecond).toBe(0)
  })
})

describe('condensing seconds', () => {
  test('keeps every second in exactly one of at most N points', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat(5_000), { minLength: 1 }),
        fc.integer({ min: 1, max: 100 }),
        (seconds, points) => {
          const items = seconds.sort((a, b) => a - b).map(second => ({ second }))
          const { secondsPerPoint, groups } = groupSeconds(items, points)
          expect(groups.length).toBeLessThanOrEqual(points)
          expect(groups.flatMap(group => group.items)).toEqual(items)
          for (const group of groups) {
            for (const item of group.items) {
              expect(item.second - group.second).toBeGreaterThanOrEqual(0)
              expect(item.second - group.second).toBeLessThan(secondsPerPoint)
            }
          }
        },
      ),
    )
  })

  test('leaves short runs second by second, and nothing as nothing', () => {
    expect(groupSeconds([{ second: 4 }, { second: 5 }], 100).secondsPerPoint).toBe(1)
    expect(groupSeconds([], 100)).toEqual({ secondsPerPoint: 1, groups: [] })
  })
})
