/**
 * Open driver: iterations start at the rate V(t) whether or not earlier ones have ended; users are added as needed up
 * to the maximum.
 */
import { type LoadOrder, orderedParts } from '@pone/plan/load-models/load-order.ts'
import { peak } from '@pone/plan/load-models/registry.ts'
import { assignComponents } from '../users/component-shares.ts'
import { Segment } from '../users/segment.ts'
import type { VirtualUser } from '../virtual-user.ts'
import { ArrivalGrid } from './arrival-grid.ts'
import { type ArrivalsOptions, type Driver, usualRestMs } from './driver.ts'
import { ManualLoad } from './manual-load.ts'

const lateMs = 10
const shortestRestMs = 1
const arrivalsPerBlock = 4_096
/**
 * Work of one tick, in starts of idle users. What is due beyond it waits for the next tick, after the answers that have
 * arrived: they free users whose connections are open, and opening a connection costs several times as much as a request.
 */
const workPerTick = 128
const workOfNewUser = 8
/** A worker further behind does not catch up: what is due begins at once then, or is dropped where no user is free. */
const maxBehindMs = 1_000
const castLength = 10_000

export class ArrivalsDriver implements Driver {
  users = 0
  lateStarts = 0
  droppedStarts = 0
  readonly #options: ArrivalsOptions
  readonly #grid: ArrivalGrid
  readonly #arrivals: Segment
  /** By component, once a load by component was set; null before. */
  #partGrids: readonly ArrivalGrid[] | null = null
  readonly #seats: Segment
  readonly #assigned: Uint8Array
  readonly #rateLine: Segment
  /** Idle users, by component. */
  readonly #free: VirtualUser[][]
  readonly #freeSeats: number[] = []
  /** Components of which no iteration can start any more: a parameter has no row left. */
  readonly #usedUp = new Set<number>()
  #seatsTaken = 0
  #elapsedMs = 0
  readonly #manual = new ManualLoad()

  constructor(options: ArrivalsOptions) {
    this.#options = options
    const { share } = options
    this.#arrivals = new Segment(arrivalsPerBlock, share)
    this.#grid = new ArrivalGrid({
      rateAt: elapsedMs => (this.#isByParts(elapsedMs) ? 0 : this.#rateAt(elapsedMs)),
      owns: arrival => this.#arrivals.owns(arrival),
    })
    this.#seats = new Segment(options.maxUsers, share)
    this.#rateLine = new Segment(Math.max(1, Math.ceil(peak(options.model))), share)
    this.#assigned = assignComponents(options.percentages, castLength)
    this.#free = options.percentages.map(() => [])
  }

  get target(): number {
    const rate = this.#rateAt(this.#elapsedMs)
    const { from01, to01 } = this.#options.share
    return Number.isInteger(rate) ? this.#rateLine.countBelow(rate) : rate * (to01 - from01)
  }

  /** Starts counting at that time: a worker that joins later leaves earlier arrivals out. */
  skipTo(elapsedMs: number): void {
    this.#elapsedMs = elapsedMs
    for (const grid of this.#grids) grid.skipTo(elapsedMs)
  }

  get isBehind(): boolean {
    return this.#grids.some(grid => grid.nextMs < this.#elapsedMs)
  }

  tick(elapsedMs: number): boolean {
    this.#elapsedMs = elapsedMs
    const { environment } = this.#options.userPool
    let work = 0
    for (const [at, grid] of this.#grids.entries()) {
      while (!environment.isStopping) {
        if (work >= workPerTick && elapsedMs - grid.nextMs <= maxBehindMs) break
        const due = grid.take(elapsedMs)
        if (due === null) break
        // The first grid is that of all components.
        const component = at === 0 ? (this.#assigned[due.arrival % castLength] ?? 0) : at - 1
        work += this.#arrive(component, due.dueMs)
      }
    }
    const percentages = this.#options.percentages.entries()
    return this.users === 0 && percentages.every(([at, part]) => part === 0 || this.#usedUp.has(at))
  }

  restMs(elapsedMs: number): number {
    const nextMs = Math.min(...this.#grids.map(grid => grid.nextMs))
    return Math.min(usualRestMs, Math.max(shortestRestMs, nextMs - elapsedMs))
  }

  changeLoad(order: LoadOrder | null): void {
    this.#manual.set(order)
    if (order !== null && order.parts !== null) this.#partGrids ??= this.#openPartGrids(order)
  }

  /** A worker that joins later leaves earlier arrivals out. */
  #openPartGrids({ atMs: fromMs }: LoadOrder): ArrivalGrid[] {
    return this.#options.percentages.map((_, component) => {
      const grid = new ArrivalGrid({
        rateAt: elapsedMs => this.#partRateAt(component, elapsedMs),
        owns: arrival => this.#arrivals.owns(arrival),
        fromMs,
      })
      grid.skipTo(this.#elapsedMs)
      return grid
    })
  }

  get #grids(): readonly ArrivalGrid[] {
    return this.#partGrids === null ? [this.#grid] : [this.#grid, ...this.#partGrids]
  }

  #isByParts(elapsedMs: number): boolean {
    return (this.#manual.at(elapsedMs)?.parts ?? null) !== null
  }

  #partRateAt(component: number, elapsedMs: number): number {
    const order = this.#manual.at(elapsedMs)
    return (order === null ? null : orderedParts(order, elapsedMs))?.[component] ?? 0
  }

  #rateAt(elapsedMs: number): number {
    return this.#manual.loadAt(this.#options.model, elapsedMs)
  }

  /** Returns the work of it. */
  #arrive(component: number, dueMs: number): number {
    const { userPool } = this.#options
    const isOver = this.#usedUp.has(component)
    const idle = isOver ? undefined : this.#free[component]?.pop()
    const user = isOver ? null : (idle ?? this.#addUser(component))
    if (user === null) {
      this.droppedStarts++
      return 0
    }
    if (userPool.environment.clock.elapsedMs() - dueMs > lateMs) this.lateStarts++
    this.users++
    userPool.begin(async () => {
      const isGoingOn = await this.#work(user, component, dueMs)
      this.users--
      if (user.usedUp !== null) this.#usedUp.add(component)
      if (isGoingOn) this.#free[component]?.push(user)
      else this.#removeUser(user)
    })
    return idle === undefined ? workOfNewUser : 1
  }

  /** One iteration, its time counted from when it was due, without think time; one that a stop interrupts is not counted. */
  async #work(user: VirtualUser, component: number, dueMs: number): Promise<boolean> {
    const { userPool, iterations } = this.#options
    const { clock, observer } = userPool.environment
    const failuresBefore = user.failures
    const pausedBeforeMs = user.pausedMs
    const flow = await userPool.iterate(user)
    const label = iterations[component]
    if (flow !== 'halt' && label !== undefined) {
      const lastedMs = clock.elapsedMs() - dueMs - (user.pausedMs - pausedBeforeMs)
      const durationUs = Math.max(0, Math.round(lastedMs * 1_000))
      observer.transaction(user, label, durationUs, user.failures === failuresBefore)
    }
    return flow === 'next'
  }

  /** A new user, if necessary in place of an idle one of another component; null when all are active. */
  #addUser(component: number): VirtualUser | null {
    const { userPool, maxUsers } = this.#options
    if (this.#freeSeats.length === 0 && this.#seatsTaken >= this.#seats.countBelow(maxUsers)) {
      const other = this.#free.find(users => users.length > 0)?.pop()
      if (other === undefined) return null
      this.#removeUser(other)
    }
    const seat = this.#freeSeats.pop() ?? this.#seats.indexAt(this.#seatsTaken++)
    return userPool.add(seat, component)
  }

  #removeUser(user: VirtualUser): void {
    this.#freeSeats.push(user.index)
    this.#options.userPool.remove(user)
  }
}
