/** The load machines of an active run: how each of them starts, ends, is lost and comes back, and whether its load moves to others. */
import type { RunPlan } from '@pone/contract/link/plan.ts'
import type { RunEndedMessage, ShareTakenMessage } from '@pone/contract/link/run-messages.ts'
import type { LiveRun } from '@pone/results/live/live-run.ts'
import type { RunRecord } from '@pone/results/run-record.ts'
import type { ActiveRunDeps } from './active-run-deps.ts'
import type { RunCoordination } from './coordination/run-coordination.ts'
import {
  type MachineWatch,
  machinePatienceMs,
  moveAfterMs,
  toRunMachine,
  type WatchedMachine,
} from './machine-watch.ts'
import type { RunCommands } from './run-commands.ts'
import { endCauseOf } from './run-machine.ts'
import type { RunNotes } from './run-notes.ts'
import { ShareMover } from './share-mover.ts'

/** Load with less remaining time than this is not moved any more. */
const shortestMoveMs = 1_000
/** A loss is detected and its load moved within this; a shorter loss at the end of a run is marked and reported, and does not affect the rest. */
const lateLossMs = moveAfterMs + shortestMoveMs + 2_000

interface LoadMachineParts {
  readonly record: RunRecord
  readonly machines: MachineWatch
  readonly live: LiveRun
  readonly notes: RunNotes
  readonly commands: RunCommands
  readonly coordination: RunCoordination
  readonly deps: ActiveRunDeps
}

export class LoadMachines {
  readonly #parts: LoadMachineParts
  #mover: ShareMover | null = null
  /** Since when no machine has driven anything, although there is load to be driven. */
  #aloneSince: number | null = null

  constructor(parts: LoadMachineParts) {
    this.#parts = parts
  }

  /** From now on the load of lost machines moves to others, where the run has the means for that. */
  watchShares(plan: RunPlan): void {
    const { deps, coordination, record } = this.#parts
    const { shares, runs, onFailure } = deps
    if (shares === undefined) return
    this.#mover = new ShareMover(plan, {
      ...deps,
      ...this.#parts,
      shares,
      save: machine => runs.saveMachine(record.id, machine),
      onFree: ({ agentId }) => coordination.moved(agentId),
      isOpen: () => this.#canMove(),
      onFailure: cause => onFailure?.('moving a share', cause),
    })
  }

  /**
   * After a restart of the server: no loss is reported before `noticeMs`, and no machine given up before `patienceMs`.
   */
  resume({ noticeMs, patienceMs }: { readonly noticeMs: number; readonly patienceMs: number }): void {
    const { machines, deps } = this.#parts
    for (const machine of machines.active()) {
      machine.phase = 'driving'
      machine.offlineSince = deps.now()
      machine.noticeMs = noticeMs
      machine.patienceMs = patienceMs
    }
    this.#mover?.findGaps()
  }

  /** `at` is the instant at which the machine's first worker started, by the server's clock. */
  started(machine: WatchedMachine, at: number): void {
    const { record, notes } = this.#parts
    if (record.startedAt === null) return
    if (machine.phase === 'prepared') machine.phase = 'driving'
    if (machine.startSkewMs !== null) return
    machine.startSkewMs = at - record.startedAt
    notes.tell('machineStarted', { machine: machine.name, skewMs: Math.round(machine.startSkewMs) })
    this.#save(machine)
  }

  /** A machine drives the share it was given, or cannot. */
  shareTaken(machine: WatchedMachine, answer: Omit<ShareTakenMessage, 'kind' | 'runId'>): void {
    this.#mover?.taken(machine, answer)
  }

  /**
   * All batches of the machine's shares are stored. False when it has been given others since, so that more will
   * follow.
   */
  ended(
    machine: WatchedMachine,
    { cause, detail, shareIds }: Pick<RunEndedMessage, 'cause' | 'detail' | 'shareIds'>,
  ): boolean {
    if (shareIds.length > 0 && machine.shares.some(share => !shareIds.includes(share.id))) return false
    if (cause !== 'agentLost') this.#end(machine, cause, detail)
    else if (this.#canMove()) this.#lose(machine)
    else this.#endLost(machine, detail)
    return true
  }

  /** The machine is connected again; `shareIds` are those it drives or has ended, null when it does not know the run. */
  lineBack(machine: WatchedMachine, shareIds: readonly string[] | null): void {
    const { record, commands, notes } = this.#parts
    const foreign = (shareIds ?? []).filter(id => !machine.shares.some(share => share.id === id))
    if (record.state === 'running' && foreign.length > 0) commands.retire(machine, foreign)
    machine.offlineSince = null
    machine.noticeMs = moveAfterMs
    machine.patienceMs = machinePatienceMs
    if (machine.isLossTold) notes.tell('machineBack', { machine: machine.name })
    machine.isLossTold = false
  }

  /**
   * Shares that it lost while disconnected move to others, or are not driven any more. False when it drives nothing any
   * more.
   */
  keepsDriving(machine: WatchedMachine, shareIds: readonly string[] | null): boolean {
    this.#mover?.keep(machine)
    const lost = machine.shares
      .map(share => share.id)
      .filter(id => shareIds?.includes(id) !== true && this.#mover?.isOnItsWay(id) !== true)
    if (lost.length > 0 && this.#canMove()) this.#mover?.lose(machine, lost)
    else if (shareIds === null && lost.length > 0) this.#endLost(machine, machine.name)
    return machine.shares.length > 0 && shareIds !== null
  }

  /** Reports machines that have been disconnected for too long, and moves their load. */
  checkLines(now: number): void {
    const { machines, notes, record } = this.#parts
    for (const machine of machines.takeLosses(now)) {
      notes.tell('machineLost', { machine: machine.name })
      if (this.#canMove()) this.#mover?.seek(machine)
    }
    if (record.state !== 'running') return
    for (const machine of machines.givenUp(now)) {
      if (this.#canMove()) this.#lose(machine)
      else this.#endLost(machine, machine.name)
    }
  }

  /** Continues to search for machines for load that none drives. */
  moveOn(): void {
    this.#mover?.tick()
  }

  /** Ends the part of all machines that have not reported their end; returns their names. */
  giveUp(): string[] {
    const silent = this.#parts.machines.active()
    for (const machine of silent) this.#end(machine, 'stopped', '')
    return silent.map(machine => machine.name)
  }

  /** The run's outcome; null while a machine drives, or load waits for one. */
  outcome(): ReturnType<typeof endCauseOf> | null {
    const { machines, record, deps } = this.#parts
    if (machines.active().length > 0) {
      this.#aloneSince = null
      return null
    }
    if (this.#mover?.isWaiting === true && this.#canMove()) {
      this.#aloneSince ??= deps.now()
      if (deps.now() - this.#aloneSince <= machinePatienceMs) return null
    }
    const undriven = this.#mover?.leftUndriven(this.#lateSecond()) ?? []
    const ends = [...machines.ends(), ...undriven.map(name => ({ cause: 'agentLost', detail: name }))]
    return endCauseOf(ends, record.stopCause)
  }

  #end(machine: WatchedMachine, cause: string, detail: string): void {
    const { notes, coordination } = this.#parts
    machine.phase = 'ended'
    machine.end = { cause, detail }
    if (cause !== 'agentLost' && cause !== 'lostAtEnd')
      notes.tell('machineReturned', { machine: machine.name })
    coordination.moved(machine.agentId)
    this.#save(machine)
  }

  /** No report of it will follow, and no machine takes over its load. */
  #endLost(machine: WatchedMachine, detail: string): void {
    const { live, notes } = this.#parts
    const { workers, lastSecond } = live.merge
    const second = workers.lastSecondOf(machine.agentId)
    const toSecond = Math.max(second, lastSecond)
    live.markSuspect(second, toSecond)
    if (second < this.#lateSecond()) return this.#end(machine, 'agentLost', detail)
    notes.tell('shareEndedEarly', { machine: machine.name, second, toSecond })
    this.#end(machine, 'lostAtEnd', detail)
  }

  /** It drives nothing any more, and its load must be driven by others. */
  #lose(machine: WatchedMachine): void {
    this.#mover?.lose(
      machine,
      machine.shares.map(share => share.id),
    )
  }

  /** A loss from this second on is too late to be moved, and too short to affect the run: never in its first half. */
  #lateSecond(): number {
    const { plannedDurationMs } = this.#parts.record
    if (plannedDurationMs === null) return Number.POSITIVE_INFINITY
    return Math.max(plannedDurationMs - lateLossMs, plannedDurationMs / 2) / 1_000
  }

  /** Whether load can still be moved to other machines. */
  #canMove(): boolean {
    const { record, deps } = this.#parts
    const { state, stopCause, startedAt, plannedDurationMs } = record
    if (this.#mover === null || state !== 'running' || stopCause !== null || startedAt === null) return false
    return plannedDurationMs === null || deps.now() < startedAt + plannedDurationMs - shortestMoveMs
  }

  #save(machine: WatchedMachine): void {
    const { record, deps } = this.#parts
    const row = toRunMachine(machine)
    deps.writer.add('machine', () => deps.runs.saveMachine(record.id, row))
  }
}
