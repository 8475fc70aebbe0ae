/** Runs one load of Pone on one target: prepared, started, observed by `during`, and read to its end. */

import type { Batch } from '@pone/contract/link/batch.ts'
import { errorText } from '@pone/schema/error-text.ts'
import type { BenchContext } from '../bench-context.ts'
import type { Target } from '../target/target.ts'
import { LoadWorker } from './load-worker.ts'
import { type Load, planOf } from './plans.ts'
import { type RunTotals, totalsOf } from './totals.ts'

/** Time a worker gets to drain and to send its last messages. */
const endTimeoutMs = 60_000

export interface LoadOptions<T> {
  readonly load: Load
  /** Addresses that the users are spread over; the target's first one by default. */
  readonly urls?: readonly string[]
  /** Cores of each worker; one worker on the generator's core by default. */
  readonly workers?: readonly (readonly number[])[]
  /** What to do while the load runs; afterwards the end of the workers is awaited. */
  during(workers: readonly LoadWorker[]): Promise<T>
}

/** The run's totals, the batches of each worker, and the result of `during`. @throws Error with the worker's own message */
export async function runLoad<T>(
  context: BenchContext,
  target: Target,
  options: LoadOptions<T>,
): Promise<{ totals: RunTotals; batches: Batch[][]; seen: T; folders: string[] }> {
  const { load, workers: cores = [[context.cores.generator]] } = options
  const plan = planOf(options.urls ?? [target.url], load)
  const workers: LoadWorker[] = []
  const folders: string[] = []
  try {
    for (const [index, own] of cores.entries()) {
      const share = { from01: index / cores.length, to01: (index + 1) / cores.length }
      const folder = await context.newFolder('worker')
      folders.push(folder)
      workers.push(await LoadWorker.prepare({ plan, folder, cores: own, share }))
    }
    const startAt = Date.now() + (cores.length > 1 ? 200 : 0)
    for (const worker of workers) worker.start(startAt)
    const seen = await options.during(workers)
    const batches: Batch[][] = []
    for (const worker of workers) batches.push(await worker.batches(endTimeoutMs))
    return { totals: totalsOf(plan, batches), batches, seen, folders }
  } catch (error) {
    const words = await Promise.all(workers.map(worker => worker.lastWords()))
    throw new Error(`${errorText(error)}; ${words.join('; ')}`, {
      cause: error,
    })
  } finally {
    for (const worker of workers) worker.kill()
  }
}

/** Stops workers in an orderly way whose load has no end of its own. */
export function stopAll(workers: readonly LoadWorker[], force = false): void {
  for (const worker of workers) worker.stop(force)
}
