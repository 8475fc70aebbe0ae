/** Reads a file of recorded requests in a worker, so that the page stays responsive and the reading can be ended. */
import type { CorrelatedRecording } from '@pone/recording/model/recording.ts'
import { readRecording } from '@pone/recording/read-recording.ts'
import type { ReadOptions } from '@pone/recording/readers.ts'
import type { CorrelationRules } from '@pone/schema/correlation-rules.ts'

/** What the worker reports: how much it has read, and at the end the recording, null for an unknown format. */
export type ReadReport =
  | { readonly kind: 'progress'; readonly readBytes: number }
  | { readonly kind: 'done'; readonly recording: CorrelatedRecording | null }

export interface Reading {
  readonly done: Promise<CorrelatedRecording | null>
  /** Ends the reading; `done` then stays pending. */
  readonly cancel: () => void
}

/** What is to be read. */
export interface ReadOrder {
  readonly file: File
  readonly options: ReadOptions
  /** A recording of the same steps; null without one. */
  readonly second: File | null
}

/** `onProgress` counts the bytes of both files. */
export type StartReading = (order: ReadOrder, onProgress: (readBytes: number) => void) => Reading

const chunkBytes = 4 * 1024 ** 2

/** Pieces of the file, each told before the next one is read. */
async function* piecesOf(file: File, onProgress: (readBytes: number) => void): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.size; at += chunkBytes) {
    yield new Uint8Array(await file.slice(at, at + chunkBytes).arrayBuffer())
    onProgress(Math.min(file.size, at + chunkBytes))
  }
}

export function readFile(
  { file, options, second }: ReadOrder,
  onProgress: (readBytes: number) => void,
): Promise<CorrelatedRecording | null> {
  const ofSecond = (readBytes: number) => onProgress(file.size + readBytes)
  return readRecording(
    piecesOf(file, onProgress),
    options,
    second === null ? null : piecesOf(second, ofSecond),
  )
}

/** Reads by the rules of the project, as they are when the reading starts. */
export const withRules =
  (start: StartReading, load: () => Promise<CorrelationRules>): StartReading =>
  (order, onProgress) => {
    let reading: Reading | null = null
    let isCancelled = false
    const done = load().then(rules => {
      if (isCancelled) return new Promise<never>(() => undefined)
      reading = start({ ...order, options: { ...order.options, rules } }, onProgress)
      return reading.done
    })
    const cancel = () => {
      isCancelled = true
      reading?.cancel()
    }
    return { done, cancel }
  }

export const readInWorker: StartReading = (order, onProgress) => {
  const worker = new Worker(new URL('./recording-worker.ts', import.meta.url), { type: 'module' })
  const done = new Promise<CorrelatedRecording | null>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<ReadReport>) => {
      if (data.kind === 'progress') return onProgress(data.readBytes)
      worker.terminate()
      resolve(data.recording)
    }
    worker.onerror = ({ message }) => {
      worker.terminate()
      reject(new Error(message))
    }
  })
  worker.postMessage(order)
  return { done, cancel: () => worker.terminate() }
}
