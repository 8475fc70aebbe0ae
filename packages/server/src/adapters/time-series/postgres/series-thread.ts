/** The thread for blocks: started on the first task, restarted after a crash, and no reason for the process to stay alive. */
import { Worker } from 'node:worker_threads'
import type { CurveColumns } from '../reduce.ts'
import { type CurveTask, readCurve } from './read-curve.ts'
import type { SealedSeries, SealingInput } from './seal-samples.ts'

export interface ThreadTask {
  readonly id: number
  readonly task: CurveTask[] | SealingInput
}

export type ThreadAnswer =
  | { readonly id: number; readonly result: CurveColumns[] | SealedSeries[] }
  | { readonly id: number; readonly problem: string }

interface Waiting {
  readonly resolve: (result: unknown) => void
  readonly reject: (cause: Error) => void
}

/** Blocks up to this many are decoded at once (some 0.1 ms each), without the way to the thread. */
const fewBlocks = 40
/** Bytes of exported lines that take as long as a block. */
const lineBytesPerBlock = 10_000

export class SeriesThread {
  #worker: Worker | null = null
  #nextId = 1
  readonly #waiting = new Map<number, Waiting>()

  /** @throws Error if the thread dies */
  async curves(tasks: CurveTask[]): Promise<CurveColumns[]> {
    let blocks = 0
    for (const { parts } of tasks) {
      blocks += parts.blocks.length + parts.minutes.length + parts.hot.length
      for (const { bytes } of parts.lines) blocks += bytes.byteLength / lineBytesPerBlock
    }
    if (blocks <= fewBlocks) return tasks.map(readCurve)
    return (await this.#execute(tasks)) as CurveColumns[]
  }

  /** @throws Error if the thread dies */
  async seal(input: SealingInput): Promise<SealedSeries[]> {
    return (await this.#execute(input)) as SealedSeries[]
  }

  async close(): Promise<void> {
    const worker = this.#worker
    this.#worker = null
    await worker?.terminate()
  }

  #execute(task: ThreadTask['task']): Promise<unknown> {
    const worker = (this.#worker ??= this.#start())
    const id = this.#nextId
    this.#nextId += 1
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      worker.ref()
      worker.postMessage({ id, task } satisfies ThreadTask)
    })
  }

  #start(): Worker {
    const worker = new Worker(new URL('./series.worker.ts', import.meta.url))
    worker.on('message', (answer: ThreadAnswer) => {
      const waiting = this.#waiting.get(answer.id)
      this.#waiting.delete(answer.id)
      if (this.#waiting.size === 0) worker.unref()
      if ('problem' in answer) waiting?.reject(new Error(answer.problem))
      else waiting?.resolve(answer.result)
    })
    const fail = (cause: Error): void => {
      if (this.#worker === worker) this.#worker = null
      const waiting = [...this.#waiting.values()]
      this.#waiting.clear()
      for (const { reject } of waiting) reject(cause)
    }
    worker.once('error', fail)
    worker.once('exit', () => fail(new Error('The thread for blocks of series ended')))
    return worker
  }
}
