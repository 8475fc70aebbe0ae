/** How a load machine hands a run's sample logs over after the run: one upload per worker process, compressed, repeated until the server has it. */

/** Path of the upload (PUT, gzip); `worker` is `<slot>.<incarnation>`. The agent proves itself as for plan files. */
export const sampleLogPath = (runId: string, worker: string): string =>
  `/apm-api/link-sample-log/${runId}/${worker}`

/** What `worker` may look like. */
export const sampleLogWorkerPattern = /^\d{1,4}\.\d{1,4}$/
