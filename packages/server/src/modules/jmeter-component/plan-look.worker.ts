/** Thread that reads one large plan for plan-look.ts. */
import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { problemIn } from './plan-problem.ts'

parentPort?.postMessage({ problem: problemIn(z.instanceof(Uint8Array).parse(workerData)) })
