/** The simulation against exact results of queueing theory. */
import { seededRandom } from '@pone/metrics/simulated-run.ts'
import { expect, test } from 'vitest'
import { simulate } from './simulate.ts'
import type { SimulatedSystem } from './system.ts'

const sum = (values: Float64Array, from: number) =>
  values.subarray(from).reduce((total, value) => total + value, 0)

/** Mean value analysis of users that think and share stations with one server each. @see Reiser & Lavenberg 1980 */
function exactThroughput(users: number, thinkSeconds: number, demands: readonly number[]): number {
  const queues = demands.map(() => 0)
  let throughput = 0
  for (let n = 1; n <= users; n++) {
    const waits = demands.map((demand, index) => demand * (1 + (queues[index] ?? 0)))
    throughput = n / (thinkSeconds + waits.reduce((total, wait) => total + wait, 0))
    for (const [index, wait] of waits.entries()) queues[index] = throughput * wait
  }
  return throughput
}

const server = (id: string, units: number) => ({ id, kind: 'server' as const, units })
/** Service times of the same mean and variation as exponential ones. */
const use = (station: number, meanSeconds: number, variation = 1) => ({
  kind: 'use' as const,
  station,
  meanSeconds,
  variation,
})
const system = (parts: Pick<SimulatedSystem, 'stations' | 'steps'>): SimulatedSystem => ({
  background: [],
  memoryStation: null,
  ...parts,
})

test.each([5, 20, 60])('closed throughput of %s users is that of exact mean value analysis', users => {
  const series = simulate(
    system({ stations: [server('cpu', 1), server('disk', 1)], steps: [use(0, 0.02), use(1, 0.03)] }),
    { kind: 'closed', thinkSeconds: 1, seconds: 900, at: () => users },
    seededRandom(users),
  )
  const measured = sum(series.completed, 100) / 800
  expect(measured / exactThroughput(users, 1, [0.02, 0.03])).toBeCloseTo(1, 1)
  expect(Math.abs(measured / exactThroughput(users, 1, [0.02, 0.03]) - 1)).toBeLessThan(0.03)
})

test('the wait of an M/D/1 queue is that of Pollaczek and Khinchine, and utilisation is rate times service', () => {
  const series = simulate(
    system({ stations: [server('cpu', 1)], steps: [use(0, 0.02, 0)] }),
    { kind: 'open', maxInFlight: 10_000, seconds: 2_000, at: () => 35 },
    seededRandom(4),
  )
  const response = sum(series.responseSeconds, 50) / sum(series.completed, 50)
  expect(response).toBeGreaterThan(0.95 * (0.02 + (0.7 * 0.02) / (2 * 0.3)))
  expect(response).toBeLessThan(1.05 * (0.02 + (0.7 * 0.02) / (2 * 0.3)))
  expect(sum(series.stations[0]?.busy01 ?? new Float64Array(), 50) / 1_950).toBeCloseTo(0.7, 1)
})

test('a pool of three around a delay of 100 ms lets at most 30 requests a second pass, and its units are held', () => {
  const series = simulate(
    system({
      stations: [{ id: 'pool', kind: 'pool', units: 3 }],
      steps: [
        { kind: 'acquire', station: 0 },
        { kind: 'delay', meanSeconds: 0.1, variation: 0.3 },
        { kind: 'release', station: 0 },
      ],
    }),
    { kind: 'closed', thinkSeconds: 0.1, seconds: 300, at: () => 40 },
    seededRandom(9),
  )
  expect(sum(series.completed, 50) / 250).toBeCloseTo(30, 0)
  expect(series.stations[0]?.busy01.at(-1)).toBeCloseTo(1, 5)
  expect(series.stations[0]?.waiting.at(-1)).toBeGreaterThan(25)
})

test('the same seed gives the same run', () => {
  const run = (seed: number) =>
    simulate(
      system({ stations: [server('cpu', 2)], steps: [use(0, 0.05)] }),
      { kind: 'closed', thinkSeconds: 0.5, seconds: 60, at: second => second },
      seededRandom(seed),
    ).completed
  expect(run(3)).toEqual(run(3))
  expect(run(3)).not.toEqual(run(4))
})
