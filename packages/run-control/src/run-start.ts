/** The start of one run: its machines get the plan, and once all are ready the load starts, immediately or on command. */
import { engineOf, type RunPlan, type Share } from '@pone/contract/link/plan.ts'
import { type RunState, runStateTimeoutMs } from '@pone/contract/states.ts'
import type { RunRecord } from '@pone/results/run-record.ts'
import type { ActiveRunDeps } from './active-run-deps.ts'
import type { RunCoordination } from './coordination/run-coordination.ts'
import { enginePlanners } from './engines/registry.ts'
import type { LoadMachines } from './load-machines.ts'
import type { MachineWatch, WatchedMachine } from './machine-watch.ts'
import type { RunCommands } from './run-commands.ts'
import type { RunDeadlines } from './run-deadlines.ts'
import type { RunNotes } from './run-notes.ts'
import { startDelayMs } from './start-delay.ts'

export interface StartParts {
  readonly record: RunRecord
  readonly machines: MachineWatch
  readonly coordination: RunCoordination
  readonly load: LoadMachines
  readonly commands: RunCommands
  readonly notes: RunNotes
  readonly deadlines: RunDeadlines
  readonly deps: Pick<ActiveRunDeps, 'now' | 'writer' | 'roundTripMs'>
  /** Changes the run's state; false when the table forbids it. */
  readonly move: (to: RunState) => boolean
}

export class RunStart {
  readonly #parts: StartParts
  #isHeld = false

  constructor(parts: StartParts) {
    this.#parts = parts
  }

  /** Sends the plan to the machines; they answer by `prepared`. */
  prepare(plan: RunPlan, shares: ReadonlyMap<string, Share>): void {
    const { machines, coordination, load, commands, deadlines, move } = this.#parts
    coordination.expect(machines.all.map(machine => machine.agentId))
    load.watchShares(plan)
    const usualMs = runStateTimeoutMs.readyToRun ?? 0
    const extraMs = enginePlanners[engineOf(plan)].extraPrepareMs(plan)
    if (extraMs > 0) deadlines.allow('readyToRun', usualMs + extraMs)
    // Where one machine has all users they are gathered on it, without messages over the network.
    const gatheredBy = machines.all.length > 1 ? 'controller' : 'agent'
    for (const { agentId } of machines.all) {
      const share = shares.get(agentId)
      if (share === undefined) continue
      commands.prepare(agentId, { plan, share, gatheredBy })
    }
    move('readyToRun')
  }

  /** Once ready, its load waits for `begin`; call before `prepare`. */
  hold(): void {
    this.#isHeld = true
  }

  /** Starts the load of a held run at `startAt`; does nothing before it is ready and after it has started. */
  begin(startAt: number): void {
    const { record, machines } = this.#parts
    if (!this.#isHeld || record.state !== 'readyToRun' || !machines.isEveryPrepared()) return
    this.#isHeld = false
    void this.#start(startAt) // Its writes are repeated by the writer.
  }

  /** The machine is ready; with the last one the load starts, unless the run is held. */
  prepared(machine: WatchedMachine): void {
    const { machines, notes, deadlines, deps } = this.#parts
    machine.phase = 'prepared'
    notes.tell('machinePrepared', { machine: machine.name })
    if (!machines.isEveryPrepared()) return
    if (!this.#isHeld) return void this.#start() // Its writes are repeated by the writer.
    const preparedAt = deps.now()
    deadlines.hold(preparedAt)
    notes.write('prepared', { preparedAt })
  }

  /** Immediately, or at `startAt` where every machine can receive the command by then. */
  async #start(startAt = 0): Promise<void> {
    const { record, machines, commands, notes, deadlines, deps, move } = this.#parts
    const { now, writer, roundTripMs } = deps
    const delayMs = startDelayMs(machines.active().map(({ agentId }) => roundTripMs?.(agentId) ?? null))
    record.startedAt = Math.max(startAt, now() + delayMs)
    if (!move('running')) return
    // A run with load must be stored as running, whatever happens to the server next.
    await writer.stored()
    if (record.state !== 'running' || deadlines.isForced) return
    if (now() > record.startedAt - delayMs / 2) {
      record.startedAt = now() + delayMs
      notes.write('start', { startedAt: record.startedAt })
    }
    commands.start(machines.active(), record.startedAt)
  }
}
