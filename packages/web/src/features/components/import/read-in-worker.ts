/** Reads a file of recorded requests in a worker, so that the page stays responsive and the reading can be ended. */
import type { CorrelatedRecording } from '@pone/recording/model/recording.ts'
import { readRecording } from '@pone/recording/read-recording.ts'
import type { ReadOptions } from '@pone/recording/readers.ts'
import type { CorrelationRules } from '@pone/schema/correlation-rules.ts'
import { orderReading, piecesOf, type Reading as ReadingOf } from '../../../lib/file-reading.ts'

/** Answers the recording, null for an unknown format. */
export type Reading = ReadingOf<CorrelatedRecording | null>

/** What is to be read. */
export interface ReadOrder {
  readonly file: File
  readonly options: ReadOptions
  /** A recording of the same steps; null without one. */
  readonly second: File | null
}

/** `onProgress` counts the bytes of both files. */
export type StartReading = (order: ReadOrder, onProgress: (readBytes: number) => void) => Reading

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

export const readInWorker: StartReading = (order, onProgress) =>
  orderReading(
    new Worker(new URL('./recording-worker.ts', import.meta.url), { type: 'module' }),
    order,
    onProgress,
  )
