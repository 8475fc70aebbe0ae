/** One run from its start to its end: commands its machines, follows what they tell, and decides in which state and for which cause it ends. */
import type { RunCause } from '@pone/contract/entities/run.ts'
import type { RunPlan, Share } from '@pone/contract/link/plan.ts'
import type {
  BatchesMessage,
  LoadHeldMessage,
  RunEndedMessage,
  RunPreparedMessage,
  ShareTakenMessage,
  WorkerLostMessage,
} from '@pone/contract/link/run-messages.ts'
import { isActiveRun, type RunState, runStateTimeoutMs } from '@pone/contract/states.ts'
import { hasSetUp, setUpTimeoutMs } from '@pone/jmeter/load/set-up.ts'
import { agentOfWorker } from '@pone/results/batches/stored-batch.ts'
import { closeFigures } from '@pone/results/live/closing-figures.ts'
import { LiveRun } from '@pone/results/live/live-run.ts'
import { overallSla } from '@pone/results/merge/sla-watch.ts'
import type { RunRecord } from '@pone/results/run-record.ts'
import type { ActiveRunDeps } from './active-run-deps.ts'
import { maxLogLines } from './batch-intake.ts'
import { RunCoordination } from './coordination/run-coordination.ts'
import {
  type MachineWatch,
  machinePatienceMs,
  moveAfterMs,
  toRunMachine,
  type WatchedMachine,
} from './machine-watch.ts'
import { RunCommands } from './run-commands.ts'
import { endCauseOf, endStateOf, isDiskFullDetail, transition } from './run-machine.ts'
import { RunNotes } from './run-notes.ts'
import { ShareMover } from './share-mover.ts'
import { judgeSla, tellBrokenAtEnd } from './sla-judge.ts'
import { startDelayMs } from './start-delay.ts'
import { WorkerEvents } from './worker-events.ts'

/** Load that has less time left than this is not moved any more. */
const shortestMoveMs = 1_000
/** A loss is noticed and its load moved within this; what is missing for less at the end of a run is marked and told, and spoils nothing else. */
const lateLossMs = moveAfterMs + shortestMoveMs + 2_000
/** A forced stop ends the run after this, whoever has answered. */
export const forcePatienceMs = 8_000
/** A run that is ready and is to begin with others waits this long for its instant. */
const heldPatienceMs = 10 * 60_000
const shortestDrainMs = 10_000
const longestDrainMs = 120_000
const runOverheadMs = 60_000

export class ActiveRun {
  readonly record: RunRecord
  readonly machines: MachineWatch
  readonly live: LiveRun
  /** What the workers of all machines share. */
  readonly coordination: RunCoordination
  logLines = 0
  /** What was stored of it while it changed hands may be missing in the live figures. */
  isTakenOver = false
  readonly #deps: ActiveRunDeps
  readonly #notes: RunNotes
  readonly #commands: RunCommands
  readonly #tales: WorkerEvents
  readonly #drainMs: number
  #stateSince: number
  /** Longest that it may stay in a state, where that is not the usual. */
  readonly #patienceMs: Partial<Record<RunState, number>> = {}
  #forceAt: number | null = null
  #forceDeadline: number | null = null
  #isHeld = false
  #mover: ShareMover | null = null
  /** Since when no machine has driven anything, although there is load to be driven. */
  #aloneSince: number | null = null

  constructor(
    record: RunRecord,
    machines: MachineWatch,
    drain: { longestResponseMs: number },
    deps: ActiveRunDeps,
  ) {
    this.record = record
    this.machines = machines
    this.live = new LiveRun(record)
    this.#deps = deps
    this.#notes = new RunNotes(record, this.live, deps)
    this.#commands = new RunCommands(record, deps.send, deps.newId)
    this.#tales = new WorkerEvents(this.live, this.#notes, agentId => machines.nameOf(agentId))
    this.coordination = new RunCoordination({
      ...deps,
      runId: record.id,
      onSharedRows: (agentId, worker, rows) =>
        this.#notes.tell('rowsRepeated', { machine: machines.nameOf(agentId), worker, rows }),
    })
    this.#drainMs = Math.min(longestDrainMs, Math.max(shortestDrainMs, drain.longestResponseMs + 5_000))
    this.#stateSince = deps.now()
  }

  get isActive(): boolean {
    return isActiveRun(this.record.state)
  }

  /** Sends the plan to the machines; they answer by `prepared`. */
  prepare(plan: RunPlan, shares: ReadonlyMap<string, Share>): void {
    this.coordination.expect(this.machines.all.map(machine => machine.agentId))
    this.#watchShares(plan)
    const usualMs = runStateTimeoutMs.readyToRun ?? 0
    if (plan.jmeter?.components.some(({ text }) => hasSetUp(text)) === true)
      this.#patienceMs.readyToRun = usualMs + setUpTimeoutMs
    // Where one machine has all users they meet on it, without a way over the network.
    const gatheredBy = this.machines.all.length > 1 ? 'controller' : 'agent'
    for (const { agentId } of this.machines.all) {
      const share = shares.get(agentId)
      if (share === undefined) continue
      this.#commands.prepare(agentId, { plan, share, gatheredBy })
    }
    this.#move('readyToRun')
  }

  /** Once ready, its load waits for `begin`; call before `prepare`. */
  hold(): void {
    this.#isHeld = true
  }

  /** Lets the load of a held run begin at `startAt`; does nothing before it is ready and after it has begun. */
  begin(startAt: number): void {
    if (!this.#isHeld || this.record.state !== 'readyToRun' || !this.machines.isEveryPrepared()) return
    this.#isHeld = false
    void this.#start(startAt) // Its writes are repeated by the writer.
  }

  /** Its machines are still being made; it stays new for as long as that may take. */
  awaitMachines(patienceMs: number): void {
    this.#patienceMs.new = patienceMs
  }

  /** How far the machines are that are being made for it; `problem` is '' when nothing stands in the way. */
  machinesAwaited(params: { joined: number; wanted: number; problem: string }): void {
    this.#notes.tell('machinesAwaited', params)
  }

  /** Ends a run that could not get its machines. */
  failToStart(detail: string): void {
    this.#end('startFailed', detail)
  }

  /** Ends a run that a restart of the server found before its load had begun. */
  abandon(): void {
    this.#end('serverRestart', '')
  }

  /** Takes a run up again after a restart of the server: nothing is moved while its machines may still be on their way back. */
  resume(plan: RunPlan, { noticeMs, patienceMs }: { noticeMs: number; patienceMs: number }): void {
    this.coordination.expect(this.machines.active().map(machine => machine.agentId))
    for (const machine of this.machines.active()) {
      machine.phase = 'driving'
      machine.offlineSince = this.#deps.now()
      machine.noticeMs = noticeMs
      machine.patienceMs = patienceMs
    }
    this.#watchShares(plan)
    this.#mover?.findGaps()
    if (this.record.stopCause !== null) this.#forceAt = this.#deps.now() + this.#drainMs
  }

  prepared(agentId: string, { error }: Pick<RunPreparedMessage, 'error'>): void {
    const machine = this.machines.get(agentId)
    if (machine === undefined || this.record.state !== 'readyToRun') return
    if (error !== null) {
      return isDiskFullDetail(error)
        ? this.#end('diskFull', machine.name)
        : this.#end('startFailed', `${machine.name}: ${error}`)
    }
    machine.phase = 'prepared'
    this.#notes.tell('machinePrepared', { machine: machine.name })
    if (!this.machines.isEveryPrepared()) return
    if (!this.#isHeld) return void this.#start() // Its writes are repeated by the writer.
    const preparedAt = this.#deps.now()
    this.#patienceMs.readyToRun = preparedAt - this.#stateSince + heldPatienceMs
    this.#notes.write('prepared', { preparedAt })
  }

  /** `at` is the instant at which the machine's first worker began, by the server's clock. */
  started(agentId: string, at: number): void {
    const machine = this.machines.get(agentId)
    if (machine === undefined || this.record.startedAt === null) return
    if (machine.phase === 'prepared') machine.phase = 'driving'
    if (machine.startSkewMs !== null) return
    machine.startSkewMs = at - this.record.startedAt
    this.#notes.tell('machineStarted', { machine: machine.name, skewMs: Math.round(machine.startSkewMs) })
    this.#save(machine)
  }

  /** A machine drives the share it was given, or cannot. */
  shareTaken(agentId: string, answer: Omit<ShareTakenMessage, 'kind' | 'runId'>): void {
    const machine = this.machines.get(agentId)
    if (machine !== undefined) this.#mover?.taken(machine, answer)
  }

  /** A worker began nothing new for a while, because its line was gone or it had been stopped. */
  loadHeld(agentId: string, message: LoadHeldMessage): void {
    this.#tales.held(agentId, message)
  }

  /** Resolves when the batches are stored. */
  async takeBatches({ batches }: BatchesMessage): Promise<void> {
    const { id: runId, labels } = this.record
    const isLogFull = this.logLines >= maxLogLines
    for (const batch of batches) this.#tales.countRounds(batch)
    const stored = await this.#deps.intake.store({ runId, labels, batches, isLogFull })
    for (const batch of stored) {
      // A former owner of the run may have stored it, and reading what is stored may have overtaken this.
      if (this.live.merge.workers.has(batch)) continue
      this.logLines += batch.log.length
      const overload = this.live.add(batch)
      this.live.addCompany(batch, this.machines.nameOf(agentOfWorker(batch.workerId)))
      if (overload !== null) this.#tales.overloaded(overload)
    }
  }

  workerLost(agentId: string, message: WorkerLostMessage): void {
    this.#tales.lost(agentId, message)
  }

  /** All batches of the machine's shares are stored. False when it has been given others since, so that more is to come. */
  machineEnded(agentId: string, end: Pick<RunEndedMessage, 'cause' | 'detail' | 'shareIds'>): boolean {
    const machine = this.machines.get(agentId)
    if (machine === undefined || machine.phase === 'ended') return true
    const { cause, detail, shareIds } = end
    if (shareIds.length > 0 && machine.shares.some(share => !shareIds.includes(share.id))) return false
    if (cause === 'agentLost' && this.#canMove()) this.#loseMachine(machine)
    else if (cause === 'agentLost') this.#endLostMachine(machine, detail)
    else this.#endMachine(machine, cause, detail)
    this.#endIfAllEnded()
    return true
  }

  /** The agent's line stands again; `shareIds` are those it drives or has ended, null when it does not know the run. */
  online(agentId: string, shareIds: readonly string[] | null): void {
    const machine = this.machines.get(agentId)
    if (machine === undefined) return
    const foreign = (shareIds ?? []).filter(id => !machine.shares.some(share => share.id === id))
    if (this.record.state === 'running' && foreign.length > 0) this.#commands.retire(machine, foreign)
    machine.offlineSince = null
    machine.noticeMs = moveAfterMs
    machine.patienceMs = machinePatienceMs
    if (machine.isLossTold) this.#notes.tell('machineBack', { machine: machine.name })
    machine.isLossTold = false
    if (machine.phase === 'ended') return
    if (this.record.state === 'readyToRun' && machine.phase === 'prepared' && shareIds === null) {
      return this.#end('startFailed', machine.name)
    }
    if (this.record.state !== 'running') return
    this.#mover?.keep(machine)
    const lost = machine.shares
      .map(share => share.id)
      .filter(id => shareIds?.includes(id) !== true && this.#mover?.isOnItsWay(id) !== true)
    if (lost.length > 0 && this.#canMove()) this.#mover?.lose(machine, lost)
    else if (shareIds === null && lost.length > 0) this.#endLostMachine(machine, machine.name)
    if (machine.shares.length === 0 || shareIds === null) return this.#endIfAllEnded()
    this.#commands.resume(machine)
    // The server may have died before these went out; the agent carries each out once.
    this.#commands.start([machine], this.record.startedAt ?? this.#deps.now())
    if (this.record.manualLoad !== null) this.#commands.load([machine])
    if (this.record.stopCause !== null) this.#commands.stop([machine], this.#forceDeadline !== null)
  }

  offline(agentId: string, since: number): void {
    this.coordination.offline(agentId)
    const machine = this.machines.get(agentId)
    if (machine !== undefined) machine.offlineSince ??= since
  }

  /** Ends the run after what is under way; before the load has begun, at once. */
  stop(cause: RunCause, by: string | null, detail = ''): void {
    if (!this.isActive || this.record.stopCause !== null) return
    this.#requestStop(cause, by, detail)
    if (this.record.state !== 'running') return this.#end(cause, detail)
    this.#forceAt = this.#deps.now() + this.#drainMs
    this.#commands.stop(this.machines.active(), false)
  }

  /** Ends the run within ten seconds, whoever answers. */
  forceStop(cause: RunCause, by: string | null, detail = ''): void {
    if (!this.isActive || this.#forceDeadline !== null) return
    this.#requestStop(cause, by, detail)
    if (this.record.state !== 'running') return this.#end(cause, detail)
    this.#force()
  }

  changeLoad(load: number | null, by: string): void {
    this.record.manualLoad = load
    this.#notes.write('load', { manualLoad: load })
    this.#notes.tell('loadChanged', load === null ? {} : { load }, by)
    this.#commands.load(this.machines.active())
  }

  /** Whether all machines that are waited for have told a second that is not shown yet. */
  hasNews(): boolean {
    return this.record.state === 'running' && this.live.hasNews(this.#deps.now(), this.#awaited())
  }

  #awaited(): (agentId: string) => boolean {
    const present = this.machines.active().filter(machine => !machine.isLossTold)
    const awaited = new Set(present.map(machine => machine.agentId))
    return agentId => awaited.has(agentId)
  }

  /** What time brings: time-outs, lost machines, SLA verdicts, totals. Once a second. */
  tick(): void {
    const now = this.#deps.now()
    this.coordination.tick()
    this.#checkTimeouts(now)
    this.#checkMachines(now)
    if (this.record.state !== 'running') return
    this.#mover?.tick()
    judgeSla({
      live: this.live,
      notes: this.#notes,
      now,
      isAwaited: this.#awaited(),
      stop: detail => this.stop('slaStop', null, detail),
    })
    this.live.refresh(this.live.shownSecond(now))
    this.record.sla = overallSla(this.live.slaResults())
    this.live.updateTotals()
    this.#notes.writeTotals()
  }

  #checkTimeouts(now: number): void {
    const { state, startedAt, plannedDurationMs } = this.record
    const limitMs = this.#patienceMs[state] ?? runStateTimeoutMs[state]
    if (limitMs !== undefined && now - this.#stateSince > limitMs) {
      const waiting = this.machines.all.filter(machine => machine.phase === 'waiting')
      return this.#end('timeout', waiting.map(machine => machine.name).join(', '))
    }
    if (state !== 'running' || startedAt === null) return
    if (this.#forceDeadline !== null && now >= this.#forceDeadline) return this.#giveUp()
    if (this.#forceAt !== null && now >= this.#forceAt && this.#forceDeadline === null) return this.#force()
    if (plannedDurationMs === null || this.record.stopCause !== null) return
    if (now - startedAt > plannedDurationMs + this.#drainMs + runOverheadMs) this.forceStop('timeout', null)
  }

  #checkMachines(now: number): void {
    for (const machine of this.machines.takeLosses(now)) {
      this.#notes.tell('machineLost', { machine: machine.name })
      if (this.#canMove()) this.#mover?.seek(machine)
    }
    if (this.record.state !== 'running') return
    for (const machine of this.machines.givenUp(now)) {
      if (this.#canMove()) {
        this.#loseMachine(machine)
        continue
      }
      this.#endLostMachine(machine, machine.name)
    }
    this.#endIfAllEnded()
  }

  /** At once, or at `startAt` where every machine can have the order by then. */
  async #start(startAt = 0): Promise<void> {
    const { now, writer } = this.#deps
    const { roundTripMs } = this.#deps
    const delayMs = startDelayMs(this.machines.active().map(({ agentId }) => roundTripMs?.(agentId) ?? null))
    this.record.startedAt = Math.max(startAt, now() + delayMs)
    if (!this.#move('running')) return
    // A run that load is put on has to be known as running, whatever happens to the server next.
    await writer.stored()
    if (this.record.state !== 'running' || this.#forceDeadline !== null) return
    if (now() > this.record.startedAt - delayMs / 2) {
      this.record.startedAt = now() + delayMs
      this.#notes.write('start', { startedAt: this.record.startedAt })
    }
    this.#commands.start(this.machines.active(), this.record.startedAt)
  }

  #requestStop(cause: RunCause, by: string | null, detail: string): void {
    this.record.stopCause = cause
    this.record.causeDetail = detail
    this.#notes.write('stop', { stopCause: cause, causeDetail: detail })
    this.#notes.tell('stopRequested', { cause }, by)
  }

  #force(): void {
    this.#forceDeadline = this.#deps.now() + forcePatienceMs
    this.#commands.stop(this.machines.active(), true)
  }

  #giveUp(): void {
    const silent = this.machines.active()
    for (const machine of silent) this.#endMachine(machine, 'stopped', '')
    this.#end(this.record.stopCause ?? 'timeout', silent.map(machine => machine.name).join(', '))
  }

  #endIfAllEnded(): void {
    if (this.machines.active().length > 0) this.#aloneSince = null
    if (this.machines.active().length > 0 || !this.isActive) return
    if (this.#mover?.isWaiting === true && this.#canMove()) {
      this.#aloneSince ??= this.#deps.now()
      if (this.#deps.now() - this.#aloneSince <= machinePatienceMs) return
    }
    const undriven = this.#mover?.leftUndriven(this.#lateSecond()) ?? []
    const ends = [...this.machines.ends(), ...undriven.map(name => ({ cause: 'agentLost', detail: name }))]
    const { cause, detail } = endCauseOf(ends, this.record.stopCause)
    this.#end(cause, detail === '' ? this.record.causeDetail : detail)
  }

  #endMachine(machine: WatchedMachine, cause: string, detail: string): void {
    machine.phase = 'ended'
    machine.end = { cause, detail }
    if (cause !== 'agentLost' && cause !== 'lostAtEnd')
      this.#notes.tell('machineReturned', { machine: machine.name })
    this.coordination.moved(machine.agentId)
    this.#save(machine)
  }

  /** It will tell nothing any more, and nobody drives its load on. */
  #endLostMachine(machine: WatchedMachine, detail: string): void {
    const { workers, lastSecond } = this.live.merge
    const second = workers.lastSecondOf(machine.agentId)
    const toSecond = Math.max(second, lastSecond)
    this.live.markSuspect(second, toSecond)
    if (second < this.#lateSecond()) return this.#endMachine(machine, 'agentLost', detail)
    this.#notes.tell('shareEndedEarly', { machine: machine.name, second, toSecond })
    this.#endMachine(machine, 'lostAtEnd', detail)
  }

  /** A loss from this second on is too late to be mended, and too short to spoil the run: never in its first half. */
  #lateSecond(): number {
    const { plannedDurationMs } = this.record
    if (plannedDurationMs === null) return Number.POSITIVE_INFINITY
    return Math.max(plannedDurationMs - lateLossMs, plannedDurationMs / 2) / 1_000
  }

  /** It drives nothing any more, and whatever it drove is to be driven by others. */
  #loseMachine(machine: WatchedMachine): void {
    this.#mover?.lose(
      machine,
      machine.shares.map(share => share.id),
    )
  }

  #save(machine: WatchedMachine): void {
    const { id } = this.record
    const row = toRunMachine(machine)
    this.#deps.writer.add('machine', () => this.#deps.runs.saveMachine(id, row))
  }

  #watchShares(plan: RunPlan): void {
    const { shares, runs, onFailure } = this.#deps
    if (shares === undefined) return
    this.#mover = new ShareMover(plan, {
      ...this.#deps,
      record: this.record,
      machines: this.machines,
      live: this.live,
      notes: this.#notes,
      commands: this.#commands,
      shares,
      save: machine => runs.saveMachine(this.record.id, machine),
      onFree: ({ agentId }) => this.coordination.moved(agentId),
      isOpen: () => this.#canMove(),
      onFailure: cause => onFailure?.('moving a share', cause),
    })
  }

  /** Whether it makes sense to give load to other machines. */
  #canMove(): boolean {
    const { state, stopCause, startedAt, plannedDurationMs } = this.record
    if (this.#mover === null || state !== 'running' || stopCause !== null || startedAt === null) return false
    return plannedDurationMs === null || this.#deps.now() < startedAt + plannedDurationMs - shortestMoveMs
  }

  #end(cause: RunCause, detail: string): void {
    const { record, live } = this
    const now = this.#deps.now()
    const wasRunning = record.state === 'running'
    if (transition(record.state, endStateOf[cause], cause) === null) return
    record.cause = cause
    record.causeDetail = detail
    if (wasRunning && record.startedAt !== null) {
      closeFigures(record, live, { startedAt: record.startedAt, now })
      tellBrokenAtEnd(record, live, this.#notes)
    } else {
      record.startedAt = null
      record.endedAt = now
      this.#commands.stop(this.machines.active(), true)
    }
    record.sla = overallSla(record.slaResults)
    this.#tales.roundsEnded()
    this.#move(endStateOf[cause])
  }

  /** Changes the state, writes it with the totals, and tells. False when the table forbids it. */
  #move(to: RunState): boolean {
    const { record } = this
    if (transition(record.state, to, record.cause) === null) return false
    record.state = to
    this.#stateSince = this.#deps.now()
    this.#notes.writeState()
    this.#deps.onState(this)
    return true
  }
}
