/**
 * Passes the agents' messages to the runs they are about: an active run handles them, an ended one gets its late
 * results, a deleted one is dropped by the agent.
 */

import type { AgentCommand, Hello } from '@pone/contract/link/messages.ts'
import type {
  BatchesMessage,
  CoordinationMessage,
  LoadHeldMessage,
  RunEndedMessage,
  RunPreparedMessage,
  RunStartedMessage,
  ShareTakenMessage,
  WorkerLostMessage,
} from '@pone/contract/link/run-messages.ts'
import { isActiveRun } from '@pone/contract/states.ts'
import type { RunRecord } from '@pone/results/run-record.ts'
import { idSchema } from '@pone/schema/common.ts'
import type { ActiveRun } from './active-run.ts'
import type { BatchIntake } from './batch-intake.ts'
import type { RunStore } from './run-store.ts'
import type { RunWriter } from './run-writer.ts'

interface Held {
  readonly run: ActiveRun
  readonly writer: RunWriter
}

interface LinkHandlerDeps {
  readonly active: (runId: string) => Held | null
  readonly all: () => Iterable<Held>
  readonly runs: Pick<RunStore, 'findById' | 'machines' | 'endMachine'>
  readonly intake: BatchIntake
  readonly link: { send(agentId: string, command: AgentCommand): boolean }
  /** Recounts an ended run when it has got results since. */
  readonly countLate: (record: RunRecord, agentId: string) => Promise<void>
  readonly newId: () => string
}

export function createLinkHandlers(deps: LinkHandlerDeps) {
  return { ...runHandlers(deps), ...loadHandlers(deps), ...lineHandlers(deps) }
}

const forget = ({ link }: LinkHandlerDeps, agentId: string, runId: string): boolean =>
  link.send(agentId, { kind: 'forgetRun', runId })

const endNow = ({ link, newId }: LinkHandlerDeps, agentId: string, runId: string): boolean =>
  link.send(agentId, { kind: 'stopRun', id: newId(), runId, force: true })

/** Messages about a run as a whole: its results, that it is ready, that it has ended. */
function runHandlers(deps: LinkHandlerDeps) {
  const { active, runs, intake } = deps
  /** An invalid id belongs to no run. */
  const recordOf = async (runId: string) => (idSchema.safeParse(runId).success ? runs.findById(runId) : null)
  const isMachineOf = async (agentId: string, runId: string) =>
    (await runs.machines(runId)).some(machine => machine.agentId === agentId)

  return {
    // Messages of an agent about a run that was not given to it are acknowledged and ignored; the agent is ordered to
    // drop the run, so that the link discards what is still to be sent about it.
    batches: async (agentId: string, message: BatchesMessage) => {
      const held = active(message.runId)
      if (held?.run.isActive === true) {
        if (held.run.machines.get(agentId) !== undefined) await held.run.takeBatches(message)
        return
      }
      const record = await recordOf(message.runId)
      if (record === null || !(await isMachineOf(agentId, message.runId)))
        return void forget(deps, agentId, message.runId)
      const { id: runId, labels } = record
      await intake.store({ runId, labels, batches: message.batches, isLogFull: false })
    },
    runEnded: async (agentId: string, message: RunEndedMessage) => {
      const { runId, cause, detail } = message
      const held = active(runId)
      if (held?.run.isActive === true && !held.run.machineEnded(agentId, message)) return
      await held?.writer.stored()
      const record = held?.run.isActive === true ? null : await recordOf(runId)
      if (record !== null && !isActiveRun(record.state) && (await isMachineOf(agentId, runId))) {
        await runs.endMachine(runId, agentId, cause, detail)
        await deps.countLate(record, agentId)
      }
      forget(deps, agentId, runId)
    },
    runPrepared: async (agentId: string, message: RunPreparedMessage) => {
      const held = active(message.runId)
      if (held?.run.isActive === true) held.run.prepared(agentId, message)
      else if (message.error === null) endNow(deps, agentId, message.runId)
      if (message.error !== null) forget(deps, agentId, message.runId)
    },
  }
}

/** Messages about the load that a machine drives. */
function loadHandlers({ active }: LinkHandlerDeps) {
  return {
    runStarted: async (agentId: string, { runId, at }: RunStartedMessage) =>
      active(runId)?.run.started(agentId, at),
    shareTaken: async (agentId: string, message: ShareTakenMessage) => {
      const run = active(message.runId)?.run
      if (run?.isActive === true) run.shareTaken(agentId, message)
    },
    loadHeld: async (agentId: string, message: LoadHeldMessage) => {
      const run = active(message.runId)?.run
      if (run?.isActive === true && run.machines.get(agentId) !== undefined) run.loadHeld(agentId, message)
    },
    workerLost: async (agentId: string, message: WorkerLostMessage) => {
      const run = active(message.runId)?.run
      if (run?.machines.get(agentId) !== undefined) run.workerLost(agentId, message)
    },
    coordination: (agentId: string, message: CoordinationMessage) => {
      const run = active(message.runId)?.run
      if (run?.isActive === true && run.machines.get(agentId) !== undefined)
        run.coordination.receive(agentId, message)
    },
  }
}

/** Messages about the connection to a machine. */
function lineHandlers(deps: LinkHandlerDeps) {
  const { active, all } = deps
  return {
    agentOnline: (agentId: string, hello: Hello) => {
      const held = new Map(hello.runs.map(({ runId, shareIds }) => [runId, shareIds]))
      for (const { run } of all()) if (run.isActive) run.online(agentId, held.get(run.record.id) ?? null)
      for (const { runId, isDriving } of hello.runs) {
        if (isDriving && active(runId)?.run.isActive !== true) endNow(deps, agentId, runId)
      }
    },
    agentOffline: (agentId: string, since: number) => {
      for (const { run } of all()) run.offline(agentId, since)
    },
  }
}
