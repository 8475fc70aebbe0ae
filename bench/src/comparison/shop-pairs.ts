/** Pairs of real runs of the demo shop: how often equal ones are called different, and slower ones found. */
import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunPlan } from '@pone/contract/link/plan.ts'
import { componentDocumentSchema } from '@pone/plan/component/component.ts'
import { type StoredBatch, toStoredBatch } from '@pone/results/batches/stored-batch.ts'
import { compareParts } from '@pone/results/comparison/compare.ts'
import type { KnownPart } from '@pone/results/comparison/run-facts.ts'
import { comparablePart, storeOf } from '@pone/results/steady-pair.ts'
import { LoadWorker } from '../pone/load-worker.ts'
import { constantUsers, runPlanOf } from '../pone/plans.ts'
import { median, round } from '../statistics.ts'
import { changeShop, withShop } from '../target/shop.ts'

const users = 16
const rampUpSeconds = 5
const thinkTimeMs = 50
const endTimeoutMs = 60_000
/** The shop's own times as delivered; the wire and the think time come on top. */
const usual = { latencyMs: 5, latencyJitterMs: 10 }
const slowDownsPercent = [10, 30]
/** One slower run of each kind for so many equal pairs. */
const equalPairsPerSlower = 3

interface ComparedPair {
  /** Of the shop's own times in the second run, percent; 0 = equal. */
  readonly slowerPercent: number
  /** Figures of all requests that are called different. */
  readonly different: readonly string[]
  /** Of the average time: what was measured, what could have been shown. */
  readonly avgDeltaPercent: number | null
  readonly smallestPercent: number | null
  /** Load average of the machine before the pair. */
  readonly loadAverage: number
}

export interface ShopPairs {
  readonly method: string
  readonly falseAlarm01: number
  /** By slow-down in percent: share of pairs whose average time is called different. */
  readonly power01: Readonly<Record<string, number>>
  /** Median over the equal pairs, for the average time. */
  readonly smallestPercent: number | null
  readonly pairs: readonly ComparedPair[]
}

/** `pairs` equal pairs of runs of `seconds`, and slower ones among them; each run by a new load worker. */
export async function measureShopPairs(
  pairs: number,
  seconds: number,
  onPair: (pair: ComparedPair) => void,
): Promise<ShopPairs> {
  const found: ComparedPair[] = []
  await withShop(usual, async ({ address }) => {
    const run = async (slowerPercent: number) => {
      const by = 1 + slowerPercent / 100
      await changeShop(address, {
        latencyMs: usual.latencyMs * by,
        latencyJitterMs: usual.latencyJitterMs * by,
      })
      return runOnce(address, seconds)
    }
    const keep = (pair: ComparedPair) => {
      found.push(pair)
      onPair(pair)
    }
    for (let pair = 0; pair < pairs; pair++) {
      const loadAverage = round(loadavg()[0] ?? 0)
      const first = await run(0)
      keep(await compared([first, await run(0)], { slowerPercent: 0, loadAverage }))
      if (pair % equalPairsPerSlower !== 0) continue
      for (const slowerPercent of slowDownsPercent)
        keep(await compared([first, await run(slowerPercent)], { slowerPercent, loadAverage }))
    }
  })
  const share01 = (slowerPercent: number, isFound: (pair: ComparedPair) => boolean) => {
    const of = found.filter(pair => pair.slowerPercent === slowerPercent)
    return round(of.filter(isFound).length / of.length, 3)
  }
  const smallest = found.flatMap(pair => (pair.slowerPercent === 0 ? (pair.smallestPercent ?? []) : []))
  return {
    method: `${users} users with ${thinkTimeMs} ms between requests, ${rampUpSeconds} s ramp-up, ${seconds} s a run, against the demo shop on the same machine`,
    falseAlarm01: share01(0, ({ different }) => different.length > 0),
    power01: Object.fromEntries(
      slowDownsPercent.map(percent => [
        percent,
        share01(percent, ({ different }) => different.includes('avgMs')),
      ]),
    ),
    smallestPercent: smallest.length === 0 ? null : round(median(smallest)),
    pairs: found,
  }
}

interface ShopRun {
  readonly part: KnownPart
  readonly batches: StoredBatch[]
}

async function compared(
  runs: readonly ShopRun[],
  { slowerPercent, loadAverage }: Pick<ComparedPair, 'slowerPercent' | 'loadAverage'>,
): Promise<ComparedPair> {
  const { signal } = new AbortController()
  const { total } = await compareParts(
    runs.map(({ part }) => part),
    { store: storeOf(runs), signal },
  )
  const changes = total[1]?.changes
  const { deltaPercent = null, smallestPercent = null } = changes?.avgMs ?? {}
  return {
    slowerPercent,
    different: Object.entries(changes ?? {}).flatMap(([metric, { significance }]) =>
      significance === 'different' ? metric : [],
    ),
    avgDeltaPercent: deltaPercent === null ? null : round(deltaPercent),
    smallestPercent: smallestPercent === null ? null : round(smallestPercent),
    loadAverage,
  }
}

/** One run by a new worker on any core, as it is stored. */
async function runOnce(address: string, seconds: number): Promise<ShopRun> {
  const plan = planOf(address, seconds)
  const folder = await mkdtemp(join(tmpdir(), 'pone-shop-pairs-'))
  const worker = await LoadWorker.prepare({ plan, folder, cores: cpus().map((_, core) => core) })
  try {
    worker.start()
    const told = await worker.batches(seconds * 1_000 + endTimeoutMs)
    const isRequest = (label: number) => plan.labels[label]?.kind === 'request'
    return {
      part: comparablePart({ seconds, loadModel: plan.loadModel, labels: plan.labels }),
      batches: told.map(batch => toStoredBatch(batch, isRequest)),
    }
  } finally {
    worker.kill()
    await rm(folder, { recursive: true, force: true })
  }
}

function planOf(address: string, seconds: number): RunPlan {
  const document = componentDocumentSchema.parse({
    settings: { http: { baseUrl: address } },
    steps: [
      { id: 'goods', name: 'goods', kind: 'request', protocol: 'http', http: { url: '/api/goods/1' } },
      { id: 'think', name: 'think', kind: 'thinkTime', durationMs: thinkTimeMs },
    ],
  })
  return runPlanOf([document], { model: constantUsers(users, seconds, rampUpSeconds) })
}
