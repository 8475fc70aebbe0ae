/** Which component each user of a run executes, for any number of users, and which users a load by component consists of. */
import { assignComponents } from './component-shares.ts'

/** Percentages have two decimal places: each above 0 gets a user among so many. */
const longSequence = 10_000

export class ComponentSequence {
  readonly #assigned: Uint8Array
  /** By component: indices of its users within one period, ascending. */
  readonly #places: readonly Int32Array[]
  /** Per index of a period: how many earlier ones have the same component. */
  readonly #ranks: Int32Array

  /** The first `peak` users are divided exactly by the percentages. */
  constructor(percentages: readonly number[], peak: number) {
    const first = assignComponents(percentages, peak)
    const lacksOne = percentages.some((percentage, component) => percentage > 0 && !first.includes(component))
    const assigned = lacksOne
      ? Uint8Array.from([...first, ...assignComponents(percentages, longSequence)])
      : first
    const places: number[][] = percentages.map(() => [])
    this.#ranks = Int32Array.from(assigned, (component, index) => {
      const own = places[component] ?? []
      own.push(index)
      return own.length - 1
    })
    this.#assigned = assigned
    this.#places = places.map(own => Int32Array.from(own))
  }

  componentAt(index: number): number {
    return this.#assigned[index % this.#assigned.length] ?? 0
  }

  /** Whether the user is one of the first `loads[c]` users of its component. */
  isWithin(loads: readonly number[], index: number): boolean {
    const period = this.#assigned.length
    const component = this.componentAt(index)
    const perPeriod = this.#places[component]?.length ?? 0
    const rank = Math.floor(index / period) * perPeriod + (this.#ranks[index % period] ?? 0)
    return rank < (loads[component] ?? 0)
  }

  /** No user with this index or a higher one is within the loads. */
  endOf(loads: readonly number[]): number {
    const ends = loads.map((load, component) => {
      const own = this.#places[component]
      if (load <= 0 || own === undefined || own.length === 0) return 0
      const last = load - 1
      return Math.floor(last / own.length) * this.#assigned.length + (own[last % own.length] ?? 0) + 1
    })
    return Math.max(0, ...ends)
  }
}
