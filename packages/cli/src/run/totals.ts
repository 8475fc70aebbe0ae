/**
 * Totals of a run's batches besides their counters: bytes, iterations, starts that came late or not at all, and what
 * each worker sent.
 */
import type { Batch } from '@pone/contract/link/batch.ts'
import { MachineHealth } from '@pone/metrics/machine-health.ts'

/** Counts of one worker process. */
export interface WorkerTotals {
  /** Requests sent. */
  sent: number
  /** Of those, how many have an outcome. */
  completed: number
  /** Of those, how many were lost with the worker. */
  lost: number
  /** Of those sent, repetitions of requests that a dropped connection took with it. */
  repeated: number
  hasEnded: boolean
}

export class Totals {
  iterations = 0
  lateStarts = 0
  droppedStarts = 0
  /** Bytes of all requests, on the wire. */
  sentBytes = 0
  receivedBytes = 0
  /** Requests, transactions and iterations under a label: those with a line in a sample log. */
  samples = 0
  readonly workers = new Map<string, WorkerTotals>()
  readonly health = new MachineHealth()

  /** Each batch must be added once. */
  add(batch: Batch): void {
    if (batch.health !== null) this.health.add(batch.second, batch.health)
    this.iterations += batch.iterations
    this.lateStarts += batch.lateStarts
    this.droppedStarts += batch.droppedStarts
    for (const label of batch.labels) {
      this.sentBytes += label.sentBytes
      this.receivedBytes += label.receivedBytes
      this.samples += label.passed + label.failed
    }
    const { sent, completed, repeated = 0, end } = batch
    const lost = end?.lost ?? 0
    this.workers.set(batch.workerId, { sent, completed, lost, repeated, hasEnded: end !== null })
  }

  /** Sums over all workers. */
  sum(): Pick<WorkerTotals, 'sent' | 'completed' | 'lost' | 'repeated'> & { isReconciled: boolean } {
    const all = [...this.workers.values()]
    const sum = (field: 'sent' | 'completed' | 'lost' | 'repeated') =>
      all.reduce((total, worker) => total + worker[field], 0)
    return {
      sent: sum('sent'),
      completed: sum('completed'),
      lost: sum('lost'),
      repeated: sum('repeated'),
      isReconciled: all.every(({ sent, completed, lost, hasEnded }) => hasEnded && sent === completed + lost),
    }
  }
}
