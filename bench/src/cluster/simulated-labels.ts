/**
 * What simulated workers counted: response times of a plausible distribution, encoded once, so that thousands of
 * batches cost the simulator little.
 */
import type { Batch } from '@pone/contract/link/batch.ts'
import { Counters } from '@pone/metrics/counters.ts'
import { commonPhases } from '@pone/metrics/phases.ts'

/** Different batches that are used in turn. */
const variants = 64

export interface SimulatedLabels {
  /** Requests in one batch. */
  readonly requestsPerBatch: number
  /** A whole `batches` message with one batch. */
  batchText(batch: Pick<Batch, 'runId' | 'workerId' | 'seq' | 'second' | 'end'>): string
}

/** Pseudo-random numbers below 1, the same sequence for the same seed. */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** A response time in µs: mostly around `medianMs`, with a long tail. */
export function responseTimeUs(random: () => number, medianMs: number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  return Math.round(medianMs * 1_000 * Math.exp(0.5 * normal))
}

/** `labels` are the plan's; each gets `samples` values per batch. */
export function simulateLabels(
  labels: readonly { index: number; isRequest: boolean }[],
  samples: number,
): SimulatedLabels {
  const random = seeded(7)
  const texts = Array.from({ length: variants }, () =>
    JSON.stringify(
      labels.map(({ index, isRequest }) => {
        const counters = new Counters()
        for (let sample = 0; sample < samples; sample += 1) {
          const us = responseTimeUs(random, 20 + (index % 50) * 5)
          counters.record(us, true, 400, 2_000)
          if (isRequest) {
            counters.recordPhases(
              [null, null, null, Math.round(us * 0.9), Math.round(us * 0.1)],
              commonPhases,
            )
          }
        }
        return { label: index, ...counters.toWire() }
      }),
    ),
  )
  const requestsPerBatch = labels.filter(label => label.isRequest).length * samples
  return {
    requestsPerBatch,
    batchText: ({ runId, workerId, seq, second, end }) => {
      const isEmpty = end !== null
      const sent = (isEmpty ? seq - 1 : seq) * requestsPerBatch
      const head = JSON.stringify({
        runId,
        workerId,
        seq,
        second,
        users: isEmpty ? 0 : 1,
        targetUsers: isEmpty ? 0 : 1,
        iterations: samples,
        lateStarts: 0,
        droppedStarts: 0,
        sent,
        completed: sent,
        errors: [],
        log: [],
        health: {
          cpu01: 0.4,
          eventLoopDelayMs: 2,
          memoryBytes: 120_000_000,
          connections: 10,
          maxConnections: 65_536,
        },
        end,
      })
      const own = isEmpty ? '[]' : texts[(seq * 31 + workerId.charCodeAt(0)) % variants]
      return `{"kind":"batches","runId":"${runId}","batches":[${head.slice(0, -1)},"labels":${own ?? '[]'}}]}`
    },
  }
}
