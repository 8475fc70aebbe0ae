/**
 * Driver of the load model "as the components define": a closed driver for each thread group, with its own numbering of
 * users, so that machines divide each group exactly.
 */

import { largestRemainder } from '@pone/plan/load-models/largest-remainder.ts'
import { type LoadOrder, loadAtOnce, orderedLoad, orderedParts } from '@pone/plan/load-models/load-order.ts'
import { plannedDurationMs } from '@pone/plan/load-models/registry.ts'
import { constantOf } from '@pone/plan/load-models/thread-groups.ts'
import type { LoadModel } from '@pone/plan/scenario/scenario.ts'
import { type Driver, type DriverOptions, usualRestMs } from './driver.ts'
import { ManualLoad } from './manual-load.ts'
import { UsersDriver } from './users-driver.ts'

interface Group {
  readonly driver: UsersDriver
  readonly threads: number
  readonly delayMs: number
  /** Counted from the end of the delay; null when only loops end it. */
  readonly durationMs: number | null
  isOver: boolean
}

export class ThreadGroupsDriver implements Driver {
  readonly lateStarts = 0
  readonly droppedStarts = 0
  readonly #groups: readonly Group[]
  readonly #manual = new ManualLoad()
  /** The loads of the groups that were set last, joined; '' for those of the model. */
  #followed = ''

  /** Group and component have the same index. */
  constructor(options: DriverOptions, { groups }: Extract<LoadModel, { kind: 'threadGroups' }>) {
    const allThreads = groups.reduce((sum, { threads }) => sum + threads, 0)
    let before = 0
    this.#groups = groups.map((group, at) => {
      const { threads } = group
      const model = constantOf(group)
      const first = before
      before += threads
      return {
        driver: new UsersDriver({
          ...options,
          model,
          percentages: options.percentages.map((_, component) => (component === at ? 100 : 0)),
          // Users beyond the threads, set manually, are numbered after those of all groups.
          userAt: index => Math.floor(index / threads) * allThreads + first + (index % threads),
        }),
        threads,
        delayMs: group.startDelaySeconds * 1_000,
        durationMs: plannedDurationMs(model),
        isOver: false,
      }
    })
  }

  get users(): number {
    return this.#groups.reduce((sum, { driver }) => sum + driver.users, 0)
  }

  get target(): number {
    return this.#groups.reduce((sum, { driver }) => sum + driver.target, 0)
  }

  tick(elapsedMs: number): boolean {
    this.#follow(elapsedMs)
    for (const group of this.#groups) this.#tick(group, elapsedMs - group.delayMs)
    return this.#groups.every(({ isOver }) => isOver)
  }

  restMs(): number {
    return usualRestMs
  }

  changeLoad(order: LoadOrder | null): void {
    this.#manual.set(order)
  }

  /** A load set by hand is that of each group, or divided among the groups by their threads. */
  #follow(elapsedMs: number): void {
    const order = this.#manual.at(elapsedMs)
    const loads = order === null ? null : this.#loadsOf(order, elapsedMs)
    const key = loads?.join() ?? ''
    if (key === this.#followed) return
    this.#followed = key
    for (const [at, { driver }] of this.#groups.entries()) {
      const load = loads?.[at]
      driver.changeLoad(load === undefined ? null : loadAtOnce(load))
    }
  }

  #loadsOf(order: LoadOrder, elapsedMs: number): number[] {
    const parts = orderedParts(order, elapsedMs)
    if (parts !== null) return parts.map(Math.round)
    const threads = this.#groups.map(group => group.threads)
    return largestRemainder(threads, Math.round(orderedLoad(order, elapsedMs)))
  }

  #tick(group: Group, ownMs: number): void {
    if (group.isOver || ownMs < 0) return
    const { driver, durationMs } = group
    if (durationMs === null || ownMs < durationMs) {
      group.isOver = driver.tick(ownMs)
      return
    }
    driver.changeLoad(loadAtOnce(0))
    driver.tick(durationMs)
    driver.halt()
    group.isOver = driver.users === 0
  }
}
