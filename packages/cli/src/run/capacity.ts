/** `--find-capacity`: the order of a search on this machine, its progress and its result. */
import type {
  Capacity,
  CapacityEnd,
  CapacityKind,
  CapacityOrder,
  JudgedLevel,
} from '@pone/contract/entities/capacity.ts'
import { slaTextOf } from '@pone/plan/code/sla-text.ts'
import type { ScenarioDocument, SlaRule } from '@pone/plan/scenario/scenario.ts'
import { capacityRuleOf } from '@pone/run-control/capacity/rules.ts'
import type { LoadChanges } from './options.ts'
import { formatCount, formatRate } from './tables.ts'

const longestSearchMs = 15 * 60_000
const mostUsers = 20_000
const mostArrivals = 200_000
const shortestSettleSeconds = 1
const usualSettleSeconds = 3
const usualLevelMs = 15_000
const shortestLevelSeconds = 3
/** What is under way when the planned time ends is not measured. */
const drainSeconds = 2

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
  /** From the highest load that held clearly to the lowest that broke clearly; null: none did. */
  readonly interval: CapacityEnd['interval']
  /** Whether `load` held a second time, twice as long. */
  readonly isConfirmed: boolean
  readonly levels: readonly LevelResult[]
}

/** The load of a run that searches: constant at its first level, as long as the search may take. */
export const capacityLoad = ({ users, ratePerSecond, durationMs, ...load }: LoadChanges): LoadChanges => ({
  ...load,
  users: ratePerSecond === null ? Math.min(users ?? 1, load.maxUsers ?? mostUsers) : null,
  ratePerSecond: ratePerSecond === null ? null : Math.max(1, Math.round(ratePerSecond)),
  durationMs: durationMs ?? longestSearchMs,
  rampUpMs: 0,
})

export function capacityOrder(options: {
  readonly rules: readonly SlaRule[]
  readonly drive: ScenarioDocument['drive']
  readonly load: LoadChanges
  readonly levelTimeMs: number | null
}): CapacityOrder {
  const { rules, drive, load, levelTimeMs } = options
  const measureSeconds = Math.max(shortestLevelSeconds, Math.round((levelTimeMs ?? usualLevelMs) / 1_000))
  return {
    rules: [...rules],
    drive,
    // Levels of a search are whole numbers.
    startLoad: Math.max(1, Math.round(load.ratePerSecond ?? load.users ?? 1)),
    maxLoad: drive === 'arrivals' ? mostArrivals : (load.maxUsers ?? mostUsers),
    settleSeconds: Math.max(
      shortestSettleSeconds,
      Math.min(usualSettleSeconds, Math.floor(measureSeconds / 5)),
    ),
    measureSeconds,
    maxSeconds: Math.max(1, Math.round((load.durationMs ?? longestSearchMs) / 1_000) - drainSeconds),
  }
}

const unitOf = (drive: Capacity['drive']): CapacityResult['unit'] =>
  drive === 'arrivals' ? 'arrivals/s' : 'users'

export function capacityResult({ rules, drive, levels, end }: Capacity): CapacityResult {
  const best = end?.best ?? levels.findLast(({ state }) => state === 'holds') ?? null
  const kind = end?.kind ?? (best === null ? 'notEnoughData' : 'unconfirmed')
  return {
    kind,
    unit: unitOf(drive),
    load: best?.load ?? null,
    rps: best?.perSecond ?? null,
    brokenAt: end?.broken?.load ?? null,
    interval: end?.interval ?? { low: null, high: null },
    isConfirmed: kind === 'found',
    levels: levels.map(level => levelResult(level, rules)),
  }
}

/** A level that was judged, for people. */
export const levelLine = (
  { load, state, perSecond }: JudgedLevel,
  { drive }: Pick<Capacity, 'drive'>,
): string =>
  `${formatCount(load)} ${unitOf(drive)} ${state === 'holds' ? 'hold' : 'break'} the rules (${formatRate(perSecond)} requests/s)`

function levelResult(level: JudgedLevel, rules: readonly SlaRule[]): LevelResult {
  const { load, state, seconds, requests, perSecond } = level
  return {
    load,
    state,
    seconds,
    requests,
    rps: perSecond,
    rules: rules.map((rule, index) => {
      const { mean = null, low = null, high = null } = level.rules[index] ?? {}
      const { limit = 0, isShare = false } = capacityRuleOf(rule) ?? {}
      const scale = isShare ? 100 : 1
      const scaled = (value: number | null) => (value === null ? null : value * scale)
      return {
        rule: slaTextOf(rule) ?? rule.metric,
        limit: limit * scale,
        value: scaled(mean),
        low: low === null ? null : Math.max(0, low * scale),
        high: scaled(high),
      }
    }),
  }
}

const words: Readonly<Record<CapacityKind, string>> = {
  found: 'highest load within the rules, held twice',
  unconfirmed: 'highest load that held; the search ended before it was confirmed',
  atLeast: 'the highest load allowed holds the rules',
  none: 'the lowest load that was tried breaks the rules',
  notEnoughData: 'not enough data: no level was measured to its end',
  generatorLimit: 'invalid: the load machine was the limit before the target; highest load that held',
}

/** The capacity for people, as lines of the summary. */
export function capacityLines({ kind, unit, load, rps, brokenAt, interval }: CapacityResult): string[] {
  const found = load === null ? '' : `: ${formatCount(load)} ${unit}, ${formatRate(rps ?? 0)} requests/s`
  const above = brokenAt === null ? '' : `; ${formatCount(brokenAt)} ${unit} break them`
  const { low, high } = interval
  const between =
    low === null || high === null
      ? []
      : [`  The limit is between ${formatCount(low)} and ${formatCount(high)} ${unit} (90 % interval).`]
  return ['', `Capacity: ${words[kind]}${found}${above}.`, ...between]
}
