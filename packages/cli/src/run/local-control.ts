/** The control of a run on this machine: the same as a server's, with everything kept in memory. */
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { CapacityOrder } from '@pone/contract/entities/capacity.ts'
import type { AgentCommand, AgentMessage } from '@pone/contract/link/messages.ts'
import type { RunPlan } from '@pone/contract/link/plan.ts'
import { isActiveRun } from '@pone/contract/states.ts'
import type { ScenarioDocument } from '@pone/plan/scenario/scenario.ts'
import { placeLabels } from '@pone/results/batches/label-places.ts'
import type { RunRecord } from '@pone/results/run-record.ts'
import { ActiveRun } from '@pone/run-control/active-run.ts'
import { createBatchIntake } from '@pone/run-control/batch-intake.ts'
import { MachineWatch } from '@pone/run-control/machine-watch.ts'
import { newRun } from '@pone/run-control/new-run.ts'
import { partsOf } from '@pone/run-control/run-parts.ts'
import { errorsOfMemory } from '@pone/run-control/run-store.ts'
import type { RunWriter } from '@pone/run-control/run-writer.ts'
import { agentId, whole } from './local-agent.ts'

/** The record of a run that starts now. */
export function localRecord(input: {
  readonly name: string
  readonly plan: RunPlan
  readonly scenario: ScenarioDocument
  readonly by: string
  readonly capacity: CapacityOrder | null
}): RunRecord {
  const { name, plan, scenario, by, capacity } = input
  const at = Date.now()
  return {
    number: 1,
    ...newRun({
      runId: plan.runId,
      projectId: '',
      scenario: { ...scenarioNode(name, at), document: scenario },
      clusterId: '',
      clusterName: hostname(),
      plan,
      by,
      at,
      capacity,
    }),
  }
}

export function localControl(
  record: RunRecord,
  deps: {
    readonly longestResponseMs: number
    readonly writer: RunWriter
    readonly send: (command: AgentCommand) => boolean
    readonly onEnded: () => void
    readonly onFailure: (what: string, cause: unknown) => void
  },
): ActiveRun {
  return new ActiveRun(
    record,
    new MachineWatch(partsOf(record.id, [{ agentId, name: hostname(), ...whole }])),
    { longestResponseMs: deps.longestResponseMs },
    {
      send: (_agent, command) => deps.send(command),
      runs: {
        update: async () => undefined,
        addEvent: async () => undefined,
        saveMachine: async () => undefined,
      },
      intake: createBatchIntake({
        batches: {
          store: async (_run, batches) => [...batches],
        },
        addLabels: async (_run, names) => [...record.labels, ...placeLabels(record.labels, names).missing],
        storeErrors: errorsOfMemory,
        onDamage: deps.onFailure,
      }),
      writer: deps.writer,
      roundTripMs: () => 0,
      keepLeases: async () => undefined,
      now: () => Date.now(),
      newId: randomUUID,
      onState: ({ state }) => {
        if (!isActiveRun(state)) deps.onEnded()
      },
    },
  )
}

/** Passes a message of the agent to the run; resolves when it has been processed. */
export async function pass(message: AgentMessage, run: ActiveRun): Promise<void> {
  if (message.kind === 'coordination') run.coordination.receive(agentId, message)
  else if (message.kind === 'batches') await run.takeBatches(message)
  else if (message.kind === 'runPrepared') run.prepared(agentId, message)
  else if (message.kind === 'runStarted') run.started(agentId, message.at)
  else if (message.kind === 'workerLost') run.workerLost(agentId, message)
  else if (message.kind === 'runEnded') run.machineEnded(agentId, message)
}

const scenarioNode = (name: string, updatedAt: number) => ({
  id: randomUUID(),
  parentId: null,
  kind: 'scenario' as const,
  name,
  position: 0,
  updatedAt,
  updatedBy: '',
  revision: 1,
})
