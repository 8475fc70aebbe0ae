/** Worker thread that encodes blocks of sealed hours and decodes those of long queries, so that calls are not delayed. */

import { parentPort } from 'node:worker_threads'
import { errorStack } from '@pone/schema/error-text.ts'
import { type CurveTask, readCurve } from './read-curve.ts'
import { type SealingInput, sealSamples } from './seal-samples.ts'
import type { ThreadAnswer, ThreadTask } from './series-thread.ts'

const port = parentPort
if (port === null) throw new Error('This file is the code of a thread.')

const execute = (task: CurveTask[] | SealingInput) =>
  Array.isArray(task) ? task.map(readCurve) : sealSamples(task)

port.on('message', ({ id, task }: ThreadTask) => {
  let answer: ThreadAnswer
  try {
    answer = { id, result: execute(task) }
  } catch (cause) {
    answer = { id, problem: errorStack(cause) }
  }
  port.postMessage(answer)
})
