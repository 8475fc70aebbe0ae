import { targetAt } from '@pone/plan/load-models/registry.ts'
import { loadModelSchema } from '@pone/plan/scenario/scenario.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Segment } from '../users/segment.ts'
import { ArrivalGrid, type DueArrival } from './arrival-grid.ts'

const owner = (share: { from01: number; to01: number }) => {
  const line = new Segment(4_096, share)
  return (arrival: number) => line.owns(arrival)
}
const everything = () => true
function taken(grid: ArrivalGrid, upToMs: number): DueArrival[] {
  const arrivals: DueArrival[] = []
  for (let due = grid.take(upToMs); due !== null; due = grid.take(upToMs)) arrivals.push(due)
  return arrivals
}

describe('arrivals', () => {
  test('at 10,000 per second are as many as asked for, and evenly spaced', () => {
    const grid = new ArrivalGrid({ rateAt: () => 10_000, owns: everything })
    const arrivals = taken(grid, 60_000)
    expect(arrivals).toHaveLength(600_000)
    for (const { arrival, dueMs } of arrivals.slice(0, 50_000)) {
      expect(Math.abs(dueMs - arrival / 10)).toBeLessThan(1e-3)
    }
  })

  test.each([
    [2, 60, 120],
    [3, 60, 180],
    [7, 90, 630],
    [49, 10, 490],
    [100, 30, 3_000],
  ])('at %d per second for %d s are %d: the first at 0, none at the end', (rate, seconds, count) => {
    const model = loadModelSchema.parse({
      kind: 'constant',
      users: rate,
      rampUpSeconds: 0,
      durationSeconds: seconds,
    })
    const grid = new ArrivalGrid({ rateAt: elapsedMs => targetAt(model, elapsedMs), owns: everything })
    const arrivals = taken(grid, seconds * 1_000)
    expect(arrivals).toHaveLength(count)
    expect(arrivals[0]).toEqual({ arrival: 0, dueMs: 0 })
    expect(arrivals.at(-1)?.dueMs).toBeCloseTo(seconds * 1_000 - 1_000 / rate, 1)
  })

  test('at any rate for any time are rate × time', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_000 }), fc.integer({ min: 1, max: 300 }), (rate, seconds) => {
        const rateAt = () => rate
        const line = new Segment(4_096, { from01: 0, to01: 1 / 4_096 })
        const grid = new ArrivalGrid({ rateAt, owns: arrival => line.owns(arrival) })
        // Only the count matters: a few owners are enough to find the number of the last one.
        const last = taken(grid, seconds * 1_000).length
        expect(last).toBe(Math.ceil((rate * seconds) / 4_096))
      }),
      { numRuns: 40 },
    )
  })

  test('at a rate of any ratio are each at its number ÷ the rate', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5_000 }),
        fc.constantFrom(1, 3, 7, 11, 60, 600, 3_600),
        (starts, seconds) => {
          const rate = starts / seconds
          const grid = new ArrivalGrid({ rateAt: () => rate, owns: everything })
          const arrivals = taken(grid, Math.min(1_000_000, 20_000 / rate))
          expect(arrivals.length).toBeGreaterThan(0)
          for (const { arrival, dueMs } of arrivals) {
            // By hand: of 5 in 7 s, number 3 is due after 3 × 7 ÷ 5 s.
            expect(Math.abs(dueMs - (arrival * seconds * 1_000) / starts)).toBeLessThan(0.02)
          }
          expect(arrivals.map(({ arrival }) => arrival)).toEqual(arrivals.map((_, index) => index))
        },
      ),
      { numRuns: 60 },
    )
  })

  test.each([
    [90 / 60, 60, 90],
    [0.5, 61, 31],
    [7 / 3_600, 3_600, 7],
    [1 / 3, 10, 4],
  ])('at %d per second for %d s are %d', (rate, seconds, count) => {
    const grid = new ArrivalGrid({ rateAt: () => rate, owns: everything })
    expect(taken(grid, seconds * 1_000)).toHaveLength(count)
  })

  test('follow a climb: as many as its integral, at every moment', () => {
    const model = loadModelSchema.parse({
      kind: 'constant',
      users: 500,
      rampUpSeconds: 10,
      durationSeconds: 60,
    })
    const grid = new ArrivalGrid({ rateAt: elapsedMs => targetAt(model, elapsedMs), owns: everything })
    let count = 0
    for (let atMs = 10; atMs <= 10_000; atMs += 10) {
      count += taken(grid, atMs).length
      expect(Math.abs(count - (500 * (atMs / 1_000) ** 2) / 20)).toBeLessThan(1.001)
    }
  })

  test('are numbered alike on every worker: each is taken by one of them, at the same instant, however the run is split and however often they look', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.double({ min: 0.05, max: 0.95, noNaN: true }), { maxLength: 3 }),
        fc.integer({ min: 1, max: 3_000 }),
        fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 10 }),
        (cuts, rate, looks) => {
          const rateAt = (elapsedMs: number) => rate * (1 + Math.sin(elapsedMs / 300))
          const endMs = looks.reduce((sum, ms) => sum + ms, 0)
          const whole = taken(new ArrivalGrid({ rateAt, owns: everything }), endMs)
          const edges = [0, ...cuts.sort((a, b) => a - b), 1]
          const parts = edges.slice(1).flatMap((to01, index) => {
            const grid = new ArrivalGrid({ rateAt, owns: owner({ from01: edges[index] ?? 0, to01 }) })
            let atMs = 0
            return looks.flatMap(ms => taken(grid, (atMs += ms)))
          })
          expect(parts.sort((a, b) => a.arrival - b.arrival)).toEqual(whole)
        },
      ),
      { numRuns: 60 },
    )
  })

  test('are never taken before they are due, nor is one left that was due', () => {
    const grid = new ArrivalGrid({ rateAt: () => 333, owns: owner({ from01: 0.2, to01: 0.7 }) })
    for (let atMs = 0; atMs < 2_000; atMs += 0.7) {
      for (const { dueMs } of taken(grid, atMs)) {
        expect(dueMs).toBeLessThan(atMs)
        expect(dueMs).toBeGreaterThanOrEqual(atMs - 0.7 - 1e-9)
      }
      expect(grid.nextMs).toBeGreaterThanOrEqual(atMs)
    }
  })

  test('of a worker that joins later are those that the others expect of it', () => {
    const options = {
      rateAt: (elapsedMs: number) => 50 + elapsedMs / 10,
      owns: owner({ from01: 0.3, to01: 0.6 }),
    }
    const fromTheStart = taken(new ArrivalGrid(options), 20_000)
    const late = new ArrivalGrid(options)
    late.skipTo(7_003.4)
    expect(taken(late, 20_000)).toEqual(fromTheStart.filter(({ dueMs }) => dueMs >= 7_003.4))
  })

  test('follow a rate that is changed by hand from the next 10 ms on', () => {
    let rate = 100
    const grid = new ArrivalGrid({ rateAt: () => rate, owns: everything })
    expect(taken(grid, 1_000)).toHaveLength(100)
    rate = 0
    expect(taken(grid, 5_000)).toHaveLength(0)
    rate = 1_000
    expect(taken(grid, 6_000)).toHaveLength(1_000)
  })

  test('are not looked for more than once in 10 ms while there are none', () => {
    const grid = new ArrivalGrid({ rateAt: () => 0, owns: everything })
    taken(grid, 5)
    expect(grid.nextMs).toBe(10)
  })
})
