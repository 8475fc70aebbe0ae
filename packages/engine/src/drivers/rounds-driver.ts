/**
 * Concurrency driver: all users begin an iteration at the same moment, round after round. Who begins a round is who
 * gathers the workers (coordination/gathering.ts); this driver says when its own users are through.
 * Start delays of components do not apply here, nor to arrivals: these models say when users begin.
 */
import type { LoadModel } from '@pone/contract/entities/scenario.ts'
import { plannedDurationMs } from '../load-models/registry.ts'
import { castComponents } from '../users/casting.ts'
import { LineUp } from '../users/line-up.ts'
import type { VirtualUser } from '../virtual-user.ts'
import { type Driver, type RoundsOptions, usualRestMs } from './driver.ts'

/** Who begins the rounds may be away: this long after a round's time is over the driver begins the next one by itself, ms. */
const answerPatienceMs = 1_000

export class RoundsDriver implements Driver {
  readonly lateStarts = 0
  readonly droppedStarts = 0
  readonly #options: RoundsOptions
  readonly #model: Extract<LoadModel, { kind: 'concurrency' }>
  readonly #lineUp: LineUp
  readonly #cast: Uint8Array
  readonly #byPosition: (VirtualUser | undefined)[] = []
  /** Own positions whose users a step has ended. */
  readonly #ended = new Set<number>()
  readonly #busy = new Set<number>()
  #round = 0
  /** null before the first tick. */
  #roundBeganMs: number | null = null
  #isOverTold = false
  #load: number

  constructor(options: RoundsOptions, model: Extract<LoadModel, { kind: 'concurrency' }>) {
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
    this.#roundBeganMs ??= elapsedMs
    const overMs = elapsedMs - this.#roundBeganMs - this.#model.gatherTimeoutSeconds * 1_000
    const isLate = this.#round > 0 && overMs >= 0
    const { rounds } = this.#model
    const isLastRoundBegun = rounds > 0 && this.#round >= rounds
    const isPastEnd = elapsedMs >= (plannedDurationMs(this.#model) ?? Number.POSITIVE_INFINITY)
    if (isLastRoundBegun || isPastEnd || this.#options.crew.environment.isStopping) return isGathered
    if (this.target > 0 && this.#ended.size >= this.target) return isGathered
    if (this.target === 0 && rounds > 0 && this.#load > 0) return isGathered
    if (this.#load > 0 && (isGathered || isLate)) {
      this.#tellOver(!isGathered)
      if (overMs >= answerPatienceMs) this.beginRound(this.#round + 1, elapsedMs)
    }
    return false
  }

  restMs(): number {
    return usualRestMs
  }

  changeLoad(load: number | null): void {
    this.#load = load ?? this.#model.users
  }

  /** Begins an iteration of every own user that is not at work; rounds count from 1 over the whole run. */
  beginRound(round: number, elapsedMs: number): void {
    const { rounds } = this.#model
    if (this.#options.crew.environment.isStopping || round <= this.#round) return
    this.#round = round
    this.#roundBeganMs = elapsedMs
    this.#isOverTold = false
    if (rounds > 0 && round > rounds) return
    for (let position = 0; position < this.target; position++) {
      if (this.#busy.has(position) || this.#ended.has(position)) continue
      this.#begin(position)
    }
  }

  #tellOver(isLate: boolean): void {
    if (this.#isOverTold) return
    this.#isOverTold = true
    this.#options.onRoundOver(this.#round, isLate)
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
