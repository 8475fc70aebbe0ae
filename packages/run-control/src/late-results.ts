/** Events of a run that has ended: machines whose last seconds are awaited, and results that were delivered late. */
import type { RunEvent } from '@pone/contract/entities/run.ts'
import { owingMachines } from '@pone/results/merge/owing-machines.ts'
import type { BatchReader } from '@pone/results/run-results.ts'
import type { RunStore } from './run-store.ts'

export interface LateResultsDeps {
  readonly runs: Pick<RunStore, 'machines' | 'events' | 'addEvent'>
  readonly batches: Pick<BatchReader, 'workerTotals'>
  readonly now: () => number
}

/** Returns the events that it has stored, one for each machine whose results are incomplete. */
export async function noteAwaited(runId: string, deps: LateResultsDeps): Promise<RunEvent[]> {
  const { runs, batches } = deps
  const owing = owingMachines({
    workers: await batches.workerTotals(runId),
    machines: await runs.machines(runId),
    events: await runs.events(runId),
  })
  const events = owing.map(({ name }) => eventOf('resultsAwaited', { machine: name }, deps))
  for (const event of events) await runs.addEvent(runId, event)
  return events
}

/** Whether the machine's results have been awaited since the end of the run, and have not arrived. */
export async function isAwaited(runId: string, agentId: string, { runs }: LateResultsDeps): Promise<boolean> {
  const name = await nameOf(runId, agentId, runs)
  const last = (await runs.events(runId)).findLast(
    ({ kind, params }) => (kind === 'resultsAwaited' || kind === 'resultsLate') && params['machine'] === name,
  )
  return last?.kind === 'resultsAwaited'
}

/** `requests` is what the machine's late results have added to the run's count; 0 means that it had nothing more. */
export async function noteLate(
  runId: string,
  { agentId, requests }: { agentId: string; requests: number },
  deps: LateResultsDeps,
): Promise<void> {
  const machine = await nameOf(runId, agentId, deps.runs)
  await deps.runs.addEvent(runId, eventOf('resultsLate', { machine, requests }, deps))
}

const nameOf = async (runId: string, agentId: string, runs: LateResultsDeps['runs']): Promise<string> =>
  (await runs.machines(runId)).find(each => each.agentId === agentId)?.name ?? agentId

const eventOf = (
  kind: RunEvent['kind'],
  params: RunEvent['params'],
  { now }: Pick<LateResultsDeps, 'now'>,
): RunEvent => ({ at: now(), kind, params, by: null })
