/** The load that was set by hand, as a driver follows it: an order applies from its instant on, until then the one before. */
import { type LoadOrder, orderedLoad } from '@pone/plan/load-models/load-order.ts'
import { targetAt } from '@pone/plan/load-models/registry.ts'
import type { LoadModel } from '@pone/plan/scenario/scenario.ts'

export class ManualLoad {
  #before: LoadOrder | null = null
  #latest: LoadOrder | null = null

  /** null returns to the load model. */
  set(order: LoadOrder | null): void {
    this.#before = order === null ? null : this.#latest
    this.#latest = order
  }

  /** null while the load model applies. */
  at(elapsedMs: number): LoadOrder | null {
    const { atMs } = this.#latest ?? { atMs: 0 }
    return elapsedMs >= atMs ? this.#latest : this.#before
  }

  /** Users or arrivals per second of the whole run, not rounded. */
  loadAt(model: LoadModel, elapsedMs: number): number {
    const order = this.at(elapsedMs)
    return order === null ? targetAt(model, elapsedMs) : orderedLoad(order, elapsedMs)
  }

  /** The highest load of the latest order; 0 without one. */
  get highest(): number {
    return this.#latest === null ? 0 : Math.max(this.#latest.load, Math.ceil(this.#latest.from))
  }
}
