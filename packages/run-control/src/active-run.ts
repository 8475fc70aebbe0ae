/** One run from its start to its end: commands its machines, processes their reports, and decides in which state and for which cause it ends. */

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
import { isActiveRun, type RunState } from '@pone/contract/states.ts'
import type { LoadOrder } from '@pone/plan/load-models/load-order.ts'
import { closeFigures } from '@pone/results/live/closing-figures.ts'
import { LiveRun } from '@pone/results/live/live-run.ts'
import { runVerdict } from '@pone/results/merge/sla-watch.ts'
import type { RunRecord } from '@pone/results/run-record.ts'
import type { ActiveRunDeps } from './active-run-deps.ts'
import { CapacityDriver } from './capacity/driver.ts'
import { RunCoordination } from './coordination/run-coordination.ts'
import { CounterReading } from './counter-reading.ts'
import { DeliveredBatches } from './delivered-batches.ts'
import { loadChangeParams } from './load-change-params.ts'
import { LoadMachines } from './load-machines.ts'
import { loadOrderOf } from './load-order-of.ts'
import type { MachineWatch, WatchedMachine } from './machine-watch.ts'
import { RunCommands } from './run-commands.ts'
import { RunDeadlines } from './run-deadlines.ts'
import { endStateOf, isDiskFullDetail, transition } from './run-machine.ts'
import { RunNotes } from './run-notes.ts'
import { RunStart } from './run-start.ts'
import { judgeSla, tellBrokenAtEnd } from './sla-judge.ts'
import { WorkerEvents } from './worker-events.ts'

export class ActiveRun {
  readonly record: RunRecord
  readonly machines: MachineWatch
  readonly live: LiveRun
  /** What the workers of all machines share. */
  readonly coordination: RunCoordination
  readonly delivered: DeliveredBatches
  /** Batches that were stored while its owner changed may be missing in the live figures. */
  isTakenOver = false
  readonly #deps: ActiveRunDeps
  readonly #notes: RunNotes
  readonly #commands: RunCommands
  readonly #events: WorkerEvents
  readonly #load: LoadMachines
  readonly #deadlines: RunDeadlines
  readonly #start: RunStart
  readonly #capacity: CapacityDriver | null
  readonly #counters: CounterReading

  constructor(
    record: RunRecord,
    machines: MachineWatch,
    drain: { longestResponseMs: number },
    deps: ActiveRunDeps,
  ) {
    const live = new LiveRun(record)
    const notes = new RunNotes(record, live, deps)
    const commands = new RunCommands(record, deps.send, deps.newId)
    const events = new WorkerEvents(live, notes, agentId => machines.nameOf(agentId))
    const coordination = new RunCoordination({
      ...deps,
      runId: record.id,
      onSharedRows: (agentId, worker, rows) =>
        notes.tell('rowsRepeated', { machine: machines.nameOf(agentId), worker, rows }),
    })
    this.#capacity = record.capacity === null ? null : new CapacityDriver(record, live, record.capacity)
    live.onBatch = batch => this.#capacity?.add(batch)
    this.record = record
    this.machines = machines
    this.live = live
    this.coordination = coordination
    this.delivered = new DeliveredBatches({ record, live, machines, events, intake: deps.intake })
    this.#deps = deps
    this.#notes = notes
    this.#commands = commands
    this.#events = events
    this.#load = new LoadMachines({ record, machines, live, notes, commands, coordination, deps })
    const deadlines = new RunDeadlines(drain, deps.now())
    this.#deadlines = deadlines
    this.#counters = new CounterReading(record, live, deps)
    this.#start = new RunStart({
      record,
      machines,
      coordination,
      load: this.#load,
      commands,
      notes,
      deadlines,
      deps,
      move: to => this.#move(to),
    })
  }

  get isActive(): boolean {
    return isActiveRun(this.record.state)
  }

  /** Sends the plan to the machines; they answer by `prepared`. */
  prepare(plan: RunPlan, shares: ReadonlyMap<string, Share>): void {
    this.#start.prepare(plan, shares)
  }

  /** Once ready, its load waits for `begin`; call before `prepare`. */
  hold(): void {
    this.#start.hold()
  }

  /** Starts the load of a held run at `startAt`; does nothing before it is ready and after it has started. */
  begin(startAt: number): void {
    this.#start.begin(startAt)
  }

  /** Its machines are still being created; it stays new for as long as that may take. */
  awaitMachines(patienceMs: number): void {
    this.#deadlines.allow('new', patienceMs)
  }

  /** Progress of the machines that are being created for it; `problem` is '' when there is none. */
  machinesAwaited(params: { joined: number; wanted: number; problem: string }): void {
    this.#notes.tell('machinesAwaited', params)
  }

  /** Ends a run that could not get its machines. */
  failToStart(detail: string): void {
    this.#end('startFailed', detail)
  }

  /** Ends a run that a restart of the server found before its load had started. */
  abandon(): void {
    this.#end('serverRestart', '')
  }

  /** Resumes a run after a restart of the server: nothing is moved while its machines may still be reconnecting. */
  resume(plan: RunPlan, patience: { noticeMs: number; patienceMs: number }): void {
    this.coordination.expect(this.machines.active().map(machine => machine.agentId))
    this.#load.watchShares(plan)
    this.#load.resume(patience)
    if (this.record.stopCause !== null) this.#deadlines.stop(this.#deps.now())
  }

  prepared(agentId: string, { error }: Pick<RunPreparedMessage, 'error'>): void {
    const machine = this.machines.get(agentId)
    if (machine === undefined || this.record.state !== 'readyToRun') return
    if (error === null) return this.#start.prepared(machine)
    return isDiskFullDetail(error)
      ? this.#end('diskFull', machine.name)
      : this.#end('startFailed', `${machine.name}: ${error}`)
  }

  /** `at` is the instant at which the machine's first worker started, by the server's clock. */
  started(agentId: string, at: number): void {
    const machine = this.machines.get(agentId)
    if (machine !== undefined) this.#load.started(machine, at)
  }

  /** A machine drives the share it was given, or cannot. */
  shareTaken(agentId: string, answer: Omit<ShareTakenMessage, 'kind' | 'runId'>): void {
    const machine = this.machines.get(agentId)
    if (machine !== undefined) this.#load.shareTaken(machine, answer)
  }

  /** A worker started nothing new for a while, because its connection was lost or it had been paused. */
  loadHeld(agentId: string, message: LoadHeldMessage): void {
    this.#events.held(agentId, message)
  }

  /** Resolves when the batches are stored. */
  takeBatches({ batches }: BatchesMessage): Promise<void> {
    return this.delivered.take(batches)
  }

  workerLost(agentId: string, message: WorkerLostMessage): void {
    this.#events.lost(agentId, message)
  }

  /**
   * All batches of the machine's shares are stored. False when it has been given others since, so that more will
   * follow.
   */
  machineEnded(agentId: string, end: Pick<RunEndedMessage, 'cause' | 'detail' | 'shareIds'>): boolean {
    const machine = this.machines.get(agentId)
    if (machine === undefined || machine.phase === 'ended') return true
    if (!this.#load.ended(machine, end)) return false
    this.#endIfAllEnded()
    return true
  }

  /** The agent is connected again; `shareIds` are those it drives or has ended, null when it does not know the run. */
  online(agentId: string, shareIds: readonly string[] | null): void {
    const machine = this.machines.get(agentId)
    if (machine === undefined) return
    this.#load.lineBack(machine, shareIds)
    if (machine.phase === 'ended') return
    if (this.record.state === 'readyToRun' && machine.phase === 'prepared' && shareIds === null) {
      return this.#end('startFailed', machine.name)
    }
    if (this.record.state !== 'running') return
    if (this.#load.keepsDriving(machine, shareIds)) this.#repeatCommands(machine)
    else this.#endIfAllEnded()
  }

  /** The server may have died before these were sent; the agent executes each once. */
  #repeatCommands(machine: WatchedMachine): void {
    const { startedAt, loadOrder, stopCause } = this.record
    this.#commands.resume(machine)
    this.#commands.start([machine], startedAt ?? this.#deps.now())
    if (loadOrder !== null) this.#commands.load([machine])
    if (stopCause !== null) this.#commands.stop([machine], this.#deadlines.isForced)
  }

  offline(agentId: string, since: number): void {
    this.coordination.offline(agentId)
    const machine = this.machines.get(agentId)
    if (machine !== undefined) machine.offlineSince ??= since
  }

  /** Ends the run after running requests; before the load has started, immediately. */
  stop(cause: RunCause, by: string | null, detail = ''): void {
    if (!this.isActive || this.record.stopCause !== null) return
    this.#requestStop(cause, by, detail)
    if (this.record.state !== 'running') return this.#end(cause, detail)
    this.#deadlines.stop(this.#deps.now())
    this.#commands.stop(this.machines.active(), false)
  }

  /** Ends the run within ten seconds, even if machines do not answer. */
  forceStop(cause: RunCause, by: string | null, detail = ''): void {
    if (!this.isActive || this.#deadlines.isForced) return
    this.#requestStop(cause, by, detail)
    if (this.record.state !== 'running') return this.#end(cause, detail)
    this.#force()
  }

  /** `order` null gives the load model back its rule; `components` are the names of its parts. */
  changeLoad(order: LoadOrder | null, by: string | null, components: readonly string[] = []): void {
    const manualLoad = order?.load ?? null
    this.record.manualLoad = manualLoad
    this.record.loadOrder = order
    const { capacity } = this.record
    this.#notes.write('load', { manualLoad, loadOrder: order, ...(capacity === null ? {} : { capacity }) })
    this.#notes.tell('loadChanged', order === null ? {} : loadChangeParams(order, components), by)
    this.#commands.load(this.machines.active())
  }

  /** Whether all machines that are waited for have reported a second that is not shown yet. */
  hasNews(): boolean {
    return this.record.state === 'running' && this.live.hasNews(this.#deps.now(), this.#awaited())
  }

  #awaited(): (agentId: string) => boolean {
    const present = this.machines.active().filter(machine => !machine.isLossTold)
    const awaited = new Set(present.map(machine => machine.agentId))
    return agentId => awaited.has(agentId)
  }

  /** Handles what depends on time: time-outs, lost machines, SLA verdicts, totals. Called once a second. */
  tick(): void {
    const now = this.#deps.now()
    this.coordination.tick()
    this.#checkDeadlines(now)
    this.#load.checkLines(now)
    if (this.record.state === 'running') this.#endIfAllEnded()
    if (this.record.state !== 'running') return
    this.#load.moveOn()
    this.#counters.read(now)
    judgeSla({
      live: this.live,
      notes: this.#notes,
      now,
      isAwaited: this.#awaited(),
      stop: detail => this.stop('slaStop', null, detail),
    })
    this.#search(now)
    this.live.refresh(this.live.shownSecond(now))
    this.live.updateTotals()
    this.record.sla = runVerdict({
      slaResults: this.live.slaResults(now),
      isGeneratorLimit: this.record.isGeneratorLimit,
    })
    this.#notes.writeTotals()
  }

  /** Sets the load that follows from the seconds that are complete, where a capacity search drives it. */
  #search(now: number): void {
    if (this.#capacity === null || this.record.stopCause !== null) return
    const complete = this.live.judgedSecond(now, this.#awaited())
    for (let step = this.#capacity.advance(complete); ; step = this.#capacity.advance(complete)) {
      if (step.isChanged) this.#tellLevels()
      if (step.load !== null) {
        const wanted = { load: step.load, rampSeconds: 1, parts: null }
        const order = loadOrderOf(this.record, wanted, { percentages: [100], now })
        this.#capacity.ordered(order)
        this.changeLoad(order, null)
      } else if (step.isChanged) this.#notes.write('capacity', { capacity: this.record.capacity })
      if (step.isOver) return this.stop('planned', null)
      if (!step.isChanged) return
    }
  }

  /** A level that was told before the server was restarted may be judged again: each is told once. */
  #tellLevels(): void {
    const told = this.live.events.filter(({ kind }) => kind === 'levelHeld' || kind === 'levelBroken').length
    for (const { state, load, seconds } of this.record.capacity?.levels.slice(told) ?? [])
      this.#notes.tell(state === 'holds' ? 'levelHeld' : 'levelBroken', { load, seconds })
  }

  #checkDeadlines(now: number): void {
    switch (this.#deadlines.overdue(this.record, now)) {
      case 'state': {
        const waiting = this.machines.all.filter(machine => machine.phase === 'waiting')
        return this.#end('timeout', waiting.map(machine => machine.name).join(', '))
      }
      case 'forcedStop':
        return this.#end(this.record.stopCause ?? 'timeout', this.#load.giveUp().join(', '))
      case 'stop':
        return this.#force()
      case 'load':
        return this.forceStop('timeout', null)
      case null:
    }
  }

  #requestStop(cause: RunCause, by: string | null, detail: string): void {
    this.record.stopCause = cause
    this.record.causeDetail = detail
    this.#notes.write('stop', { stopCause: cause, causeDetail: detail })
    this.#notes.tell('stopRequested', { cause }, by)
  }

  #force(): void {
    this.#deadlines.force(this.#deps.now())
    this.#commands.stop(this.machines.active(), true)
  }

  #endIfAllEnded(): void {
    const outcome = this.isActive ? this.#load.outcome() : null
    if (outcome === null) return
    const { cause, detail } = outcome
    this.#end(cause, detail === '' ? this.record.causeDetail : detail)
  }

  #end(cause: RunCause, detail: string): void {
    const { record, live } = this
    const now = this.#deps.now()
    const wasRunning = record.state === 'running'
    if (transition(record.state, endStateOf[cause], cause) === null) return
    record.cause = cause
    record.causeDetail = detail
    if (this.#capacity !== null) {
      this.#capacity.close()
      this.#notes.write('capacity', { capacity: record.capacity })
    }
    if (wasRunning && record.startedAt !== null) {
      closeFigures(record, live, { startedAt: record.startedAt, now })
      tellBrokenAtEnd(record, live, this.#notes)
    } else {
      record.startedAt = null
      record.endedAt = now
      this.#commands.stop(this.machines.active(), true)
    }
    record.sla = runVerdict(record)
    this.#events.roundsEnded()
    this.#move(endStateOf[cause])
  }

  /** Changes the state, writes it with the totals, and reports it. False when the table forbids it. */
  #move(to: RunState): boolean {
    const { record } = this
    if (transition(record.state, to, record.cause) === null) return false
    record.state = to
    this.#deadlines.enter(this.#deps.now())
    this.#notes.writeState()
    this.#deps.onState(record)
    return true
  }
}
