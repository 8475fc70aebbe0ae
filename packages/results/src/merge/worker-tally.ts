/** What each worker of a run has sent, lost, and last told of itself: the base of the machines' live figures. */
import { agentOfWorker, type StoredBatch } from '../batches/stored-batch.ts'

export interface WorkerTally {
  readonly workerId: string
  readonly agentId: string
  /** Highest number up to which every batch has come. */
  seq: number
  /** Numbers that came out of order. */
  readonly ahead: Set<number>
  /** Number of the batch whose readings are the latest. */
  latestSeq: number
  second: number
  users: number
  sent: number
  counted: number
  lost: number
  health: StoredBatch['health']
  end: StoredBatch['end']
}

export class WorkerTallies {
  readonly #workers = new Map<string, WorkerTally>()
  readonly #byAgent = new Map<string, WorkerTally[]>()
  #lost = 0

  /** Takes a batch into account; each (worker, seq) may come only once. */
  add(batch: StoredBatch): WorkerTally {
    const worker = this.#workers.get(batch.workerId) ?? this.#begin(batch.workerId)
    worker.ahead.add(batch.seq)
    while (worker.ahead.delete(worker.seq + 1)) worker.seq++
    worker.counted += batch.counted
    if (batch.end !== null) {
      worker.end = batch.end
      worker.lost += batch.end.lost
      this.#lost += batch.end.lost
    }
    if (batch.seq > worker.latestSeq) {
      worker.latestSeq = batch.seq
      worker.second = batch.second
      worker.users = batch.end === null ? batch.users : 0
      worker.sent = batch.sent
      worker.health = batch.health ?? worker.health
    }
    return worker
  }

  /** Whether the batch has been taken into account. */
  has({ workerId, seq }: Pick<StoredBatch, 'workerId' | 'seq'>): boolean {
    const worker = this.#workers.get(workerId)
    return worker !== undefined && (seq <= worker.seq || worker.ahead.has(seq))
  }

  get(workerId: string): WorkerTally | undefined {
    return this.#workers.get(workerId)
  }

  all(): WorkerTally[] {
    return [...this.#workers.values()]
  }

  ofAgent(agentId: string): readonly WorkerTally[] {
    return this.#byAgent.get(agentId) ?? []
  }

  /** Last second that any worker of the machine has told of; 0 when none has. */
  lastSecondOf(agentId: string): number {
    return Math.max(0, ...this.ofAgent(agentId).map(worker => worker.second))
  }

  /** Requests whose outcome died with their worker. */
  get lost(): number {
    return this.#lost
  }

  #begin(workerId: string): WorkerTally {
    const worker = newTally(workerId)
    this.#workers.set(workerId, worker)
    const ofAgent = this.#byAgent.get(worker.agentId)
    if (ofAgent === undefined) this.#byAgent.set(worker.agentId, [worker])
    else ofAgent.push(worker)
    return worker
  }
}

function newTally(workerId: string): WorkerTally {
  return {
    workerId,
    agentId: agentOfWorker(workerId),
    seq: 0,
    ahead: new Set(),
    latestSeq: 0,
    second: 0,
    users: 0,
    sent: 0,
    counted: 0,
    lost: 0,
    health: null,
    end: null,
  }
}
