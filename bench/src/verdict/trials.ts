/** Trials of the verdict: systems made by a seed, loaded below or beyond their limit, watched well or badly. */
import { seededRandom } from '@pone/metrics/simulated-run.ts'
import type { RunObservation } from '@pone/results/verdict/observation.ts'
import { buildSystem, type Cause, causes, planSystem, type SystemPlan } from './generate.ts'
import { type KnownLimit, knownLimit } from './intervention.ts'
import { anyQuality, observe } from './observe.ts'
import { simulate } from './simulation/simulate.ts'
import type { SimulatedLoad } from './simulation/system.ts'

export interface Trial {
  readonly seed: number
  readonly plan: SystemPlan
  readonly limit: KnownLimit
  /** Whether the load went beyond the limit; false: the control group. */
  readonly isSaturated: boolean
  readonly isHidden: boolean
  readonly observation: RunObservation
}

const mostAttempts = 60

/** The trial of a seed: its cause, whether it is in the control group, and all figures follow from the seed. */
export function makeTrial(seed: number, group: 'saturated' | 'control'): Trial {
  const random = seededRandom(seed * 7_919 + (group === 'control' ? 1 : 0))
  const cause: Cause = causes[seed % causes.length] ?? 'appCpu'
  const { plan, limit } = decidedSystem(cause, random)
  const isSaturated = group === 'saturated'
  const isOpen = random() < 0.25
  const reach = isSaturated ? between(random, 1.4, 3) : between(random, 0.2, 0.8)
  const load = loadOf(plan, limit, { isOpen, reach, random })
  const series = simulate(buildSystem(plan), load, random)
  const isHidden = isSaturated && random() < 0.25
  const quality = anyQuality(random)
  const hidden = isHidden ? cause : null
  return {
    seed,
    plan,
    limit,
    isSaturated,
    isHidden,
    observation: observe({ plan, series, load, hidden, quality, random }),
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
  options: { readonly isOpen: boolean; readonly reach: number; readonly random: () => number },
): SimulatedLoad {
  const { isOpen, reach, random } = options
  const seconds = Math.round(between(random, 420, 900))
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
