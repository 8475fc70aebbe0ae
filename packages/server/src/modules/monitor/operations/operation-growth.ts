/** What slow operations grew by in a range, from their stored counters; never negative. Pure. */
import { isRestart, type OperationCounters } from './operation-rows.ts'

export interface TimedCounters extends OperationCounters {
  /** Epoch ms. */
  readonly at: number
}

export interface Steps {
  readonly from: number
  readonly to: number
  readonly stepMs: number
}

export interface Growth {
  readonly calls: number
  readonly totalMs: number
  readonly rows: number | null
  /** Time of the range over which it is known. */
  readonly knownMs: number
  /** Per step. */
  readonly steps: readonly StepGrowth[]
}

interface StepGrowth {
  calls: number
  totalMs: number
  knownMs: number
}

export function stepsOf({ from, to }: { from: number; to: number }, points: number): Steps {
  return { from, to, stepMs: Math.max(1_000, Math.ceil((to - from) / points)) }
}

export const timesOfSteps = ({ from, to, stepMs }: Steps): number[] =>
  Array.from({ length: Math.max(1, Math.ceil((to - from) / stepMs)) }, (_, index) => from + index * stepMs)

/** Of counters that only ever grow, ascending; across a restart nothing is known. */
export function growthOfTotals(points: readonly TimedCounters[], steps: Steps): Growth {
  const sum = new GrowthSum(steps)
  for (const [index, after] of points.entries()) {
    const before = points[index - 1]
    if (before === undefined || isRestart(before, after)) continue
    sum.spread(before.at, after.at, {
      calls: after.calls - before.calls,
      totalMs: after.totalMs - before.totalMs,
      rows: after.rows === null || before.rows === null ? null : Math.max(0, after.rows - before.rows),
    })
  }
  return sum.result()
}

/** Of minutes that say what they added; a minute without one added nothing, up to `until`. */
export function growthOfMinutes(
  minutes: readonly TimedCounters[],
  steps: Steps,
  { since, until }: { readonly since: number; readonly until: number },
): Growth {
  const sum = new GrowthSum(steps)
  sum.spread(since, until, { calls: 0, totalMs: 0, rows: null })
  for (const { at, calls, totalMs, rows } of minutes) sum.add(at, { calls, totalMs, rows })
  return sum.result()
}

interface Added {
  readonly calls: number
  readonly totalMs: number
  readonly rows: number | null
}

class GrowthSum {
  readonly #range: Steps
  readonly #steps: StepGrowth[]
  #rows: number | null = null

  constructor(range: Steps) {
    this.#range = range
    this.#steps = timesOfSteps(range).map(() => ({ calls: 0, totalMs: 0, knownMs: 0 }))
  }

  /** Shared over the steps by time; what lies outside the range is left out. */
  spread(begin: number, end: number, added: Added): void {
    const { from, to, stepMs } = this.#range
    const [first, last] = [Math.max(begin, from), Math.min(end, to)]
    if (last <= first) return
    for (let index = Math.floor((first - from) / stepMs); index < this.#steps.length; index++) {
      const overlapMs = Math.min(last, from + (index + 1) * stepMs) - Math.max(first, from + index * stepMs)
      const step = this.#steps[index]
      if (overlapMs <= 0 || step === undefined) break
      const share = overlapMs / (end - begin)
      step.knownMs += overlapMs
      step.calls += added.calls * share
      step.totalMs += added.totalMs * share
    }
    if (added.rows !== null) this.#rows = (this.#rows ?? 0) + added.rows * ((last - first) / (end - begin))
  }

  /** At one instant. */
  add(at: number, { calls, totalMs, rows }: Added): void {
    const step = this.#steps[Math.floor((at - this.#range.from) / this.#range.stepMs)]
    if (step === undefined) return
    step.calls += calls
    step.totalMs += totalMs
    step.knownMs = Math.max(step.knownMs, 1)
    if (rows !== null) this.#rows = (this.#rows ?? 0) + rows
  }

  result(): Growth {
    const sumOf = (key: keyof StepGrowth): number => this.#steps.reduce((sum, step) => sum + step[key], 0)
    return {
      calls: sumOf('calls'),
      totalMs: sumOf('totalMs'),
      rows: this.#rows,
      knownMs: sumOf('knownMs'),
      steps: this.#steps,
    }
  }
}

export const perSecond = (value: number, knownMs: number): number | null =>
  knownMs > 0 ? (value / knownMs) * 1_000 : null
