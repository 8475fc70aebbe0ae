/**
 * Driver of the load model "as the components define": a closed driver for each thread group, with its own numbering of
 * users, so that machines divide each group exactly.
 */

import { plannedDurationMs } from '@pone/plan/load-models/registry.ts'
import { constantOf } from '@pone/plan/load-models/thread-groups.ts'
import type { LoadModel } from '@pone/plan/scenario/scenario.ts'
import { largestRemainder } from '../users/component-shares.ts'
import { type Driver, type DriverOptions, usualRestMs } from './driver.ts'
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
    for (const group of this.#groups) this.#tick(group, elapsedMs - group.delayMs)
    return this.#groups.every(({ isOver }) => isOver)
  }

  restMs(): number {
    return usualRestMs
  }

  /** Divides a manually set load among the groups by their threads. */
  changeLoad(load: number | null): void {
    const threads = this.#groups.map(group => group.threads)
    const parts = load === null ? [] : largestRemainder(threads, load)
    for (const [at, { driver }] of this.#groups.entries()) driver.changeLoad(parts[at] ?? null)
  }

  #tick(group: Group, ownMs: number): void {
    if (group.isOver || ownMs < 0) return
    const { driver, durationMs } = group
    if (durationMs === null || ownMs < durationMs) {
      group.isOver = driver.tick(ownMs)
      return
    }
    driver.changeLoad(0)
    driver.tick(durationMs)
    driver.halt()
    group.isOver = driver.users === 0
  }
}
