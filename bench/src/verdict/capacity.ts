/** The capacity search on simulated systems: how far what it finds is from the true limit, which long runs at fixed loads tell. */
import { seededRandom } from '@pone/metrics/simulated-run.ts'
import {
  advanceSearch,
  beginSearch,
  type CapacityGoal,
  type SearchState,
} from '@pone/run-control/capacity/search.ts'
import { median, percentileOf } from '../statistics.ts'
import { buildSystem, type Cause, planSystem, type SystemPlan } from './generate.ts'
import { Simulation } from './simulation/simulate.ts'

const causes = ['appCpu', 'dbCpu', 'dbPool', 'lock', 'service', 'dbDisk'] as const satisfies readonly Cause[]
const share01 = 0.05
const truthSeconds = 400
const warmUpSeconds = 40
/** The planned systems are this much faster, so that a load of one more is a small step. */
const speed = 5

export interface CapacityTrial {
  readonly seed: number
  readonly cause: Cause
  readonly drive: 'users' | 'rate'
  /** Highest load at which 95 % of the requests stay within the limit, and what the search found. */
  readonly truth: number
  readonly found: number
  readonly kind: string
  readonly seconds: number
  readonly errorPercent: number
}

/** One search; everything follows from the seed. */
export function trySearch(seed: number): CapacityTrial {
  const random = seededRandom(seed * 104_729)
  const cause: Cause = causes[seed % causes.length] ?? 'appCpu'
  const plan = faster(planSystem(cause, random))
  const drive = seed % 3 === 0 ? 'rate' : 'users'
  const limitSeconds = slowest5Percent(plan, random) * (1.5 + 1.5 * random())
  const state = search(plan, drive, limitSeconds, random)
  const truth = trueLimit(plan, drive, limitSeconds, random)
  const found = state.end?.best?.load ?? 0
  return {
    seed,
    cause,
    drive,
    truth,
    found,
    kind: state.end?.kind ?? 'running',
    seconds: state.elapsedSeconds,
    errorPercent: 100 * Math.abs(found / truth - 1),
  }
}

function faster(plan: SystemPlan): SystemPlan {
  const demand = { ...plan.demand }
  for (const id of Object.keys(demand) as (keyof typeof demand)[]) demand[id] /= speed
  return {
    ...plan,
    plannedRate: plan.plannedRate * speed,
    secondsAtDouble: plan.secondsAtDouble / speed,
    demand,
  }
}

/** 95th percentile of response times without queues. */
function slowest5Percent(plan: SystemPlan, random: () => number): number {
  const simulation = simulationOf(plan, 'users', { at: () => 1, seconds: truthSeconds }, random)
  const times: number[] = []
  simulation.onResponse = seconds => times.push(seconds)
  for (let second = 0; second < truthSeconds; second++) simulation.step()
  return percentileOf(
    times.toSorted((a, b) => a - b),
    95,
  )
}

function simulationOf(
  plan: SystemPlan,
  drive: 'users' | 'rate',
  load: { at: () => number; seconds: number },
  random: () => number,
) {
  const simulation = new Simulation(
    buildSystem(plan),
    drive === 'users'
      ? { kind: 'closed', thinkSeconds: plan.thinkSeconds, ...load }
      : { kind: 'open', maxInFlight: 100_000, ...load },
    random,
  )
  simulation.begin()
  return simulation
}

function search(
  plan: SystemPlan,
  drive: 'users' | 'rate',
  limitSeconds: number,
  random: () => number,
): SearchState {
  const goal: CapacityGoal = {
    rules: [{ limit: share01, isShare: true }],
    startLoad: 2,
    maxLoad: 100_000,
    tolerance01: 0.03,
    settleSeconds: 8,
    measureSeconds: 40,
    maxSeconds: 3_600,
  }
  let state = beginSearch(goal)
  const simulation = simulationOf(plan, drive, { at: () => state.load, seconds: goal.maxSeconds }, random)
  let [sum, count] = [0, 0]
  simulation.onResponse = seconds => {
    count++
    if (seconds > limitSeconds) sum++
  }
  while (state.end === null) {
    simulation.step()
    state = advanceSearch(goal, state, {
      rules: [{ sum, count }],
      requests: count,
      dropped: 0,
      isOverloaded: false,
    })
    sum = 0
    count = 0
  }
  return state
}

/** The load at which the share of slow requests crosses the limit, by halving between fixed loads. */
function trueLimit(
  plan: SystemPlan,
  drive: 'users' | 'rate',
  limitSeconds: number,
  random: () => number,
): number {
  const highest =
    drive === 'rate' ? 1.1 * plan.plannedRate : 4 * plan.plannedRate * (plan.thinkSeconds + limitSeconds)
  let [low, high] = [1, highest]
  while (high - low > Math.max(0.5, 0.005 * high)) {
    const middle = (low + high) / 2
    const load = drive === 'users' ? Math.round(middle) : middle
    const simulation = simulationOf(plan, drive, { at: () => load, seconds: truthSeconds }, random)
    let [slow, all] = [0, 0]
    for (let second = 0; second < truthSeconds; second++) {
      if (second === warmUpSeconds)
        simulation.onResponse = seconds => {
          all++
          if (seconds > limitSeconds) slow++
        }
      simulation.step()
    }
    if (slow < share01 * all) low = middle
    else high = middle
  }
  return (low + high) / 2
}

export interface CapacityScore {
  readonly searches: number
  readonly within5Percent01: number
  readonly medianErrorPercent: number
  readonly worstErrorPercent: number
  readonly medianSeconds: number
}

export function scoreSearches(
  seeds: readonly number[],
  onTrial: (trial: CapacityTrial) => void,
): CapacityScore {
  const trials = seeds.map(seed => {
    const trial = trySearch(seed)
    onTrial(trial)
    return trial
  })
  const errors = trials.map(({ errorPercent }) => errorPercent)
  return {
    searches: trials.length,
    within5Percent01: errors.filter(error => error <= 5).length / trials.length,
    medianErrorPercent: median(errors),
    worstErrorPercent: Math.max(...errors),
    medianSeconds: median(trials.map(({ seconds }) => seconds)),
  }
}
