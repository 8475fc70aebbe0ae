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
const unloadedSeconds = 400
/** The last steps towards the true limit are this long: a stretch of 400 s may still be on either side by chance. */
const truthSeconds = 1_200
const coarseSeconds = 400
const warmUpSeconds = 40
/** After which a share far from the limit needs no more of them. */
const plainSeconds = 200
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

/** The system, its drive and its limit of response time, s; everything follows from the seed. */
function planTrial(seed: number) {
  const random = seededRandom(seed * 104_729)
  const cause: Cause = causes[seed % causes.length] ?? 'appCpu'
  const plan = faster(planSystem(cause, random))
  const drive: CapacityTrial['drive'] = seed % 3 === 0 ? 'rate' : 'users'
  const limitSeconds = slowest5Percent(plan, random) * (1.5 + 1.5 * random())
  return { cause, plan, drive, limitSeconds }
}

/** One search. */
export function trySearch(seed: number, truth = truthOf(seed)): CapacityTrial {
  const { cause, plan, drive, limitSeconds } = planTrial(seed)
  const state = search(plan, drive, limitSeconds, seededRandom(seed * 15_485_863))
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

/** Highest load that long runs at fixed loads find within the limit. */
function truthOf(seed: number): number {
  const { plan, drive, limitSeconds } = planTrial(seed)
  return trueLimit(plan, drive, limitSeconds, seededRandom(seed * 7_919))
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
  const simulation = simulationOf(plan, 'users', { at: () => 1, seconds: unloadedSeconds }, random)
  const times: number[] = []
  simulation.onResponse = seconds => times.push(seconds)
  for (let second = 0; second < unloadedSeconds; second++) simulation.step()
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
  const slowAt = (middle: number, seconds: number) => {
    const load = drive === 'users' ? Math.round(middle) : middle
    return slowShare(simulationOf(plan, drive, { at: () => load, seconds }, random), limitSeconds, seconds)
  }
  const halve = (range: readonly [number, number], gap01: number, seconds: number): [number, number] => {
    let [low, high] = range
    while (high - low > Math.max(0.5, gap01 * high)) {
      const middle = (low + high) / 2
      if (slowAt(middle, seconds) < share01) low = middle
      else high = middle
    }
    return [low, high]
  }
  const [low, high] = halve([1, highest], 0.06, coarseSeconds)
  const [from, to] = halve([Math.max(1, 0.95 * low), 1.05 * high], 0.012, truthSeconds)
  return (from + to) / 2
}

function slowShare(simulation: Simulation, limitSeconds: number, seconds: number): number {
  let [slow, all] = [0, 0]
  for (let second = 0; second < seconds; second++) {
    if (second === warmUpSeconds)
      simulation.onResponse = response => {
        all++
        if (response > limitSeconds) slow++
      }
    simulation.step()
    const share = slow / Math.max(1, all)
    if (second >= plainSeconds && (share < share01 / 2 || share > 2 * share01)) return share
  }
  return slow / Math.max(1, all)
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
