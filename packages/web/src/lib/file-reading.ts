/** Reads a file in a worker, so that the page stays responsive and the reading can be ended: the messages of both sides. */

import { errorText } from '@pone/schema/error-text.ts'

/** What the worker reports: how much it has read, and at the end what it made of it. */
export type ReadReport<Result> =
  | { readonly kind: 'progress'; readonly readBytes: number }
  | { readonly kind: 'done'; readonly result: Result }
  | { readonly kind: 'failed'; readonly reason: string }

export interface Reading<Result> {
  readonly done: Promise<Result>
  /** Ends the reading; `done` then stays pending. */
  readonly cancel: () => void
}

const chunkBytes = 4 * 1024 ** 2

/** Pieces of the file, each told before the next one is read. */
export async function* piecesOf(
  file: File,
  onProgress: (readBytes: number) => void,
): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.size; at += chunkBytes) {
    yield new Uint8Array(await file.slice(at, at + chunkBytes).arrayBuffer())
    onProgress(Math.min(file.size, at + chunkBytes))
  }
}

/** In the worker: answers the one order that it gets. */
export function answerOrder<Order, Result>(
  read: (order: Order, onProgress: (readBytes: number) => void) => Promise<Result>,
): void {
  const report = (message: ReadReport<Result>) => postMessage(message)
  addEventListener('message', ({ data }: MessageEvent<Order>) => {
    const reading = read(data, readBytes => report({ kind: 'progress', readBytes }))
    reading.then(
      result => report({ kind: 'done', result }),
      // The error event of a worker has no text of errors of the browser, such as that a file is gone.
      (error: unknown) => report({ kind: 'failed', reason: errorText(error) }),
    )
  })
}

/** On the page: gives the worker its order. */
export function orderReading<Order, Result>(
  worker: Worker,
  order: Order,
  onProgress: (readBytes: number) => void,
): Reading<Result> {
  const done = new Promise<Result>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<ReadReport<Result>>) => {
      if (data.kind === 'progress') return onProgress(data.readBytes)
      worker.terminate()
      if (data.kind === 'failed') reject(new Error(data.reason))
      else resolve(data.result)
    }
    worker.onerror = ({ message }) => {
      worker.terminate()
      reject(new Error(message))
    }
  })
  worker.postMessage(order)
  return { done, cancel: () => worker.terminate() }
}
