/** Thread that reads one large plan for plan-look.ts. */
import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { faultsIn } from './plan-problem.ts'

const { bytes, held } = z
  .object({ bytes: z.instanceof(Uint8Array), held: z.array(z.string()) })
  .parse(workerData)
parentPort?.postMessage(faultsIn(bytes, held))
