/** Made-up runs for tests of the comparison: a ramp-up, then a level, with noise in which a second resembles the one before it. */
import { randomUUID } from 'node:crypto'
import { Counters } from '@pone/metrics/counters.ts'
import { seededRandom } from '@pone/metrics/simulated-run.ts'
import type { RunLabel } from '@pone/plan/scenario/run-label.ts'
import { type loadModelSchema, scenarioDocumentSchema } from '@pone/plan/scenario/scenario.ts'
import type { z } from 'zod'
import { encodeLabels } from './batches/label-codec.ts'
import { type StoredBatch, toStoredBatch } from './batches/stored-batch.ts'
import { partOfRun } from './comparison/compared-part.ts'
import type { ResultsStore } from './comparison/merged-seconds.ts'
import type { KnownPart } from './comparison/run-facts.ts'
import { sampleRun } from './sample-run.ts'

export interface SteadyRun {
  readonly rampUpSeconds: number
  readonly seconds: number
  /** Requests a second and median time, ms, once the load is reached. */
  readonly perSecond: number
  readonly medianMs: number
  /** Standard deviation of the level's logarithm, and the correlation of it with that of the next second. */
  readonly noise01: number
  readonly correlation: number
  readonly seed: number
  readonly users?: number
}

const sample = sampleRun({ seconds: 1, workers: 1, requestLabels: 1 })
/** Of the logarithm of the times within a second. */
const spread = 0.3

/** The run with its batches, one a second. */
export function steadyRun(run: SteadyRun): { part: KnownPart; batches: StoredBatch[] } {
  const [template] = sample.batches
  const label = sample.record.labels.find(({ kind }) => kind === 'request')
  if (template === undefined || label === undefined) throw new Error('the sample has no batch')
  const random = seededRandom(run.seed)
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const { rampUpSeconds, seconds, perSecond, medianMs, noise01, correlation, users = 50 } = run
  let level = normal()
  const batches = Array.from({ length: seconds }, (_, second) => {
    const share01 = Math.min(1, (second + 0.5) / (rampUpSeconds || 1))
    level = correlation * level + Math.sqrt(1 - correlation ** 2) * normal()
    const scale = Math.exp(noise01 * level)
    const counters = new Counters()
    for (let count = Math.round(perSecond * share01 * scale); count > 0; count--) {
      const ms = medianMs * (0.5 + 0.5 * share01) * scale * Math.exp(spread * normal())
      counters.record(Math.round(1_000 * ms), true, 400, 5_000)
    }
    const labels = encodeLabels([{ label: label.index, ...counters.toWire() }])
    return { ...toStoredBatch({ ...template, second, seq: second + 1 }, () => true), labels }
  })
  const loadModel = { kind: 'constant', users, rampUpSeconds, durationSeconds: seconds } as const
  return { part: comparablePart({ seconds, loadModel, labels: sample.record.labels }), batches }
}

/** All of a run that ended after so many seconds, nothing of it suspect. */
export function comparablePart(run: {
  readonly seconds: number
  readonly loadModel: z.input<typeof loadModelSchema>
  readonly labels: readonly RunLabel[]
}): KnownPart {
  const record = {
    ...sample.record,
    id: randomUUID(),
    labels: [...run.labels],
    suspect: [],
    endedAt: (sample.record.startedAt ?? 0) + 1_000 * run.seconds,
    scenario: scenarioDocumentSchema.parse({ loadModel: run.loadModel }),
  }
  return {
    ...partOfRun(record, { runId: '', fromMs: null, toMs: null }, 0),
    rowSeconds: null,
    plan: { components: [], contentHash: null },
    machines: [],
    events: [],
  }
}

/** A store that holds these runs, none of them condensed. */
export function storeOf(runs: readonly ReturnType<typeof steadyRun>[]): ResultsStore {
  const byId = new Map(runs.map(({ part, batches }) => [part.record.id, batches]))
  return {
    batches: {
      async *read(runId, from = 0, to = Number.POSITIVE_INFINITY) {
        yield (byId.get(runId) ?? []).filter(({ second }) => second >= from && second <= to)
      },
    },
    condensed: {
      async *read() {
        yield []
      },
    },
  }
}
