/** The part of a run in which its load holds one level: ramps make windows resemble their neighbours, and tests of all of a run then find nothing. */
import { minWindows, type SecondSpan, shortestSeconds } from '@pone/metrics/window-widths.ts'
import { targetAt } from '@pone/plan/load-models/registry.ts'
import { importedClusterId } from '../run-record.ts'
import { areOfOneLoad, type LoadedPart } from './load-pairs.ts'

/** Shorter stretches cannot be cut into windows. */
const leastSeconds = minWindows * shortestSeconds
/** Of several stretches one is the steady part where it is that much of the part. */
const leastShare01 = 0.5
const levelTolerance = 1e-6

/**
 * The steady parts of runs that are compared, in their order; the first is the baseline. One load can have another steady part in a run that
 * ended earlier: where its level is not the baseline's, the part is taken from the seconds that all runs of that load have, so that figures of
 * 10 users do not stand beside those of 30. Parts that have no second in common were chosen to be compared, and stay.
 */
export function steadyParts(parts: readonly LoadedPart[]): (SecondSpan | null)[] {
  const own = parts.map(steadyPart)
  const [baseline] = parts
  if (baseline === undefined) return own
  const isAlike = parts.map(part => areOfOneLoad(baseline, part))
  const alike = parts.filter((_, index) => isAlike[index])
  const levels = new Set(own.flatMap((steady, index) => (isAlike[index] ? levelOf(baseline, steady) : [])))
  const common = {
    fromSecond: Math.max(...alike.map(({ span }) => span.fromSecond)),
    toSecond: Math.min(...alike.map(({ span }) => span.toSecond)),
  }
  if (levels.size < 2 || common.fromSecond >= common.toSecond) return own
  return parts.map((part, index) =>
    isAlike[index] ? steadyPart({ ...part, span: common }) : (own[index] ?? null),
  )
}

/** null: of no level. */
const levelOf = ({ record }: LoadedPart, steady: SecondSpan | null): number | null =>
  steady === null ? null : targetAt(record.scenario.loadModel, 1_000 * steady.fromSecond)

/**
 * Whole seconds in which the load that the run's scenario plans does not change; null where there are none, where several stretches of
 * which none is half of the part hold levels of their own, and where the load was changed by hand or is not known. Read from the plan
 * alone, so that the choice is made before a figure is seen.
 */
export function steadyPart({ record, span, events }: LoadedPart): SecondSpan | null {
  if (record.clusterId === importedClusterId) return null
  if (events.some(({ kind }) => kind === 'loadChanged')) return null
  const stretches = stretchesOf(span, second => targetAt(record.scenario.loadModel, 1_000 * second))
  const longest = stretches.reduce<SecondSpan | null>(
    (most, each) => (most === null || secondsOf(each) > secondsOf(most) ? each : most),
    null,
  )
  if (longest === null) return null
  return stretches.length === 1 || secondsOf(longest) >= leastShare01 * secondsOf(span) ? longest : null
}

const secondsOf = ({ fromSecond, toSecond }: SecondSpan): number => toSecond - fromSecond

/** Stretches of the span, long enough for windows, in which the load is above 0 and begins, passes and ends each second at one level. */
function stretchesOf({ fromSecond, toSecond }: SecondSpan, loadAt: (second: number) => number): SecondSpan[] {
  const stretches: SecondSpan[] = []
  let open: { from: number; level: number } | null = null
  const close = (end: number) => {
    if (open !== null && end - open.from >= leastSeconds) {
      stretches.push({ fromSecond: open.from, toSecond: end })
    }
    open = null
  }
  for (let second = fromSecond; second < toSecond; second++) {
    const level = loadAt(second)
    const isLevel = level > 0 && isSame(loadAt(second + 0.5), level) && isSame(loadAt(second + 0.999), level)
    if (open !== null && (!isLevel || !isSame(open.level, level))) close(second)
    if (isLevel && open === null) open = { from: second, level }
  }
  close(toSecond)
  return stretches
}

const isSame = (one: number, other: number): boolean =>
  Math.abs(one - other) <= levelTolerance * Math.max(1, Math.abs(other))
