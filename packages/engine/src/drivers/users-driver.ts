/**
 * Closed driver: user i is active while i is below V(t), for all models that define a number of users. A worker that
 * replaces a lost one starts the loops of its users from the beginning.
 */

import { type LoadOrder, orderedParts } from '@pone/plan/load-models/load-order.ts'
import { peak } from '@pone/plan/load-models/registry.ts'
import { beginIteration, endIteration, pacingMs } from '../iteration.ts'
import { ComponentSequence } from '../users/component-sequence.ts'
import { Segment } from '../users/segment.ts'
import type { VirtualUser } from '../virtual-user.ts'
import { type Driver, type DriverOptions, usualRestMs } from './driver.ts'
import { ManualLoad } from './manual-load.ts'

export class UsersDriver implements Driver {
  readonly lateStarts = 0
  readonly droppedStarts = 0
  users = 0
  target = 0
  readonly #options: DriverOptions
  readonly #segment: Segment
  readonly #components: ComponentSequence
  readonly #loops: number
  /** By own position: the user while it is active. */
  readonly #byPosition: (VirtualUser | undefined)[] = []
  /** Own positions whose users have finished their loops. */
  readonly #finished = new Set<number>()
  readonly #manual = new ManualLoad()
  /** Loads by component that are driven now; null while the first users of all components are. */
  #parts: readonly number[] | null = null
  /** Own positions from here on have never been wanted since the last change between the two. */
  #reach = 0

  constructor(options: DriverOptions) {
    this.#options = options
    const highest = Math.max(1, Math.ceil(peak(options.model)))
    this.#segment = new Segment(highest, options.share)
    this.#components = new ComponentSequence(options.percentages, highest)
    this.#loops = options.model.kind === 'constant' ? options.model.loops : 0
  }

  tick(elapsedMs: number): boolean {
    const order = this.#manual.at(elapsedMs)
    const parts = order === null ? null : orderedParts(order, elapsedMs)
    if (parts === null) this.#driveTotal(Math.round(this.#manual.loadAt(this.#options.model, elapsedMs)))
    else this.#driveParts(parts.map(Math.round))
    return this.#isOver()
  }

  restMs(): number {
    return usualRestMs
  }

  changeLoad(order: LoadOrder | null): void {
    this.#manual.set(order)
  }

  /** Ends all users after their running request. */
  halt(): void {
    for (const user of this.#byPosition) {
      if (user === undefined) continue
      user.isRetiring = true
      user.hasToHalt = true
      user.wake()
    }
  }

  /** Drives the first users of the run, own positions 0 to target. */
  #driveTotal(load: number): void {
    const wanted = this.#segment.countBelow(load)
    const isSwitched = this.#parts !== null
    this.#parts = null
    for (let position = isSwitched ? 0 : this.target; position < wanted; position++) this.#want(position)
    const reach = isSwitched ? this.#reach : this.target
    for (let position = wanted; position < reach; position++) this.#retire(position)
    this.target = wanted
    this.#reach = wanted
  }

  /** Drives the first users of each component. */
  #driveParts(loads: readonly number[]): void {
    if (this.#parts?.every((load, component) => load === loads[component]) === true) return
    this.#parts = loads
    const end = this.#segment.countBelow(this.#components.endOf(loads))
    let wanted = 0
    for (let position = 0; position < Math.max(end, this.#reach); position++) {
      if (position < end && this.#components.isWithin(loads, this.#segment.indexAt(position))) {
        this.#want(position)
        wanted++
      } else this.#retire(position)
    }
    this.target = wanted
    this.#reach = end
  }

  #isOver(): boolean {
    const highest = Math.max(this.#manual.highest, this.#segment.blockSize)
    const all = this.#parts === null ? this.#segment.countBelow(highest) : this.target
    if (this.users > 0 || this.#finished.size < all) return false
    return this.#parts === null ? all > 0 || this.#loops > 0 : this.#loops > 0 && all > 0
  }

  #want(position: number): void {
    const present = this.#byPosition[position]
    if (present !== undefined) present.isRetiring = false
    else if (!this.#finished.has(position)) this.#start(position)
  }

  #retire(position: number): void {
    const user = this.#byPosition[position]
    if (user === undefined) return
    user.isRetiring = true
    user.wake()
  }

  #start(position: number): void {
    const { userPool } = this.#options
    const index = this.#segment.indexAt(position)
    const userAt = this.#options.userAt?.(index) ?? index
    const user = userPool.add(userAt, this.#components.componentAt(index))
    this.#byPosition[position] = user
    this.users++
    userPool.begin(async () => {
      try {
        if (await this.#work(user)) this.#finished.add(position)
      } finally {
        this.users--
        this.#byPosition[position] = undefined
        userPool.remove(user)
      }
    })
  }

  /** Iterates until the user retires or the run stops; true when the user has finished for good. */
  async #work(user: VirtualUser): Promise<boolean> {
    const { userPool } = this.#options
    const { clock } = user.environment
    const { threadGroup, settings } = user.component.document
    const delayMs = threadGroup.startDelaySeconds * 1_000 - clock.elapsedMs()
    if (delayMs > 0) await user.pause(delayMs)
    const isPaced = settings.pacing.mode !== 'none'
    while (!user.isRetiring && !user.mustHalt) {
      if (user.lacksRows(true)) {
        await user.awaitRows(true)
        if (user.isRetiring || user.mustHalt) break
      }
      const beganMs = isPaced ? clock.elapsedMs() : 0
      if (!beginIteration(user)) return true
      const turnsBefore = user.turns
      // The steps are awaited here and not by userPool.iterate: one promise less for users that only send one request.
      const flow = endIteration(user, await user.component.body.run(user), userPool.onStopTest)
      if (user.turns === turnsBefore) await user.yieldTurn()
      if (flow !== 'next') return flow === 'stopUser'
      if (this.#loops > 0 && user.iteration >= this.#loops) return true
      if (!isPaced) continue
      const restMs = pacingMs(settings) - (clock.elapsedMs() - beganMs)
      if (restMs > 0) await user.pause(restMs)
    }
    return false
  }
}
