/**
 * What the workers of a run on this machine share with those of other machines: users that wait for each other and
 * unique rows. Reports changes to the controller, in one message per two milliseconds; after a new connection,
 * everything. Users that wait are gathered here as long as this machine has all of them.
 */
import type {
  GatheringCommand,
  GatheringState,
  PointReport,
  RowGrant,
  RowRequest,
} from '@pone/contract/link/coordination.ts'
import type { AgentMessage, ServerMessage } from '@pone/contract/link/messages.ts'
import { Gathering, type GatheringReport } from '@pone/engine/coordination/gathering.ts'
import type { CoordinationCommand, CoordinationReport } from '@pone/engine/worker/protocol.ts'

/** How long reports of workers are collected into one message, ms. */
const collectMs = 2

export type CoordinateCommand = Extract<ServerMessage, { kind: 'coordinate' }>
type Release = Extract<GatheringCommand, { kind: 'release' }>
export type Gatherer = 'agent' | 'controller'

export interface Coordination {
  /** Adds a worker process. */
  join(workerId: string, report: (command: CoordinationCommand) => void): void
  /** Removes a worker process that has ended. */
  leave(workerId: string): void
  receive(workerId: string, report: CoordinationReport): void
  /** Sets who gathers waiting users from now on. */
  gatheredBy(gatherer: Gatherer): void
  /** The controller's answer. */
  handle(message: CoordinateCommand): void
  /** The machine continues to drive although it cannot reach the server, which moves no share as long as it is down. */
  goesOnAlone(): void
  /** Called for a new connection: everything is reported to the controller again. */
  announce(): void
}

interface Worker {
  readonly report: (command: CoordinationCommand) => void
  users: number | null
  begun: number
  over: GatheringState['over']
  readonly points: Map<string, PointReport>
}

interface CoordinationOptions {
  readonly runId: string
  readonly send: (message: AgentMessage) => boolean
}

export const createCoordination = (options: CoordinationOptions): Coordination =>
  new MachineCoordination(options)

class MachineCoordination implements Coordination {
  readonly #options: CoordinationOptions
  readonly #workers = new Map<string, Worker>()
  readonly #rows = new RowRequests()
  /** Pending reports: the workers that changed, and of each the points that did. */
  readonly #changed = new Map<string, Set<string>>()
  readonly #gone = new Set<string>()
  #local: Gathering | null = null
  #isWhole = false
  #wasAlone = false
  #timer: NodeJS.Timeout | null = null

  constructor(options: CoordinationOptions) {
    this.#options = options
  }

  join(workerId: string, report: (command: CoordinationCommand) => void): void {
    this.#workers.set(workerId, { report, users: null, begun: 0, over: null, points: new Map() })
    this.#joinLocal(workerId)
    this.#note(workerId)
  }

  leave(workerId: string): void {
    if (!this.#workers.delete(workerId)) return
    this.#local?.leave(workerId)
    this.#rows.forgetWorker(workerId)
    this.#gone.add(workerId)
    this.#reportSoon()
  }

  receive(workerId: string, report: CoordinationReport): void {
    const worker = this.#workers.get(workerId)
    if (worker === undefined) return
    if (report.kind !== 'rows') return this.#receiveGathering(workerId, worker, report)
    const { kind: _, ...ask } = report
    this.#rows.ask({ ...ask, workerId })
    this.#reportSoon()
  }

  gatheredBy(gatherer: Gatherer): void {
    if ((gatherer === 'agent') === (this.#local !== null)) return
    this.#local = gatherer === 'agent' ? new Gathering() : null
    for (const workerId of this.#workers.keys()) this.#joinLocal(workerId)
    this.announce()
  }

  handle({ commands, grants }: CoordinateCommand): void {
    if (this.#local === null) for (const { workerId, command } of commands) this.#pass(workerId, command)
    for (const { workerId, ...answer } of grants) {
      this.#rows.answered({ workerId, ...answer })
      this.#workers.get(workerId)?.report({ kind: 'grantRows', ...answer })
    }
  }

  goesOnAlone(): void {
    this.#wasAlone = true
  }

  announce(): void {
    this.#isWhole = true
    this.#reportSoon()
  }

  #reportSoon(): void {
    if (this.#timer === null) this.#timer = setTimeout(() => this.#report(), collectMs)
  }

  #report(): void {
    this.#timer = null
    const { runId, send } = this.#options
    const reported = this.#isWhole ? this.#workers.keys() : this.#changed.keys()
    const isSent = send({
      kind: 'coordination',
      runId,
      isWhole: this.#isWhole,
      wasAlone: this.#wasAlone,
      workers: [...reported].flatMap(workerId => this.#stateOf(workerId) ?? []),
      gone: [...this.#gone],
      rows: this.#rows.take(this.#isWhole),
    })
    if (isSent) this.#wasAlone = false
    this.#isWhole = false
    this.#changed.clear()
    this.#gone.clear()
    for (const { points } of this.#workers.values()) {
      for (const [key, point] of points) if (point.isExpired) points.set(key, { ...point, isExpired: false })
    }
  }

  #stateOf(workerId: string): GatheringState | null {
    const worker = this.#workers.get(workerId)
    if (worker === undefined) return null
    const { users, begun, over } = worker
    const keys = this.#changed.get(workerId)
    const points = [...worker.points.values()].filter(({ key }) => this.#isWhole || keys?.has(key) === true)
    return { workerId, users, begun, over, points }
  }

  #note(workerId: string, points: readonly PointReport[] = []): void {
    const keys = this.#changed.get(workerId) ?? new Set<string>()
    for (const { key } of points) keys.add(key)
    this.#changed.set(workerId, keys)
    this.#reportSoon()
  }

  #pass(workerId: string, command: GatheringCommand): void {
    const worker = this.#workers.get(workerId)
    if (worker === undefined) return
    worker.report(command)
    if (command.kind === 'release') return noteRelease(worker, command)
    if (command.round <= worker.begun) return
    worker.begun = command.round
    worker.over = null
    // If another machine takes over, the controller must know the progress of the run.
    if (this.#local !== null) this.#note(workerId)
  }

  #receiveGathering(workerId: string, worker: Worker, report: GatheringReport): void {
    if (report.kind === 'roundOver') {
      const { kind: _, ...over } = report
      worker.begun = Math.max(worker.begun, over.round)
      worker.over = over
    } else {
      worker.users = report.users
      for (const point of report.points) {
        const isExpired = point.isExpired || worker.points.get(point.key)?.isExpired === true
        worker.points.set(point.key, { ...point, isExpired })
      }
    }
    if (this.#local !== null) this.#local.receive(workerId, report)
    else this.#note(workerId, report.kind === 'waiting' ? report.points : [])
  }

  #joinLocal(workerId: string): void {
    const begun = this.#workers.get(workerId)?.begun
    this.#local?.join(workerId, command => this.#pass(workerId, command), begun)
  }
}

function noteRelease({ points }: Worker, { key, upTo }: Release): void {
  const point = points.get(key)
  if (point === undefined) return
  points.set(key, { ...point, waiting: Math.min(point.waiting, Math.max(0, point.arrived - upTo)) })
}

/** Requests for unique rows that have no answer yet. */
class RowRequests {
  readonly #asked = new Map<string, RowRequest>()
  readonly #fresh = new Set<string>()

  ask(request: RowRequest): void {
    this.#asked.set(keyOf(request), request)
    this.#fresh.add(keyOf(request))
  }

  answered(grant: RowGrant): void {
    this.#asked.delete(keyOf(grant))
  }

  forgetWorker(workerId: string): void {
    for (const [key, request] of this.#asked) if (request.workerId === workerId) this.#asked.delete(key)
  }

  /** Requests since the last call, or all. */
  take(isWhole: boolean): RowRequest[] {
    const keys = isWhole ? [...this.#asked.keys()] : [...this.#fresh]
    this.#fresh.clear()
    return keys.flatMap(key => this.#asked.get(key) ?? [])
  }
}

const keyOf = ({ workerId, key, request }: Pick<RowGrant, 'workerId' | 'key' | 'request'>): string =>
  `${workerId} ${key} ${request}`
