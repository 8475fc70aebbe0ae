/**
 * Concurrency driver: all own users begin an iteration at the same moment, round after round. Users gather within one
 * worker; workers begin together and hold no further rendezvous between them.
 * Start delays of components do not apply here, nor to arrivals: these models say when users begin.
 */
import type { LoadModel } from '@pone/contract/entities/scenario.ts'
import { plannedDurationMs } from '../load-models/registry.ts'
import { castComponents } from '../users/casting.ts'
import { LineUp } from '../users/line-up.ts'
import type { VirtualUser } from '../virtual-user.ts'
import type { Driver } from './driver.ts'
import type { DriverOptions } from './users-driver.ts'

export class RoundsDriver implements Driver {
  readonly lateStarts = 0
  readonly droppedStarts = 0
  readonly #options: DriverOptions
  readonly #model: Extract<LoadModel, { kind: 'concurrency' }>
  readonly #lineUp: LineUp
  readonly #cast: Uint8Array
  readonly #byPosition: (VirtualUser | undefined)[] = []
  /** Own positions whose users a step has ended. */
  readonly #ended = new Set<number>()
  readonly #busy = new Set<number>()
  #round = 0
  #roundBeganMs = 0
  #load: number

  constructor(options: DriverOptions, model: Extract<LoadModel, { kind: 'concurrency' }>) {
    this.#options = options
    this.#model = model
    this.#lineUp = new LineUp(model.users, options.share)
    this.#cast = castComponents(options.percentages, model.users)
    this.#load = model.users
  }

  get users(): number {
    return this.#busy.size
  }

  get target(): number {
    return this.#lineUp.countBelow(this.#load)
  }

  tick(elapsedMs: number): boolean {
    const isGathered = this.#busy.size === 0
    const hasWaitedEnough = elapsedMs - this.#roundBeganMs >= this.#model.gatherTimeoutSeconds * 1_000
    const { rounds } = this.#model
    const isLastRoundBegun = rounds > 0 && this.#round >= rounds
    const isPastEnd = elapsedMs >= (plannedDurationMs(this.#model) ?? Number.POSITIVE_INFINITY)
    if (isLastRoundBegun || isPastEnd || this.#options.crew.environment.isStopping) return isGathered
    if (this.target > 0 && this.#ended.size >= this.target) return isGathered
    if (this.target === 0) return rounds > 0 && this.#load > 0
    if (this.#round === 0 || isGathered || hasWaitedEnough) this.#beginRound(elapsedMs)
    return false
  }

  changeLoad(load: number | null): void {
    this.#load = load ?? this.#model.users
  }

  #beginRound(elapsedMs: number): void {
    this.#round++
    this.#roundBeganMs = elapsedMs
    for (let position = 0; position < this.target; position++) {
      if (this.#busy.has(position) || this.#ended.has(position)) continue
      this.#begin(position)
    }
  }

  #begin(position: number): void {
    const { crew } = this.#options
    const index = this.#lineUp.indexAt(position)
    const user = this.#byPosition[position] ?? crew.hire(index, this.#cast[index % this.#cast.length] ?? 0)
    this.#byPosition[position] = user
    this.#busy.add(position)
    crew.begin(async () => {
      const flow = await crew.iterate(user)
      this.#busy.delete(position)
      if (flow === 'stopUser') {
        this.#ended.add(position)
        this.#byPosition[position] = undefined
        crew.dismiss(user)
      }
      if (this.#busy.size === 0 && !user.mustHalt) this.tick(crew.environment.clock.elapsedMs())
    })
  }
}
