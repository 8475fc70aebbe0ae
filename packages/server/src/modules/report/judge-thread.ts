/** Computes verdicts in a thread of its own, with bounded memory and time: they take some 100 ms of a processor. */
import { Worker } from 'node:worker_threads'
import type { Judgement, JudgementTask } from '@pone/results/monitoring/judgement.ts'

const maxMs = 30_000
const maxHeapMiB = 256

/** @throws when the time or memory is used up */
export function judgeInThread(task: JudgementTask): Promise<Judgement> {
  const worker = new Worker(new URL('./judge.worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMiB },
  })
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Error(`the verdict was not computed within ${maxMs / 1_000} s`))
      void worker.terminate()
    }, maxMs)
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', code => {
      clearTimeout(timer)
      reject(new Error(`the thread of the verdict ended with code ${code}`))
    })
  })
}
