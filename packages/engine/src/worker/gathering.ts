/**
 * Gathers users over all workers of a machine: for rendezvous steps and for the rounds of the load model "concurrency".
 * Of a run on several machines each gathers its part of the users; whatever joins machines later can drive this class in
 * the agent's place, since it knows workers only by the names they joined under.
 */
import type { PointReport } from '../users/meetings.ts'
import type { GatheringCommand, GatheringReport } from './protocol.ts'

type Tell = (command: GatheringCommand) => void

interface Member {
  readonly tell: Tell
  /** Users at work; null until the worker has told. */
  users: number | null
  readonly points: Map<string, MemberPoint>
  /** All its users have ended the present round, or have had the time to. */
  isReady: boolean
}

interface MemberPoint extends PointReport {
  /** Number of the last user that was let go. */
  released: number
}

export class Gathering {
  readonly #share01: number
  readonly #members = new Map<string, Member>()
  #round = 0

  /** `share01` is the part of the run's users that the members drive together. */
  constructor(share01: number) {
    this.#share01 = share01
  }

  /** A worker takes part from now on. */
  join(worker: string, tell: Tell): void {
    this.#members.set(worker, { tell, users: null, points: new Map(), isReady: false })
  }

  /** A worker has ended: nobody waits for its users any more. */
  leave(worker: string): void {
    const member = this.#members.get(worker)
    if (!this.#members.delete(worker)) return
    const keys = new Set([...this.#all(), ...(member === undefined ? [] : [member])].flatMap(keysOf))
    for (const key of keys) this.#judge(key)
    this.#judgeRound()
  }

  /** What a worker tells. */
  hear(worker: string, report: GatheringReport): void {
    const member = this.#members.get(worker)
    if (member === undefined) return
    if (report.kind === 'roundOver') this.#hearRound(member, report)
    else this.#hearWaiting(member, report)
  }

  #hearWaiting(member: Member, { users, points }: Extract<GatheringReport, { kind: 'waiting' }>): void {
    const hasChanged = member.users !== users
    member.users = users
    for (const point of points) {
      const released = member.points.get(point.key)?.released ?? 0
      member.points.set(point.key, { ...point, released })
      // One that was let go meanwhile has nothing to say for the others.
      if (point.isExpired && point.arrived > released) this.#release(point.key)
    }
    const keys = hasChanged ? new Set(this.#all().flatMap(keysOf)) : points.map(({ key }) => key)
    for (const key of keys) this.#judge(key)
  }

  #judge(key: string): void {
    const points = this.#pointsAt(key)
    const waiting = points.reduce((sum, { point }) => sum + waitingOf(point), 0)
    const needed = points[0] === undefined ? null : this.#neededAt(points[0].point)
    if (needed !== null && waiting > 0 && waiting >= needed) this.#release(key)
  }

  /** null while a worker has not told yet how many users it has. */
  #neededAt({ gather, quantity }: PointReport): number | null {
    if (gather === 'users') return Math.max(1, Math.round(quantity * this.#share01))
    let users = 0
    for (const member of this.#all()) {
      if (member.users === null) return null
      users += member.users
    }
    return Math.max(1, Math.ceil((users * quantity) / 100 - 1e-9))
  }

  #release(key: string): void {
    for (const { member, point } of this.#pointsAt(key)) {
      const isWaiting = waitingOf(point) > 0
      point.released = point.arrived
      if (isWaiting) member.tell({ kind: 'release', key, upTo: point.arrived })
    }
  }

  #hearRound(member: Member, { round, isLate }: Extract<GatheringReport, { kind: 'roundOver' }>): void {
    // Zero is said by one that has just joined, and is as good as the present round.
    if (round !== 0 && round < this.#round) return
    member.isReady = true
    if (isLate) this.#beginRound()
    else this.#judgeRound()
  }

  #judgeRound(): void {
    const members = this.#all()
    if (members.length > 0 && members.every(({ isReady }) => isReady)) this.#beginRound()
  }

  #beginRound(): void {
    const round = ++this.#round
    for (const member of this.#all()) member.isReady = false
    for (const { tell } of this.#all()) tell({ kind: 'beginRound', round })
  }

  #all(): Member[] {
    return [...this.#members.values()]
  }

  #pointsAt(key: string): { member: Member; point: MemberPoint }[] {
    return this.#all().flatMap(member => {
      const point = member.points.get(key)
      return point === undefined ? [] : [{ member, point }]
    })
  }
}

const keysOf = ({ points }: Member): string[] => [...points.keys()]

/** Users who wait and have not been told to go. */
const waitingOf = ({ waiting, arrived, released }: MemberPoint): number =>
  Math.min(waiting, arrived - released)
