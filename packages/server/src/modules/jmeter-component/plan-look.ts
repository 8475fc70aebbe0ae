/** Whether an upload is a test plan that JMeter can read; if not, where and why. Large ones are parsed in a worker thread, so that other requests are not delayed. */
import { Worker } from 'node:worker_threads'
import { AppError } from '@pone/contract/errors.ts'
import { jmxProblemText } from '@pone/jmeter/jmx/problem.ts'
import { type Language } from '@pone/schema/bilingual.ts'
import { faultsIn, type PlanFaults } from './plan-problem.ts'

const largeBytes = 128 * 1024
const maxReadMs = 20_000
const maxHeapMiB = 768

export interface UploadedPlan {
  readonly bytes: Uint8Array
  /** Language of the error text. */
  readonly language: Language
}

/** @throws AppError PlanRefused with line and column from 1; FileContentRefused when reading takes too long */
export async function assertPlan(plan: UploadedPlan): Promise<void> {
  await missingIn(plan, [])
}

/** Names of the files that the plan reads and that no load machine can have, if the component's are called `held`. @throws AppError as `assertPlan` */
export async function missingIn(
  { bytes, language }: UploadedPlan,
  held: readonly string[],
): Promise<readonly string[]> {
  const look = bytes.length > largeBytes ? readInThread : faultsIn
  const { problem, missing } = await look(bytes, held)
  if (problem === null) return missing
  const { line, column } = problem
  const detail = jmxProblemText(problem)[language]
  throw new AppError('PlanRefused', { line, column, detail, field: 'file' })
}

function readInThread(bytes: Uint8Array, held: readonly string[]): Promise<PlanFaults> {
  const worker = new Worker(new URL('./plan-look.worker.ts', import.meta.url), {
    workerData: { bytes, held },
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMiB },
  })
  return new Promise((resolve, reject) => {
    const tooMuch = (cause?: unknown): void =>
      reject(new AppError('FileContentRefused', { detail: 'tooMuchContent', field: 'file' }, { cause }))
    const timer = setTimeout(() => {
      tooMuch()
      void worker.terminate()
    }, maxReadMs)
    worker.once('message', (faults: PlanFaults) => resolve(faults))
    worker.once('error', tooMuch)
    worker.once('exit', () => {
      clearTimeout(timer)
      tooMuch()
    })
  })
}
