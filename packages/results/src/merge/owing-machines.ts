/** Which machines have not delivered all that their workers counted: their results are awaited, however long that takes. */
import type { RunEvent } from '@pone/contract/entities/run.ts'
import type { WorkerTotal } from '../batches/batch-company.ts'
import { agentOfWorker } from '../batches/stored-batch.ts'
import type { RunMachine } from '../run-record.ts'

interface Known<M> {
  readonly workers: readonly Pick<WorkerTotal, 'workerId' | 'hasEnded' | 'isWhole'>[]
  readonly machines: readonly M[]
  readonly events: readonly Pick<RunEvent, 'kind' | 'params'>[]
}

/** In the order of `machines`. */
export function owingMachines<M extends Pick<RunMachine, 'agentId' | 'name'>>(known: Known<M>): M[] {
  const owing = new Set(
    known.workers
      .filter(worker => !worker.hasEnded || !worker.isWhole)
      .map(({ workerId }) => agentOfWorker(workerId)),
  )
  return known.machines.filter(({ agentId, name }) => owing.has(agentId) || isAway(name, known.events))
}

/** Lost and not heard of again; such a machine may have driven users of whom nothing is known. */
function isAway(machine: string, events: Known<unknown>['events']): boolean {
  const heard = new Set<RunEvent['kind']>(['machineLost', 'machineBack', 'resultsLate'])
  const last = events.findLast(({ kind, params }) => heard.has(kind) && params['machine'] === machine)
  return last?.kind === 'machineLost'
}
