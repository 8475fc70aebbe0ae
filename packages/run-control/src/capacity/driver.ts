/** Drives the load of a run by the capacity search: reads its seconds, and says what to set. */
import type { CapacityOrder } from '@pone/contract/entities/capacity.ts'
import type { LoadOrder } from '@pone/plan/load-models/load-order.ts'
import type { StoredBatch } from '@pone/results/batches/stored-batch.ts'
import type { LiveRun } from '@pone/results/live/live-run.ts'
import type { CapacitySearch, RunRecord } from '@pone/results/run-record.ts'
import { judgeLevel } from './level.ts'
import { CapacityReadings } from './readings.ts'
import { type CapacityRule, capacityRuleOf } from './rules.ts'
import {
  advanceSearch,
  beginSearch,
  type CapacityGoal,
  closeSearch,
  type SearchState,
  type Unmeasured,
} from './search.ts'

/** Chance on either side of the interval that is shown of a level under way. */
const shownTail01 = 0.05

/** What followed from the seconds that are complete now. */
export interface CapacityStep {
  /** The load to set; null: as it is. */
  readonly load: number | null
  readonly isOver: boolean
  /** Whether another phase or level began, so that what is stored must be replaced. */
  readonly isChanged: boolean
}

/** A search that has not begun. */
export function newCapacity(order: CapacityOrder): CapacitySearch {
  const { readings: _readings, ...state } = beginSearch(goalOf(order))
  return { ...order, ...state, present: null, nextSecond: 0, inForceFrom: 0 }
}

export class CapacityDriver {
  readonly #record: RunRecord
  readonly #live: LiveRun
  readonly #goal: CapacityGoal & { readonly rules: readonly CapacityRule[] }
  readonly #readings: CapacityReadings
  #search: CapacitySearch
  #state: SearchState

  /** `search` is that of the record: after a restart it begins again with the phase that was stored last. */
  constructor(record: RunRecord, live: LiveRun, search: CapacitySearch) {
    this.#record = record
    this.#live = live
    this.#search = search
    this.#goal = goalOf(search)
    this.#readings = new CapacityReadings(this.#goal.rules)
    this.#state = { ...search, readings: [] }
  }

  /** Takes every batch of the run once, in any order. */
  add(batch: StoredBatch): void {
    if (batch.second >= this.#search.nextSecond) this.#readings.add(batch, this.#record.labels)
  }

  /** Judges the seconds up to `complete`, or up to the next change, after which it is to be called again. */
  advance(complete: number): CapacityStep {
    const before = this.#state
    const { nextSecond } = this.#search
    let second = nextSecond
    const isChanged = () =>
      this.#state.phase !== before.phase || this.#state.levels.length !== before.levels.length
    while (second <= complete && !isChanged())
      this.#state = advanceSearch(this.#goal, this.#state, this.#read(second++))
    if (second > nextSecond) this.#store(second)
    const { load, end } = this.#state
    return {
      load: end === null && load !== before.load ? load : null,
      isOver: end !== null,
      isChanged: isChanged(),
    }
  }

  /** The seconds of a load that was ordered count from when all of it is in force. */
  ordered({ atMs, rampMs }: LoadOrder): void {
    this.#search = { ...this.#search, inForceFrom: Math.ceil((atMs + rampMs) / 1_000) }
    this.#record.capacity = this.#search
  }

  /** The run ends, whatever the search has found. */
  close(): void {
    this.#state = closeSearch(this.#state)
    this.#store(this.#search.nextSecond)
  }

  #read(second: number) {
    const reading = this.#readings.take(second)
    const isOverloaded = this.#live.overloaded.touches(second, second)
    const why: Unmeasured | null =
      second < this.#search.inForceFrom
        ? 'notInForce'
        : isOverloaded
          ? 'overloaded'
          : this.#live.suspect.touches(second, second)
            ? 'suspect'
            : null
    return why ?? reading
  }

  #store(nextSecond: number): void {
    const { readings, ...state } = this.#state
    const verdict =
      state.phase === 'measuring' && readings.length >= 3
        ? judgeLevel(this.#goal, readings, shownTail01)
        : null
    const present =
      verdict === null
        ? null
        : {
            rules: verdict.rules,
            requests: verdict.requests,
            perSecond: verdict.perSecond,
            seconds: verdict.seconds,
          }
    this.#search = { ...this.#search, ...state, present, nextSecond }
    this.#record.capacity = this.#search
  }
}

function goalOf({ rules, ...order }: CapacityOrder) {
  return { ...order, rules: rules.flatMap(rule => capacityRuleOf(rule) ?? []) }
}
