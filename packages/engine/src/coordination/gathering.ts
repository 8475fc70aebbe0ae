/**
 * Gathers users over all workers of a run: for rendezvous steps and for the rounds of the load model "concurrency". The
 * agent drives it where it has all of the load, the controller where several machines have; safe in a browser.
 */
import type { GatheringCommand, GatheringState, PointReport } from '@pone/contract/link/coordination.ts'

/** What a worker reports to the side that gathers users over all workers. */
export type GatheringReport =
  /** Number of active users and, of the meeting points that changed, how many wait; answered by release. */
  | { kind: 'waiting'; users: number; points: PointReport[] }
  /**
   * The users have ended this round, or the time limit has passed (`isLate`); 0 before the first. With `misses` they
   * are all still active, and the time limit has passed that often. Answered by beginRound.
   */
  | ({ kind: 'roundOver' } & NonNullable<GatheringState['over']>)

type SendCommand = (command: GatheringCommand) => void

interface Member {
  readonly send: SendCommand
  /** Active users; null until the worker has reported. */
  users: number | null
  readonly points: Map<string, MemberPoint>
  /** Last round that the worker began or was sent to begin. */
  begun: number
  /** All its users have ended that round, or the time limit has passed. */
  isReady: boolean
  /** It has no user that could begin a round. */
  isIdle: boolean
  /** How often the time to gather has passed in this round while all its users were active. */
  misses: number
}

interface MemberPoint extends PointReport {
  /** Number of the last user that was released. */
  released: number
}

export class Gathering {
  readonly #members = new Map<string, Member>()
  #round = 0
  /** Times to gather that passed while no user was free: in the rounds before, and in this one. */
  #skippedBefore = 0
  #skipped = 0

  /** Adds a worker, for the first time or again; `begun` is the last round that it began. */
  join(worker: string, send: SendCommand, begun = 0): void {
    this.#round = Math.max(this.#round, begun)
    const round = { begun, isReady: false, isIdle: false, misses: 0 }
    this.#members.set(worker, { send, users: null, points: new Map(), ...round })
  }

  /** A worker has ended: its users are not waited for any more. */
  leave(worker: string): void {
    const member = this.#members.get(worker)
    if (!this.#members.delete(worker)) return
    const keys = new Set([...this.#all(), ...(member === undefined ? [] : [member])].flatMap(keysOf))
    for (const key of keys) this.#judge(key)
    this.#judgeRound()
  }

  /** Processes a report of a worker. */
  receive(worker: string, report: GatheringReport): void {
    const member = this.#members.get(worker)
    if (member === undefined) return
    if (report.kind === 'roundOver') this.#receiveRound(member, report)
    else this.#receiveWaiting(member, report)
  }

  #receiveWaiting(member: Member, { users, points }: Extract<GatheringReport, { kind: 'waiting' }>): void {
    const hasChanged = member.users !== users
    member.users = users
    for (const point of points) {
      const released = member.points.get(point.key)?.released ?? 0
      member.points.set(point.key, { ...point, released })
      // A user that was released meanwhile does not release the others.
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

  /** null while a worker has not reported yet how many users it has. */
  #neededAt({ gather, quantity }: PointReport): number | null {
    if (gather === 'users') return Math.max(1, Math.round(quantity))
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
      if (isWaiting) member.send({ kind: 'release', key, upTo: point.arrived })
    }
  }

  #receiveRound(member: Member, report: Extract<GatheringReport, { kind: 'roundOver' }>): void {
    const { round, isLate, misses = 0, isIdle = false } = report
    // Reported before the command arrived that began the next round.
    if (round < member.begun) return
    member.begun = round
    if (misses > 0) return this.#countMiss(member, misses)
    member.isReady = true
    member.isIdle = isIdle
    // A worker that was not asked for a time joins the others' next round, and does not shorten the others' wait.
    const isBehind = round < this.#round
    this.#round = Math.max(this.#round, round)
    if (isLate && !isBehind) this.#beginRound()
    else this.#judgeRound()
  }

  /** The time to gather has passed: the users that are free begin the next round; without any, the time passes without a round. */
  #countMiss(member: Member, misses: number): void {
    member.misses = misses
    // It does not end a round of another worker.
    if (member.begun < this.#round) return
    const members = this.#all()
    if (members.some(({ isReady, isIdle }) => isReady && !isIdle)) return this.#beginRound()
    const busy = members.filter(({ isReady }) => !isReady)
    const skipped = Math.min(...busy.map(each => each.misses))
    if (skipped <= this.#skipped) return
    this.#skipped = skipped
    this.#sendRound()
  }

  #judgeRound(): void {
    const members = this.#all()
    if (members.length > 0 && members.every(({ isReady }) => isReady)) this.#beginRound()
  }

  #beginRound(): void {
    const round = ++this.#round
    this.#skippedBefore += this.#skipped
    this.#skipped = 0
    for (const member of this.#all()) {
      member.isReady = false
      member.misses = 0
      member.begun = round
    }
    this.#sendRound()
  }

  #sendRound(): void {
    const skipped = this.#skippedBefore + this.#skipped
    const count = skipped === 0 ? {} : { skipped }
    for (const { send } of this.#all()) send({ kind: 'beginRound', round: this.#round, ...count })
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

/** Users that wait and have not been released. */
const waitingOf = ({ waiting, arrived, released }: MemberPoint): number =>
  Math.min(waiting, arrived - released)
