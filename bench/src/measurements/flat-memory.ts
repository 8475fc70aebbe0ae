/** Whether a worker's memory stays the same between the first and the last of many million requests. */
import { loadUsers } from '../peers/peer.ts'
import { constantUsers } from '../pone/plans.ts'
import { runLoad, stopAll } from '../pone/run-load.ts'
import { residentBytes } from '../process-usage.ts'
import { ratioOf } from '../result.ts'
import { median, round } from '../statistics.ts'
import type { Measurement } from './measurement.ts'

const million = 1_000_000
const pollMs = 100
const longestPerMillionMs = 90_000
/** Growth that an engine with a collector may show without leaking. */
const flatRatio = 1.1

/** Resident memory when that many requests had been made. */
interface MemorySample {
  readonly requests: number
  readonly bytes: number
}

export const flatMemory: Measurement = {
  name: 'flat-memory',
  async measure(context) {
    const millions = context.mode === 'quick' ? 2 : 60
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
      const first = memoryAt(samples, million)
      const last = memoryAt(samples, millions * million)
      return {
        method: `one worker, ${loadUsers} users; median resident memory around the first and the last of ${millions} million requests`,
        ratios: [
          ratioOf(`memory after ${millions} million requests ÷ after 1 million`, round(last / first), '×', {
            atMost: flatRatio,
          }),
        ],
        figures: { millions, firstMib: round(first / 1_024 ** 2), lastMib: round(last / 1_024 ** 2) },
      }
    })
  },
}

/** Median of the samples of the quarter of a million requests up to `requests`. */
export const memoryAt = (samples: readonly MemorySample[], requests: number): number =>
  median(
    samples
      .filter(
        sample => sample.requests > requests - million / 4 && sample.requests <= requests + million / 20,
      )
      .map(sample => sample.bytes),
  )
