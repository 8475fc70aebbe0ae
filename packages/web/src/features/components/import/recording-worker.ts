/** A worker that reads one file of recorded requests. */
import { type ReadOrder, type ReadReport, readFile } from './read-in-worker.ts'

const report = (message: ReadReport) => postMessage(message)

addEventListener('message', ({ data }: MessageEvent<ReadOrder>) => {
  const reading = readFile(data, readBytes => report({ kind: 'progress', readBytes }))
  reading.then(
    recording => report({ kind: 'done', recording }),
    // An error that nobody handles becomes the error event of the worker.
    (error: unknown) => reportError(error),
  )
})
