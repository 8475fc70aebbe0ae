/**
 * Closed driver: user i is active while i is below V(t), for all models that define a number of users. A worker that
 * replaces a lost one starts the loops of its users from the beginning.
 */

import { peak, targetAt } from '@pone/plan/load-models/registry.ts'
import { beginIteration, endIteration, pacingMs } from '../iteration.ts'
import { assignComponents } from '../users/component-shares.ts'
import { Segment } from '../users/segment.ts'
import type { VirtualUser } from '../virtual-user.ts'
import { type Driver, type DriverOptions, usualRestMs } from './driver.ts'

export class UsersDriver implements Driver {
  readonly lateStarts = 0
  readonly droppedStarts = 0
  users = 0
  target = 0
  readonly #options: DriverOptions
  readonly #segment: Segment
  readonly #assigned: Uint8Array
  readonly #loops: number
  /** By own position: the user while it is active. */
  readonly #byPosition: (VirtualUser | undefined)[] = []
  /** Own positions whose users have finished their loops. */
  readonly #finished = new Set<number>()
  #manualLoad: number | null = null

  constructor(options: DriverOptions) {
    this.#options = options
    const highest = Math.max(1, Math.ceil(peak(options.model)))
    this.#segment = new Segment(highest, options.share)
    this.#assigned = assignComponents(options.percentages, highest)
    this.#loops = options.model.kind === 'constant' ? options.model.loops : 0
  }

  tick(elapsedMs: number): boolean {
    const load = this.#manualLoad ?? Math.round(targetAt(this.#options.model, elapsedMs))
    const wanted = this.#segment.countBelow(load)
    for (let position = this.target; position < wanted; position++) this.#want(position)
    for (let position = wanted; position < this.target; position++) this.#retire(position)
    this.target = wanted
    return this.#isOver()
  }

  restMs(): number {
    return usualRestMs
  }

  changeLoad(load: number | null): void {
    this.#manualLoad = load
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

  #isOver(): boolean {
    const highest = Math.max(this.#manualLoad ?? 0, this.#segment.blockSize)
    const all = this.#segment.countBelow(highest)
    return this.users === 0 && this.#finished.size >= all && (all > 0 || this.#loops > 0)
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
    const user = userPool.add(userAt, this.#assigned[index % this.#assigned.length] ?? 0)
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
