/** `--find-capacity`: drives the load of a run on this machine by the capacity search, second by second. */

import { slaTextOf } from '@pone/plan/code/sla-text.ts'
import type { RunLabel } from '@pone/plan/scenario/run-label.ts'
import type { ScenarioDocument } from '@pone/plan/scenario/scenario.ts'
import type { StoredBatch } from '@pone/results/batches/stored-batch.ts'
import { CapacityReadings } from '@pone/run-control/capacity/readings.ts'
import type { CapacityRule } from '@pone/run-control/capacity/rules.ts'
import {
  advanceSearch,
  beginSearch,
  type CapacityGoal,
  type CapacityKind,
  type JudgedLevel,
  type SearchState,
} from '@pone/run-control/capacity/search.ts'
import type { LocalRun } from './local-run.ts'
import type { LoadChanges } from './options.ts'
import { formatCount, formatRate } from './tables.ts'

const longestSearchMs = 15 * 60_000
const mostUsers = 20_000
const mostArrivals = 200_000
/** A changed load is in force after 1.5 s. */
const shortestSettleSeconds = 2
const usualSettleSeconds = 4
const usualLevelMs = 15_000
const tolerance01 = 0.03

/** A level as the result tells it. */
interface LevelResult {
  readonly load: number
  readonly state: 'holds' | 'breaks'
  readonly seconds: number
  readonly requests: number
  readonly rps: number
  /** Means with their interval: of a percentile or errors the percentage of requests beyond it, of avg ms. */
  readonly rules: readonly {
    readonly rule: string
    readonly limit: number
    readonly value: number | null
    readonly low: number | null
    readonly high: number | null
  }[]
}

export interface CapacityResult {
  readonly kind: CapacityKind
  readonly unit: 'users' | 'arrivals/s'
  /** The highest that held; null: none did. */
  readonly load: number | null
  readonly rps: number | null
  /** The lowest above it that broke; null: none did. */
  readonly brokenAt: number | null
  /** Whether `load` held a second time, twice as long. */
  readonly isConfirmed: boolean
  readonly levels: readonly LevelResult[]
}

/** The load of a run that searches: constant at its first level, as long as the search may take. */
export const capacityLoad = ({ users, ratePerSecond, durationMs, ...load }: LoadChanges): LoadChanges => ({
  ...load,
  users: ratePerSecond === null ? Math.min(users ?? 1, load.maxUsers ?? mostUsers) : null,
  ratePerSecond,
  durationMs: durationMs ?? longestSearchMs,
  rampUpMs: 0,
})

export class CapacityRun {
  readonly #rules: readonly CapacityRule[]
  readonly #goal: CapacityGoal
  readonly #unit: CapacityResult['unit']
  readonly #readings: CapacityReadings
  readonly #say: (line: string) => void
  #state: SearchState
  #nextSecond = 0

  constructor(options: {
    readonly rules: readonly CapacityRule[]
    readonly scenario: ScenarioDocument
    readonly load: LoadChanges
    readonly levelTimeMs: number | null
    readonly say: (line: string) => void
  }) {
    const { rules, scenario, load, levelTimeMs, say } = options
    const measureSeconds = Math.max(3, Math.round((levelTimeMs ?? usualLevelMs) / 1_000))
    const isRate = scenario.drive === 'arrivals'
    this.#rules = rules
    this.#readings = new CapacityReadings(rules)
    this.#unit = isRate ? 'arrivals/s' : 'users'
    this.#say = say
    this.#goal = {
      rules,
      startLoad: load.ratePerSecond ?? load.users ?? 1,
      maxLoad: isRate ? mostArrivals : (load.maxUsers ?? mostUsers),
      tolerance01,
      settleSeconds: Math.max(shortestSettleSeconds, Math.min(usualSettleSeconds, measureSeconds / 2)),
      measureSeconds,
      // What is under way when the planned time ends is not measured.
      maxSeconds: Math.max(1, (load.durationMs ?? longestSearchMs) / 1_000 - 2),
    }
    this.#state = beginSearch(this.#goal)
  }

  get mostLoad(): number {
    return this.#goal.maxLoad
  }

  add(batch: StoredBatch, labels: readonly RunLabel[]): void {
    this.#readings.add(batch, labels)
  }

  /** Judges the seconds that are complete, and sets the load that follows from them. */
  tick(run: LocalRun): void {
    const complete = run.live.judgedSecond(Date.now(), () => true)
    for (; this.#nextSecond <= complete && this.#state.end === null; this.#nextSecond++) {
      const isOverloaded = run.live.suspect.touches(this.#nextSecond, this.#nextSecond)
      const before = this.#state
      this.#state = advanceSearch(this.#goal, before, this.#readings.take(this.#nextSecond, isOverloaded))
      const judged = this.#state.levels.at(-1)
      if (judged !== undefined && judged !== before.levels.at(-1)) this.#say(lineOf(judged, this.#unit))
      if (this.#state.load !== before.load && this.#state.end === null) run.setLoad(this.#state.load)
    }
    if (this.#state.end !== null) run.finish()
  }

  result(): CapacityResult {
    const { end, levels } = this.#state
    const best = end?.best ?? levels.findLast(({ state }) => state === 'holds') ?? null
    const kind = end?.kind ?? (best === null ? 'none' : 'unconfirmed')
    return {
      kind,
      unit: this.#unit,
      load: best?.load ?? null,
      rps: best?.perSecond ?? null,
      brokenAt: end?.broken?.load ?? null,
      isConfirmed: kind === 'found',
      levels: levels.map(level => levelResult(level, this.#rules)),
    }
  }
}

const lineOf = ({ load, state, perSecond }: JudgedLevel, unit: string): string =>
  `${formatCount(load)} ${unit} ${state === 'holds' ? 'hold' : 'break'} the rules (${formatRate(perSecond)} requests/s)`

function levelResult(level: JudgedLevel, rules: readonly CapacityRule[]): LevelResult {
  const { load, state, seconds, requests, perSecond } = level
  return {
    load,
    state,
    seconds,
    requests,
    rps: perSecond,
    rules: rules.map(({ rule, limit, isShare }, index) => {
      const { mean, low, high } = level.rules[index] ?? {
        mean: Number.NaN,
        low: Number.NaN,
        high: Number.NaN,
      }
      const scale = isShare ? 100 : 1
      const known = (value: number) => (Number.isFinite(value) ? value * scale : null)
      return {
        rule: slaTextOf(rule) ?? rule.metric,
        limit: limit * scale,
        value: known(mean),
        low: known(Math.max(0, low)),
        high: known(high),
      }
    }),
  }
}

const words: Readonly<Record<CapacityKind, string>> = {
  found: 'highest load within the rules, held twice',
  unconfirmed: 'highest load that held; the time ended before it was confirmed',
  atLeast: 'the highest load allowed holds the rules',
  none: 'no load within the rules was found',
  generatorLimit: 'the load machine was the limit before the target; highest load that held',
}

/** The capacity for people, as lines of the summary. */
export function capacityLines({ kind, unit, load, rps, brokenAt }: CapacityResult): string[] {
  const found = load === null ? '' : `: ${formatCount(load)} ${unit}, ${formatRate(rps ?? 0)} requests/s`
  const above = brokenAt === null ? '' : `; ${formatCount(brokenAt)} ${unit} break them`
  return ['', `Capacity: ${words[kind]}${found}${above}.`]
}
