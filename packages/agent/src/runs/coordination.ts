/**
 * What the workers of a run on this machine share with those of other machines: users that wait for each other and unique
 * rows. Tells the controller what has changed, in one message per turn of two milliseconds; after a new connection,
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

/** How long what workers tell is collected, ms. */
const collectMs = 2

type Message = Extract<ServerMessage, { kind: 'coordinate' }>
export type Gatherer = 'agent' | 'controller'

export interface Coordination {
  /** A worker process begins. */
  join(workerId: string, report: (command: CoordinationCommand) => void): void
  /** It has ended. */
  leave(workerId: string): void
  receive(workerId: string, report: CoordinationReport): void
  /** Who gathers from now on. */
  gatheredBy(gatherer: Gatherer): void
  /** What the controller answers. */
  handle(message: Message): void
  /** The machine drives although it cannot reach the server, which gives nothing away as long as it is down. */
  goesOnAlone(): void
  /** A new connection: the controller has to hear everything again. */
  announce(): void
}

interface Worker {
  readonly report: (command: CoordinationCommand) => void
  users: number | null
  begun: number
  over: GatheringState['over']
  readonly points: Map<string, PointReport>
}

export function createCoordination(options: {
  readonly runId: string
  readonly send: (message: AgentMessage) => boolean
}): Coordination {
  const { runId, send } = options
  const workers = new Map<string, Worker>()
  /** Requests without an answer. */
  const asked = new Map<string, RowRequest>()
  let local: Gathering | null = null
  let isWhole = false
  let wasAlone = false
  let timer: NodeJS.Timeout | null = null
  /** What is to be told: the workers that changed, and of each the points that did. */
  const changed = new Map<string, Set<string>>()
  const gone = new Set<string>()
  const fresh = new Set<string>()

  const reportSoon = () => {
    timer ??= setTimeout(report, collectMs)
  }
  const report = () => {
    timer = null
    const reported = isWhole ? [...workers.keys()] : [...changed.keys()]
    const states = reported.flatMap(workerId => stateOf(workerId) ?? [])
    const keys = isWhole ? [...asked.keys()] : [...fresh]
    const rows = keys.flatMap(key => asked.get(key) ?? [])
    const isSent = send({
      kind: 'coordination',
      runId,
      isWhole,
      wasAlone,
      workers: states,
      gone: [...gone],
      rows,
    })
    if (isSent) wasAlone = false
    isWhole = false
    for (const { points } of workers.values()) {
      for (const [key, point] of points) if (point.isExpired) points.set(key, { ...point, isExpired: false })
    }
    changed.clear()
    gone.clear()
    fresh.clear()
  }
  const stateOf = (workerId: string): GatheringState | null => {
    const worker = workers.get(workerId)
    if (worker === undefined) return null
    const { users, begun, over } = worker
    const points = [...worker.points.values()].filter(
      ({ key }) => isWhole || changed.get(workerId)?.has(key) === true,
    )
    return { workerId, users, begun, over, points }
  }
  const note = (workerId: string, points: readonly PointReport[] = []) => {
    const keys = changed.get(workerId) ?? new Set<string>()
    for (const { key } of points) keys.add(key)
    changed.set(workerId, keys)
    reportSoon()
  }

  const pass = (workerId: string, command: GatheringCommand) => {
    const worker = workers.get(workerId)
    if (worker === undefined) return
    worker.report(command)
    if (command.kind === 'release') return noteRelease(worker, command)
    if (command.round <= worker.begun) return
    worker.begun = command.round
    worker.over = null
    // Should another machine take over, the controller has to know how far the run is.
    if (local !== null) note(workerId)
  }
  const noteRelease = ({ points }: Worker, { key, upTo }: Extract<GatheringCommand, { kind: 'release' }>) => {
    const point = points.get(key)
    if (point === undefined) return
    points.set(key, { ...point, waiting: Math.min(point.waiting, Math.max(0, point.arrived - upTo)) })
  }
  const receiveGathering = (workerId: string, worker: Worker, report: GatheringReport) => {
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
    if (local !== null) local.receive(workerId, report)
    else note(workerId, report.kind === 'waiting' ? report.points : [])
  }
  const joinLocal = (workerId: string) =>
    local?.join(workerId, command => pass(workerId, command), workers.get(workerId)?.begun)

  return {
    join: (workerId, to) => {
      workers.set(workerId, { report: to, users: null, begun: 0, over: null, points: new Map() })
      joinLocal(workerId)
      note(workerId)
    },
    leave: workerId => {
      if (!workers.delete(workerId)) return
      local?.leave(workerId)
      for (const [key, request] of asked) if (request.workerId === workerId) asked.delete(key)
      gone.add(workerId)
      reportSoon()
    },
    receive: (workerId, report) => {
      const worker = workers.get(workerId)
      if (worker === undefined) return
      if (report.kind !== 'rows') return receiveGathering(workerId, worker, report)
      const { kind: _, ...ask } = report
      const request = { ...ask, workerId }
      asked.set(keyOf(request), request)
      fresh.add(keyOf(request))
      reportSoon()
    },
    gatheredBy: gatherer => {
      if ((gatherer === 'agent') === (local !== null)) return
      local = gatherer === 'agent' ? new Gathering() : null
      for (const workerId of workers.keys()) joinLocal(workerId)
      isWhole = true
      reportSoon()
    },
    handle: ({ commands, grants }) => {
      if (local === null) for (const { workerId, command } of commands) pass(workerId, command)
      for (const { workerId, ...answer } of grants) {
        asked.delete(keyOf({ workerId, ...answer }))
        workers.get(workerId)?.report({ kind: 'grantRows', ...answer })
      }
    },
    goesOnAlone: () => {
      wasAlone = true
    },
    announce: () => {
      isWhole = true
      reportSoon()
    },
  }
}

const keyOf = ({ workerId, key, request }: Pick<RowGrant, 'workerId' | 'key' | 'request'>): string =>
  `${workerId} ${key} ${request}`
