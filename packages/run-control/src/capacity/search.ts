/**
 * Search for the highest load within rules: steps up, holds until the figures are clear, backs off, narrows down,
 * confirms. A pure state machine, which is told each second of the run and answers the load to set.
 */
import { type CapacityReading, judgeLevel, type LevelVerdict, meansHold } from './level.ts'
import type { CapacityRule } from './rules.ts'

export interface CapacityGoal {
  readonly rules: readonly Pick<CapacityRule, 'limit' | 'isShare'>[]
  /** Users, or arrivals per second; whole numbers. */
  readonly startLoad: number
  readonly maxLoad: number
  /** The search ends when the lowest level that breaks is above the highest that holds by at most this share. */
  readonly tolerance01: number
  /** Seconds of a level that are left out, and that it is held at least, before the word on it. */
  readonly settleSeconds: number
  readonly measureSeconds: number
  readonly maxSeconds: number
}

export interface JudgedLevel extends LevelVerdict {
  readonly load: number
  readonly state: 'holds' | 'breaks'
  readonly seconds: number
  /** False where the word was given by the means, because more time did not make it clear. */
  readonly isClear: boolean
}

/**
 * `found`: `load` held twice, and the level above breaks. `unconfirmed`: time ran out after `load` had held. `atLeast`: the
 * highest load allowed still holds. `none`: even the lowest load breaks, or nothing was measured. `generatorLimit`: the
 * load machines were the limit; `load` held before.
 */
export type CapacityKind = 'found' | 'unconfirmed' | 'atLeast' | 'none' | 'generatorLimit'

export interface CapacityEnd {
  readonly kind: CapacityKind
  /** Highest level that held; null without one. */
  readonly best: JudgedLevel | null
  /** Lowest level above it that broke; null without one. */
  readonly broken: JudgedLevel | null
}

export interface SearchState {
  readonly phase: 'settling' | 'measuring' | 'recovering' | 'ended'
  readonly isConfirming: boolean
  /** The level that is judged, or will be after recovery. */
  readonly level: number
  /** The load that is set now. */
  readonly load: number
  readonly phaseSeconds: number
  readonly elapsedSeconds: number
  readonly readings: readonly CapacityReading[]
  readonly levels: readonly JudgedLevel[]
  readonly overloadedSeconds: number
  readonly end: CapacityEnd | null
}

/** Chance of a wrong word that is looked for every second, and at the end of a level. */
const earlyTail01 = 0.005
const tail01 = 0.05
/** A level that is unclear is held up to this many times as long. */
const patience = 3
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
  readings: [],
  levels: [],
  overloadedSeconds: 0,
  end: null,
})

/** The state after another second; set the load where it differs from that before. */
export function advanceSearch(
  goal: CapacityGoal,
  before: SearchState,
  reading: CapacityReading,
): SearchState {
  if (before.phase === 'ended') return before
  const state = {
    ...before,
    elapsedSeconds: before.elapsedSeconds + 1,
    phaseSeconds: before.phaseSeconds + 1,
    overloadedSeconds: reading.isOverloaded ? before.overloadedSeconds + 1 : 0,
  }
  if (state.overloadedSeconds >= overloadSeconds) return ended(state, 'generatorLimit')
  if (state.elapsedSeconds >= goal.maxSeconds) return ended(state, 'unconfirmed')
  if (reading.isOverloaded) return state
  switch (state.phase) {
    case 'settling':
      return state.phaseSeconds >= goal.settleSeconds ? enter(state, 'measuring') : state
    case 'recovering':
      return recover(goal, { ...state, readings: [...state.readings, reading] })
    default:
      return measure(goal, { ...state, readings: [...state.readings, reading] })
  }
}

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
    return isEnough && early !== null ? decided(goal, state, early, true) : state
  }
  const verdict = judgeLevel(goal, readings, tail01)
  if (verdict.state === 'unclear' && seconds < patience * wanted) return state
  return decided(goal, state, verdict, verdict.state !== 'unclear')
}

function decided(
  goal: CapacityGoal,
  state: SearchState,
  verdict: LevelVerdict,
  isClear: boolean,
): SearchState {
  const holds = verdict.state === 'holds' || (verdict.state === 'unclear' && meansHold(goal, verdict))
  const level: JudgedLevel = {
    ...verdict,
    load: state.level,
    state: holds ? 'holds' : 'breaks',
    seconds: state.readings.length,
    isClear,
  }
  // The later word on a load counts: it was held longer.
  const levels = [...state.levels.filter(({ load }) => load !== level.load), level]
  const judged: SearchState = { ...state, levels }
  if (holds && state.isConfirming) return ended(judged, 'found')
  const next = nextLevel(goal, judged)
  if (typeof next === 'string') return ended(judged, next)
  const moved: SearchState = { ...judged, level: next.load, isConfirming: next.isConfirming }
  if (holds) return enter(moved, 'settling', next.load)
  return enter(moved, 'recovering', Math.max(1, Math.floor(next.load * recoveryShare)))
}

/** Highest load below all that broke which held; lowest that broke. */
const brokenOf = (levels: readonly JudgedLevel[]): JudgedLevel | null =>
  levels
    .filter(({ state }) => state === 'breaks')
    .reduce<JudgedLevel | null>((low, level) => (low === null || level.load < low.load ? level : low), null)

function bestOf(levels: readonly JudgedLevel[]): JudgedLevel | null {
  const broken = brokenOf(levels)
  return levels
    .filter(({ state, load }) => state === 'holds' && (broken === null || load < broken.load))
    .reduce<JudgedLevel | null>(
      (most, level) => (most === null || level.load > most.load ? level : most),
      null,
    )
}

function nextLevel(
  goal: CapacityGoal,
  { levels }: SearchState,
): { readonly load: number; readonly isConfirming: boolean } | CapacityKind {
  const [best, broken] = [bestOf(levels), brokenOf(levels)]
  if (broken === null) {
    const last = best?.load ?? goal.startLoad
    if (last >= goal.maxLoad) return 'atLeast'
    return {
      load: Math.min(goal.maxLoad, Math.max(last + 1, Math.round(last * stepOf(goal, best)))),
      isConfirming: false,
    }
  }
  if (best === null) {
    if (broken.load <= 1) return 'none'
    return { load: Math.max(1, Math.floor(broken.load / 2)), isConfirming: false }
  }
  const gap = broken.load - best.load
  if (gap <= Math.max(1, goal.tolerance01 * broken.load)) return { load: best.load, isConfirming: true }
  return { load: best.load + Math.round(gap / 2), isConfirming: false }
}

/** Twice the load while the figures are far within the rules, less when they come near. */
function stepOf({ rules }: CapacityGoal, best: JudgedLevel | null): number {
  const used = Math.max(0, ...(best?.rules.map(({ mean }, index) => mean / (rules[index]?.limit ?? 1)) ?? []))
  return used < 0.3 ? 2 : 1.4
}

function ended(state: SearchState, kind: CapacityKind): SearchState {
  const best = bestOf(state.levels)
  const end = {
    kind: best === null && kind === 'unconfirmed' ? 'none' : kind,
    best,
    broken: brokenOf(state.levels),
  }
  return { ...state, phase: 'ended', end }
}
