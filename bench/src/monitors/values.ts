/**
 * Values as targets report them, the same ones every time: per monitor 50 series, of which 22 are counters (requests,
 * bytes of traffic, CPU seconds with six places, slow and silent ones), 10 are gauges of things, 6 of bytes of memory,
 * 6 rounded to two places as `INFO` and `/proc` round them, and 6 are settings that do not change.
 */
import type { SeriesKey } from '@pone/server/adapters/time-series/time-series.ts'
import { seeded } from '../cluster/simulated-labels.ts'

const groups = {
  busy: 8,
  traffic: 4,
  cpu: 2,
  slow: 4,
  silent: 4,
  things: 10,
  bytes: 6,
  rounded: 6,
  settings: 6,
} as const
const counters: readonly Group[] = ['busy', 'traffic', 'cpu', 'slow', 'silent']
type Group = keyof typeof groups

/** 50 series; the name of a counter begins with its group. */
export const simulatedSeries: readonly SeriesKey[] = Object.entries(groups).flatMap(([group, size]) =>
  Array.from({ length: size }, (_, index): SeriesKey => {
    const isCounter = counters.some(each => each === group)
    return { counter: `${group}_${index}`, labels: {}, kind: isCounter ? 'counter' : 'gauge' }
  }),
)

const groupOf = (series: SeriesKey): Group => series.counter.split('_')[0] as Group

/** One monitor: each call gives the values of the next slot. */
export function simulatedMonitor(seed: number): () => Float64Array {
  const random = seeded(seed * 7_919 + 1)
  // The first values of neighbouring seeds are alike.
  for (let index = 0; index < 8; index += 1) random()
  const steps = simulatedSeries.map(series => startOf(groupOf(series), random))
  return () => Float64Array.from(steps, step => step())
}

/** Rates wander by some percent per slot and differ by up to 25 % within one, as those of servers under load do. */
function startOf(group: Group, random: () => number): () => number {
  let value = Math.floor(random() ** 3 * 1e9)
  const grow = (rates: number) => {
    let rate = 5 + random() ** 2 * rates
    return () => {
      rate = Math.max(1, rate * (1 + 0.08 * (random() - 0.5)))
      return (value += Math.round(rate * (0.75 + 0.5 * random())))
    }
  }
  if (group === 'busy') return grow(5_000)
  if (group === 'traffic') return grow(1e7)
  if (group === 'cpu') {
    const next = grow(500_000)
    return () => next() / 1e6
  }
  if (group === 'slow') return () => (value += random() < 0.05 ? 1 + Math.floor(random() * 3) : 0)
  if (group === 'silent' || group === 'settings') return () => value
  if (group === 'bytes') {
    value = Math.floor(random() * 1e9)
    return () => (value = Math.max(0, value + Math.round((random() - 0.5) * 25_000))) * 8
  }
  if (group === 'rounded') {
    value = random() * 4
    return () => {
      value = Math.max(0, value + (random() - 0.5) * 0.2)
      return Math.round(value * 100) / 100
    }
  }
  value = Math.floor(random() * 300)
  return () => (value = Math.max(0, value + (random() < 0.6 ? Math.round((random() - 0.5) * 10) : 0)))
}
