/**
 * Concurrency driver: all users begin an iteration at the same moment, round after round. The side that gathers the
 * workers (coordination/gathering.ts) begins the rounds; this driver reports when its own users have ended one. A round
 * counts when at least one user begins it: when the time to gather passes while no user is free, it starts again.
 * Start delays of components do not apply here, nor to arrivals: these models define when users begin.
 */

import { type LoadOrder, orderedLoad } from '@pone/plan/load-models/load-order.ts'
import { plannedDurationMs } from '@pone/plan/load-models/registry.ts'
import type { LoadModel } from '@pone/plan/scenario/scenario.ts'
import { assignComponents } from '../users/component-shares.ts'
import { Segment } from '../users/segment.ts'
import type { VirtualUser } from '../virtual-user.ts'
import { type Driver, type RoundsOptions, usualRestMs } from './driver.ts'
import { ManualLoad } from './manual-load.ts'

/** The side that begins the rounds may be unreachable: this long after a round's time is over the driver begins the next one itself, ms. */
const answerPatienceMs = 1_000

export class RoundsDriver implements Driver {
  readonly lateStarts = 0
  readonly droppedStarts = 0
  readonly #options: RoundsOptions
  readonly #model: Extract<LoadModel, { kind: 'concurrency' }>
  readonly #segment: Segment
  readonly #assigned: Uint8Array
  readonly #byPosition: (VirtualUser | undefined)[] = []
  /** Own positions whose users were ended by a step. */
  readonly #ended = new Set<number>()
  readonly #busy = new Set<number>()
  #round = 0
  /** null before the first tick. */
  #roundBeganMs: number | null = null
  #isOverTold = false
  /** How often the time to gather has passed in this round while all own users were active. */
  #misses = 0
  #skipped = 0
  #load: number
  readonly #manual = new ManualLoad()

  constructor(options: RoundsOptions, model: Extract<LoadModel, { kind: 'concurrency' }>) {
    this.#options = options
    this.#model = model
    this.#segment = new Segment(model.users, options.share)
    this.#assigned = assignComponents(options.percentages, model.users)
    this.#load = model.users
  }

  get users(): number {
    return this.#busy.size
  }

  get target(): number {
    return this.#segment.countBelow(this.#load)
  }

  /** Counts of the whole run, as far as this worker knows. */
  get rounds(): { driven: number; skipped: number } {
    const { rounds } = this.#model
    return { driven: rounds > 0 ? Math.min(rounds, this.#round) : this.#round, skipped: this.#skipped }
  }

  tick(elapsedMs: number): boolean {
    this.#follow(elapsedMs)
    const isGathered = this.#busy.size === 0
    this.#roundBeganMs ??= elapsedMs
    const overMs = elapsedMs - this.#roundBeganMs - this.#model.gatherTimeoutSeconds * 1_000
    const isLate = this.#round > 0 && overMs >= 0
    const { rounds } = this.#model
    const isLastRoundBegun = rounds > 0 && this.#round >= rounds
    const isPastEnd = elapsedMs >= (plannedDurationMs(this.#model) ?? Number.POSITIVE_INFINITY)
    if (isLastRoundBegun || isPastEnd || this.#options.userPool.environment.isStopping) return isGathered
    if (this.target > 0 && this.#ended.size >= this.target) return isGathered
    if (this.target === 0 && rounds > 0 && this.#load > 0) return isGathered
    if (this.#load > 0 && isLate && !isGathered && !this.#isOverTold && !this.#hasFree()) {
      this.#miss(elapsedMs)
    } else if (this.#load > 0 && (isGathered || isLate)) {
      this.#reportRoundOver(!isGathered)
      if (overMs >= answerPatienceMs) this.beginRound(this.#round + 1, elapsedMs)
    }
    return false
  }

  restMs(): number {
    return usualRestMs
  }

  /** By component it is not divided: all users begin a round together. */
  changeLoad(order: LoadOrder | null): void {
    this.#manual.set(order)
  }

  #follow(elapsedMs: number): void {
    const order = this.#manual.at(elapsedMs)
    this.#load = order === null ? this.#model.users : Math.round(orderedLoad(order, elapsedMs))
  }

  /** Starts an iteration of every own user that is not active; rounds count from 1 over the whole run, `skipped` over it too. */
  beginRound(round: number, elapsedMs: number, skipped = 0): void {
    const { rounds } = this.#model
    this.#follow(elapsedMs)
    this.#skipped = Math.max(this.#skipped, skipped)
    if (this.#options.userPool.environment.isStopping || round <= this.#round) return
    this.#round = round
    this.#roundBeganMs = elapsedMs
    this.#isOverTold = false
    this.#misses = 0
    if (rounds > 0 && round > rounds) return
    for (let position = 0; position < this.target; position++) {
      if (this.#busy.has(position) || this.#ended.has(position)) continue
      this.#begin(position)
    }
  }

  #reportRoundOver(isLate: boolean): void {
    if (this.#isOverTold) return
    this.#isOverTold = true
    const idle = this.#ended.size >= this.target ? { isIdle: true } : {}
    this.#options.onRoundOver({ round: this.#round, isLate, ...idle })
  }

  /** No user could begin a round: the time to gather starts again. */
  #miss(elapsedMs: number): void {
    this.#misses++
    this.#roundBeganMs = elapsedMs
    this.#options.onRoundOver({ round: this.#round, isLate: true, misses: this.#misses })
  }

  #hasFree(): boolean {
    const { target } = this
    for (let position = 0; position < target; position++) {
      if (!this.#busy.has(position) && !this.#ended.has(position)) return true
    }
    return false
  }

  #begin(position: number): void {
    const { userPool } = this.#options
    const index = this.#segment.indexAt(position)
    const user =
      this.#byPosition[position] ?? userPool.add(index, this.#assigned[index % this.#assigned.length] ?? 0)
    this.#byPosition[position] = user
    this.#busy.add(position)
    userPool.begin(async () => {
      const flow = await userPool.iterate(user)
      this.#busy.delete(position)
      if (flow === 'stopUser') {
        this.#ended.add(position)
        this.#byPosition[position] = undefined
        userPool.remove(user)
      }
      if (this.#busy.size === 0 && !user.mustHalt) this.tick(userPool.environment.clock.elapsedMs())
    })
  }
}
