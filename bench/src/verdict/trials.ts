/** Trials of the verdict: systems made by a seed, loaded below or beyond their limit, watched well or badly. */
import { seededRandom } from '@pone/metrics/simulated-run.ts'
import type { RunObservation } from '@pone/results/verdict/observation.ts'
import { buildSystem, type Cause, causes, planSystem, type SystemPlan } from './generate.ts'
import { type KnownLimit, knownLimit } from './intervention.ts'
import { anyQuality, observe, type Quality } from './observe.ts'
import { simulate } from './simulation/simulate.ts'
import type { SimulatedLoad } from './simulation/system.ts'

/**
 * `usual`: 7 to 15 minutes, readings each 5 or 15 s. `fiveSeconds`: 2 to 4 minutes, each 5 s. `short`: 60 s, each 1 or 5 s.
 * `gauge`: of the lock it is only read, each 1 or 5 s, whether it is held; it is the cause of every second system.
 * `fullBefore`: a CPU is full from the begin on by work that gives way to the load; in every second system it is the cause.
 */
export const trialCases = ['usual', 'fiveSeconds', 'short', 'gauge', 'fullBefore'] as const
export type TrialCase = (typeof trialCases)[number]

export interface Trial {
  readonly seed: number
  readonly case: TrialCase
  readonly plan: SystemPlan
  readonly limit: KnownLimit
  /** Whether the load went beyond the limit; false: the control group. */
  readonly isSaturated: boolean
  readonly isHidden: boolean
  /** Second in which the load reaches the true knee. */
  readonly kneeSecond: number
  readonly quality: Quality
  readonly observation: RunObservation
}

const mostAttempts = 60

/** The trial of a seed and case: its cause, whether it is in the control group, and all figures follow from them. */
export function makeTrial(seed: number, group: 'saturated' | 'control', kind: TrialCase = 'usual'): Trial {
  const random = seededRandom(
    seed * 7_919 + trialCases.indexOf(kind) * 104_729 + (group === 'control' ? 1 : 0),
  )
  const cause = causeOf(seed, kind)
  const { plan, limit } = decidedSystem(cause, random)
  const isSaturated = group === 'saturated'
  const isOpen = random() < 0.25
  const reach = isSaturated ? between(random, 1.4, 3) : between(random, 0.2, 0.8)
  const load = loadOf(plan, limit, { isOpen, reach, random, seconds: secondsOf(kind, random) })
  const series = simulate(buildSystem(plan), load, random)
  const isHidden = isSaturated && random() < 0.25
  const quality = qualityOf(kind, seed, random)
  const hidden = isHidden ? cause : null
  return {
    seed,
    case: kind,
    plan,
    limit,
    isSaturated,
    isHidden,
    kneeSecond: kneeSecondOf(load, trueKnee(load.kind === 'open', limit)),
    quality,
    observation: observe({ plan, series, load, hidden, quality, random }),
  }
}

/** In users, or arrivals per second. */
export const trueKnee = (isOpen: boolean, limit: KnownLimit): number =>
  isOpen ? limit.rate : limit.kneeUsers

function kneeSecondOf(load: SimulatedLoad, knee: number): number {
  for (let second = 0; second < load.seconds; second++) if (load.at(second) >= knee) return second
  return load.seconds
}

function causeOf(seed: number, kind: TrialCase): Cause {
  const usual = causes[seed % causes.length] ?? 'appCpu'
  if (seed % 2 === 0) return usual
  return kind === 'gauge' ? 'lock' : kind === 'fullBefore' ? filledOf(seed) : usual
}

const filledOf = (seed: number): 'appCpu' | 'dbCpu' => (seed % 4 < 2 ? 'appCpu' : 'dbCpu')

function secondsOf(kind: TrialCase, random: () => number): number {
  if (kind === 'short') return 60
  if (kind === 'fiveSeconds') return Math.round(between(random, 120, 240))
  return kind === 'gauge' ? Math.round(between(random, 60, 600)) : Math.round(between(random, 420, 900))
}

function qualityOf(kind: TrialCase, seed: number, random: () => number): Quality {
  const quality = anyQuality(random)
  if (kind === 'usual') return quality
  if (kind === 'fullBefore') return { ...quality, intervalSeconds: 5, filled: filledOf(seed) }
  if (kind === 'fiveSeconds') return { ...quality, intervalSeconds: 5, windowSeconds: 2 }
  return {
    ...quality,
    intervalSeconds: random() < 0.5 ? 1 : 5,
    // Four seconds are a fifteenth of such a run; clocks are compared before.
    clockOffsetSeconds: quality.clockOffsetSeconds / 4,
    windowSeconds: kind === 'short' ? 1 : 4,
    hasLockGauge: kind === 'gauge',
  }
}

const between = (random: () => number, low: number, high: number) => low + random() * (high - low)

/** Systems in which several resources share the limit are left out; another one takes their place. */
function decidedSystem(cause: Cause, random: () => number): { plan: SystemPlan; limit: KnownLimit } {
  for (let attempt = 0; attempt < mostAttempts; attempt++) {
    const plan = planSystem(cause, random)
    const limit = knownLimit(plan, random)
    if (limit !== null) return { plan, limit }
  }
  throw new Error(`no system found in which ${cause} is the limit`)
}

/** Steps, or a steady climb, up to that multiple of the knee. */
function loadOf(
  plan: SystemPlan,
  limit: KnownLimit,
  options: {
    readonly isOpen: boolean
    readonly reach: number
    readonly random: () => number
    readonly seconds: number
  },
): SimulatedLoad {
  const { isOpen, reach, random, seconds } = options
  const steps = random() < 0.5 ? Math.round(between(random, 6, 14)) : 1_000
  const climb = between(random, 0.8, 1)
  const share = (second: number) => {
    const passed = Math.min(1, (second + 1) / (seconds * climb))
    return Math.ceil(passed * steps) / steps
  }
  if (isOpen) {
    const highest = limit.rate * Math.min(reach, 1.7)
    return {
      kind: 'open',
      maxInFlight: Math.ceil(4 * limit.kneeUsers + 50),
      seconds,
      at: second => Math.max(0.5, highest * share(second)),
    }
  }
  const users = Math.max(2, Math.round(limit.kneeUsers * reach))
  return {
    kind: 'closed',
    thinkSeconds: plan.thinkSeconds,
    seconds,
    at: second => Math.max(1, Math.round(users * share(second))),
  }
}
