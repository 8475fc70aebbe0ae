/** Thread that computes one verdict with its correlations for judge-thread.ts. */
import { parentPort, workerData } from 'node:worker_threads'
import { type JudgementTask, judgementOf } from '@pone/results/monitoring/judgement.ts'

// Both ends of the thread are of the same process and version.
parentPort?.postMessage(judgementOf(workerData as JudgementTask))
