/** Whether percentiles of merged histograms are those of the single response times. */

import { once } from 'node:events'
import { connect } from 'node:net'
import { Counters } from '@pone/metrics/counters.ts'
import { ratioOf } from '../result.ts'
import { errorPercent, percentileOf, round } from '../statistics.ts'
import type { Target } from '../target/target.ts'
import type { Measurement } from './measurement.ts'

const percentiles = [50, 75, 90, 95, 99, 99.9]
const connections = 16
/** Samples that one worker and second would have counted; each part travels as a batch does. */
const samplesPerBatch = 10_000

export const percentileError: Measurement = {
  name: 'percentiles',
  async measure(context) {
    const count = context.mode === 'quick' ? 100_000 : 1_000_000
    const measured = await context.withTarget({}, target => responseTimes(target, count))
    const random = randomFrom(20_250_101)
    const sets = [
      { name: 'response times of the target', timesUs: measured },
      {
        name: 'log-normal, 20 ms in the middle',
        timesUs: Float64Array.from({ length: count }, () => Math.round(20_000 * Math.exp(normal(random)))),
      },
      {
        name: 'two humps, 1 ms and 2 s',
        timesUs: Float64Array.from({ length: count }, () =>
          Math.round((random() < 0.97 ? 1_000 : 2_000_000) * (0.5 + random())),
        ),
      },
    ]
    const figures = sets.map(({ name, timesUs }) => ({
      name,
      samples: timesUs.length,
      ...compareTimes(timesUs),
    }))
    return {
      method:
        'single response times, exact in a sorted list, against the same ones counted in batches of histograms, encoded, decoded and merged as worker, link and server do',
      ratios: [
        ratioOf(
          'largest error of a percentile (p50 to p99.9)',
          round(Math.max(...figures.map(figure => figure.worstPercent))),
          '%',
          { atMost: 0.1 },
        ),
      ],
      figures,
    }
  },
}

/** Percentiles, µs, by both ways, and their largest distance. */
export function compareTimes(timesUs: Float64Array): {
  worstPercent: number
  exactUs: number[]
  mergedUs: number[]
} {
  const merged = new Counters()
  for (let from = 0; from < timesUs.length; from += samplesPerBatch) {
    const batch = new Counters()
    for (const timeUs of timesUs.subarray(from, from + samplesPerBatch)) batch.record(timeUs, true, 0, 0)
    merged.merge(Counters.fromWire(batch.toWire()))
  }
  const ascending = timesUs.toSorted()
  const exactUs = percentiles.map(percentile => percentileOf(ascending, percentile))
  const mergedUs = merged.histogram.valuesAtPercentiles(percentiles, merged.minUs, merged.maxUs)
  const errors = exactUs.map((exact, index) => errorPercent(mergedUs[index] ?? 0, exact))
  return { worstPercent: round(Math.max(...errors)), exactUs, mergedUs }
}

/** Times of that many requests over plain sockets, µs. */
async function responseTimes(target: Target, count: number): Promise<Float64Array> {
  const { hostname, port } = new URL(target.url)
  const times: number[] = []
  const request = `GET /item?id=1 HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect(Number(port), hostname)
      await once(socket, 'connect')
      let sentAt = performance.now()
      socket.on('data', () => {
        times.push(Math.round((performance.now() - sentAt) * 1_000))
        if (times.length >= count) socket.end()
        else {
          sentAt = performance.now()
          socket.write(request)
        }
      })
      socket.write(request)
      await once(socket, 'close')
    }),
  )
  return Float64Array.from(times)
}

/** Numbers from 0 to 1 that are the same in every bench (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A normally distributed number (Box–Muller). */
const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
