/** Whether a worker's memory stays constant between the first and the last of many million requests. */
import { loadUsers } from '../peers/peer.ts'
import { constantUsers } from '../pone/plans.ts'
import { runLoad, stopAll } from '../pone/run-load.ts'
import { residentBytes } from '../process-usage.ts'
import { ratioOf } from '../result.ts'
import { round } from '../statistics.ts'
import type { Measurement } from './measurement.ts'

const million = 1_000_000
const mib = 1_024 ** 2
const pollMs = 100
const seriesLength = 20
const longestPerMillionMs = 90_000
/** Growth that a garbage-collected engine may show without leaking. */
const flatRatio = 1.1

/** Resident memory after that many requests. */
interface MemorySample {
  readonly requests: number
  readonly bytes: number
}

export const flatMemory: Measurement = {
  name: 'flat-memory',
  async measure(context) {
    const millions = context.mode === 'quick' ? 4 : 60
    const deadlineMs = millions * longestPerMillionMs
    return context.withTarget({}, async target => {
      const { seen: samples } = await runLoad(context, target, {
        load: { model: constantUsers(loadUsers, deadlineMs / 1_000) },
        async during(workers) {
          const found: MemorySample[] = []
          const deadline = performance.now() + deadlineMs
          for (let requests = 0; requests < millions * million; await context.wait(pollMs)) {
            requests = (await target.count()).requests
            found.push({ requests, bytes: residentBytes(workers[0]?.pid ?? 0) })
            if (performance.now() > deadline) throw new Error(`only ${requests} requests in time`)
          }
          stopAll(workers)
          return found
        },
      })
      const middle = ((1 + millions) / 2) * million
      const early = peakBetween(samples, million, middle)
      const late = peakBetween(samples, middle, Number.POSITIVE_INFINITY)
      return {
        method: `one worker, ${loadUsers} users; largest resident memory while the second half of the requests from the first to the ${millions}th million was made ÷ while the first half was (the collector lets memory rise and fall, so single moments say little)`,
        ratios: [
          ratioOf(
            `memory between 1 and ${millions} million requests: peak of the second half ÷ first half`,
            round(late / early),
            '×',
            { atMost: flatRatio },
          ),
        ],
        figures: {
          millions,
          earlyPeakMib: round(early / mib),
          latePeakMib: round(late / mib),
          seriesMib: seriesOf(samples, millions),
        },
      }
    })
  },
}

/** Largest memory while requests from one count up to another were made, bytes. */
export const peakBetween = (samples: readonly MemorySample[], from: number, to: number): number =>
  Math.max(...samples.filter(({ requests }) => requests >= from && requests < to).map(({ bytes }) => bytes))

/** Memory in MiB at a number of evenly spaced counts of requests. */
const seriesOf = (samples: readonly MemorySample[], millions: number): number[] =>
  Array.from({ length: seriesLength }, (_, index) => {
    const requests = ((index + 1) / seriesLength) * millions * million
    const sample = samples.find(candidate => candidate.requests >= requests) ?? samples.at(-1)
    return Math.round((sample?.bytes ?? 0) / mib)
  })
