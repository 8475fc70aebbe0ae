/** Path of the worker's program. */

/** Module to fork for a worker that runs JMeter. */
export const jmeterWorkerEntry = new URL('./main.ts', import.meta.url)
