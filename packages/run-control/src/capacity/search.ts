/**
 * Search for the highest load within rules: steps up, holds until the figures are clear, backs off, narrows down,
 * confirms. A pure state machine, which is told each second of the run and answers the load to set.
 */
import type { Capacity, CapacityEnd, CapacityKind, JudgedLevel } from '@pone/contract/entities/capacity.ts'
import { type CapacityReading, judgeLevel, type LevelVerdict, meansHold } from './level.ts'
import type { CapacityRule } from './rules.ts'

export interface CapacityGoal {
  readonly rules: readonly Pick<CapacityRule, 'limit' | 'isShare'>[]
  /** Users, or arrivals per second; whole numbers. */
  readonly startLoad: number
  readonly maxLoad: number
  /** Seconds of a level that are left out, and that it is held at least, before the word on it. */
  readonly settleSeconds: number
  readonly measureSeconds: number
  readonly maxSeconds: number
}

export interface SearchState
  extends Pick<
    Capacity,
    'phase' | 'isConfirming' | 'level' | 'load' | 'phaseSeconds' | 'elapsedSeconds' | 'why' | 'levels' | 'end'
  > {
  /** Of the present phase. */
  readonly readings: readonly CapacityReading[]
  readonly overloadedSeconds: number
}

/** A second that is not measured: before the load is in force, after a loss, or while the load machines are at their limit. */
export type Unmeasured = 'notInForce' | 'suspect' | 'overloaded'

/** The search narrows down until the lowest level that breaks is above the highest that holds by at most this share. */
const tolerance01 = 0.02
/** Chance of a wrong word that is looked for every second, and at the end of a level. */
const earlyTail01 = 0.005
const tail01 = 0.05
/** A level that is unclear is held up to this many times as long. */
const patience = 6
const minEarlySeconds = 5
/** Seconds in a row within the rules that end a recovery, and the longest recovery. */
const recoveredSeconds = 3
const maxRecoverySeconds = 60
/** Load of a recovery, in parts of the next level: what piled up is done the sooner, the less comes on top. */
const recoveryShare = 0.2
/** Seconds in a row in which the load machines are at their limit, until that ends the search; fewer are left out. */
const overloadSeconds = 15

/** The state with the first level, whose `load` is to be set. */
export const beginSearch = ({ startLoad, maxLoad }: CapacityGoal): SearchState => ({
  phase: 'settling',
  isConfirming: false,
  level: Math.min(startLoad, maxLoad),
  load: Math.min(startLoad, maxLoad),
  phaseSeconds: 0,
  elapsedSeconds: 0,
  why: 'first',
  readings: [],
  levels: [],
  overloadedSeconds: 0,
  end: null,
})

/** The state after another second; set the load where it differs from that before. */
export function advanceSearch(
  goal: CapacityGoal,
  before: SearchState,
  reading: CapacityReading | Unmeasured,
): SearchState {
  if (before.end !== null) return before
  const isMeasured = typeof reading !== 'string'
  const state = {
    ...before,
    elapsedSeconds: before.elapsedSeconds + 1,
    phaseSeconds: before.phaseSeconds + (isMeasured ? 1 : 0),
    overloadedSeconds: reading === 'overloaded' ? before.overloadedSeconds + 1 : 0,
  }
  if (state.overloadedSeconds >= overloadSeconds) return ended(state, 'generatorLimit')
  if (state.elapsedSeconds >= goal.maxSeconds) return closeSearch(state)
  if (!isMeasured) return state
  switch (state.phase) {
    case 'recovering':
      return recover(goal, { ...state, readings: [...state.readings, reading] })
    case 'settling':
      if (state.phaseSeconds <= goal.settleSeconds) return state
      return measure(goal, { ...enter(state, 'measuring'), phaseSeconds: 1, readings: [reading] })
    default:
      return measure(goal, { ...state, readings: [...state.readings, reading] })
  }
}

/** The state of a search that must end now: the time is up, or the run ended. */
export const closeSearch = (state: SearchState): SearchState =>
  state.end === null ? ended(state, 'unconfirmed') : state

const enter = (state: SearchState, phase: SearchState['phase'], load = state.load): SearchState => ({
  ...state,
  phase,
  load,
  phaseSeconds: 0,
  readings: [],
})

/** Waits at a low load until what had piled up is done. */
function recover(goal: CapacityGoal, state: SearchState): SearchState {
  const last = state.readings.slice(-recoveredSeconds)
  const isWithin = (reading: CapacityReading) =>
    reading.requests > 0 &&
    reading.rules.every(
      ({ sum, count }, index) => sum <= (goal.rules[index]?.limit ?? 0) * Math.max(1, count),
    )
  const isOver =
    (last.length === recoveredSeconds && last.every(isWithin)) || state.phaseSeconds >= maxRecoverySeconds
  return isOver ? enter(state, 'settling', state.level) : state
}

function measure(goal: CapacityGoal, state: SearchState): SearchState {
  const { readings } = state
  const seconds = readings.length
  const wanted = goal.measureSeconds * (state.isConfirming ? 2 : 1)
  if (seconds < wanted) {
    const early = seconds >= minEarlySeconds ? judgeLevel(goal, readings, earlyTail01) : null
    // While it climbs, a level far within the rules needs no more time; one that breaks never does.
    const isEnough =
      early?.state === 'breaks' ||
      (early?.state === 'holds' && !state.isConfirming && brokenOf(state.levels) === null)
    return isEnough && early !== null ? decided(goal, state, early) : state
  }
  const verdict = judgeLevel(goal, readings, tail01)
  if (verdict.state === 'unclear' && seconds < patience * wanted) return state
  return decided(goal, state, verdict)
}

function decided(goal: CapacityGoal, state: SearchState, verdict: LevelVerdict): SearchState {
  const isClear = verdict.state !== 'unclear'
  const holds = verdict.state === 'holds' || (!isClear && meansHold(goal, verdict))
  const { isConfirming } = state
  const level: JudgedLevel = {
    ...verdict,
    load: state.level,
    state: holds ? 'holds' : 'breaks',
    isClear,
    isConfirming,
  }
  // A target that answers nothing under the lowest load that was tried is not measured.
  if (verdict.requests === 0 && bestOf(state.levels) === null) return ended(state, 'notEnoughData')
  const judged: SearchState = { ...state, levels: [...state.levels, level] }
  if (holds && isConfirming) return ended(judged, 'found')
  const next = nextLevel(goal, judged)
  if (typeof next === 'string') return ended(judged, next)
  const moved: SearchState = {
    ...judged,
    level: next.load,
    why: next.why,
    isConfirming: next.why === 'confirm',
  }
  if (holds) return enter(moved, 'settling', next.load)
  return enter(moved, 'recovering', Math.max(1, Math.floor(next.load * recoveryShare)))
}

/** The last word on each load: it was held longer. */
const latest = (levels: readonly JudgedLevel[]): JudgedLevel[] => [
  ...new Map(levels.map(level => [level.load, level])).values(),
]

const lowest = (levels: readonly JudgedLevel[]): JudgedLevel | null =>
  levels.reduce<JudgedLevel | null>(
    (low, level) => (low === null || level.load < low.load ? level : low),
    null,
  )

const highest = (levels: readonly JudgedLevel[]): JudgedLevel | null =>
  levels.reduce<JudgedLevel | null>(
    (high, level) => (high === null || level.load > high.load ? level : high),
    null,
  )

const brokenOf = (levels: readonly JudgedLevel[]): JudgedLevel | null =>
  lowest(latest(levels).filter(({ state }) => state === 'breaks'))

/** Highest load below all that broke which held. */
function bestOf(levels: readonly JudgedLevel[]): JudgedLevel | null {
  const broken = brokenOf(levels)
  return highest(
    latest(levels).filter(({ state, load }) => state === 'holds' && (broken === null || load < broken.load)),
  )
}

function nextLevel(
  goal: CapacityGoal,
  { levels }: SearchState,
): { readonly load: number; readonly why: SearchState['why'] } | CapacityKind {
  const [best, broken] = [bestOf(levels), brokenOf(levels)]
  if (broken === null) {
    const last = best?.load ?? goal.startLoad
    if (last >= goal.maxLoad) return 'atLeast'
    return {
      load: Math.min(goal.maxLoad, Math.max(last + 1, Math.round(last * stepOf(goal, best)))),
      why: 'up',
    }
  }
  if (best === null) {
    if (broken.load <= 1) return 'none'
    return { load: Math.max(1, Math.floor(broken.load / 2)), why: 'down' }
  }
  const gap = broken.load - best.load
  if (gap <= Math.max(1, tolerance01 * broken.load)) return { load: best.load, why: 'confirm' }
  return { load: best.load + Math.round(gap / 2), why: 'between' }
}

/** Twice the load while the figures are far within the rules, less when they come near. */
function stepOf({ rules }: CapacityGoal, best: JudgedLevel | null): number {
  const used = Math.max(
    0,
    ...(best?.rules.map(({ mean }, index) => (mean ?? 0) / (rules[index]?.limit ?? 1)) ?? []),
  )
  return used < 0.3 ? 2 : 1.4
}

function ended(state: SearchState, kind: CapacityKind): SearchState {
  const [best, broken] = [bestOf(state.levels), brokenOf(state.levels)]
  const nothing: CapacityKind = broken === null ? 'notEnoughData' : 'none'
  const end: CapacityEnd = {
    kind: best === null && kind === 'unconfirmed' ? nothing : kind,
    best,
    broken,
    interval: intervalOf(state.levels),
  }
  return { ...state, phase: 'ended', readings: [], end }
}

/** From the highest load that held clearly below all that broke clearly, to the lowest of these. */
function intervalOf(levels: readonly JudgedLevel[]): CapacityEnd['interval'] {
  const clear = latest(levels).filter(({ isClear }) => isClear)
  const high = lowest(clear.filter(({ state }) => state === 'breaks'))?.load ?? null
  const low = highest(clear.filter(({ state, load }) => state === 'holds' && (high === null || load < high)))
  return { low: low?.load ?? null, high }
}
