/** Open driver: iterations begin at the rate V(t) whether or not earlier ones have ended; users grow as needed up to the cap. */
import { peak, targetAt } from '../load-models/registry.ts'
import { castComponents } from '../users/casting.ts'
import { LineUp } from '../users/line-up.ts'
import type { VirtualUser } from '../virtual-user.ts'
import type { Driver } from './driver.ts'
import type { DriverOptions } from './users-driver.ts'

/** The rate is added up over cells of this length, the same ones on every worker, so that all number the arrivals alike. */
const cellMs = 10
const lateMs = 10
const arrivalsPerBlock = 4_096
const castLength = 10_000

export class ArrivalsDriver implements Driver {
  users = 0
  lateStarts = 0
  droppedStarts = 0
  readonly #options: DriverOptions
  readonly #arrivals: LineUp
  readonly #seats: LineUp
  readonly #cast: Uint8Array
  readonly #rateLine: LineUp
  /** Users without work, by component. */
  readonly #free: VirtualUser[][]
  readonly #freeSeats: number[] = []
  #seatsTaken = 0
  #cells = 0
  /** Arrivals of the whole run up to the last cell, fractional. */
  #due = 0
  #elapsedMs = 0
  #manualLoad: number | null = null

  constructor(options: DriverOptions) {
    this.#options = options
    this.#arrivals = new LineUp(arrivalsPerBlock, options.share)
    this.#seats = new LineUp(options.maxUsers, options.share)
    this.#rateLine = new LineUp(Math.max(1, Math.ceil(peak(options.model))), options.share)
    this.#cast = castComponents(options.percentages, castLength)
    this.#free = options.percentages.map(() => [])
  }

  get target(): number {
    return this.#rateLine.countBelow(Math.round(this.#rateAt(this.#elapsedMs)))
  }

  /** Begins counting at that time: a worker that joins later leaves earlier arrivals out. */
  skipTo(elapsedMs: number): void {
    while ((this.#cells + 1) * cellMs <= elapsedMs) this.#due += this.#cellArrivals(this.#cells++)
  }

  tick(elapsedMs: number): boolean {
    this.#elapsedMs = elapsedMs
    while ((this.#cells + 1) * cellMs <= elapsedMs) {
      const beginMs = this.#cells * cellMs
      const before = this.#due
      const inCell = this.#cellArrivals(this.#cells++)
      this.#due = before + inCell
      for (let arrival = Math.ceil(before); arrival < this.#due; arrival++) {
        if (this.#arrivals.owns(arrival)) {
          this.#arrive(arrival, beginMs + ((arrival - before) / inCell) * cellMs)
        }
      }
    }
    return false
  }

  changeLoad(load: number | null): void {
    this.#manualLoad = load
  }

  #rateAt(elapsedMs: number): number {
    return this.#manualLoad ?? targetAt(this.#options.model, elapsedMs)
  }

  #cellArrivals(cell: number): number {
    return (this.#rateAt((cell + 0.5) * cellMs) * cellMs) / 1_000
  }

  #arrive(arrival: number, dueMs: number): void {
    const { crew } = this.#options
    const component = this.#cast[arrival % castLength] ?? 0
    const user = this.#free[component]?.pop() ?? this.#hire(component)
    if (user === null) {
      this.droppedStarts++
      return
    }
    if (crew.environment.clock.elapsedMs() - dueMs > lateMs) this.lateStarts++
    this.users++
    crew.begin(async () => {
      const flow = await crew.iterate(user)
      this.users--
      if (flow === 'next') this.#free[component]?.push(user)
      else this.#dismiss(user)
    })
  }

  /** A new user, if need be in the place of a free one of another component; null when all are at work. */
  #hire(component: number): VirtualUser | null {
    const { crew, maxUsers } = this.#options
    if (this.#freeSeats.length === 0 && this.#seatsTaken >= this.#seats.countBelow(maxUsers)) {
      const other = this.#free.find(users => users.length > 0)?.pop()
      if (other === undefined) return null
      this.#dismiss(other)
    }
    const seat = this.#freeSeats.pop() ?? this.#seats.indexAt(this.#seatsTaken++)
    return crew.hire(seat, component)
  }

  #dismiss(user: VirtualUser): void {
    this.#freeSeats.push(user.index)
    this.#options.crew.dismiss(user)
  }
}
