/**
 * Whether a resource can be the cause of a knee, is ruled out, or cannot be judged. It is ruled out only where enough
 * readings lie on each side of the knee, and one that is the cause would have been seen as such with enough power.
 */
import type { Knee } from './knee.ts'
import type { ObservedResource } from './observation.ts'
import { correlationPower, medianPower, normalPower, sharePower } from './power.ts'
import { verdictRules as rules } from './rules.ts'
import type { ResourceUsage } from './usage.ts'

export type RuledOutReason =
  /** Not full after the knee. */
  | 'hasRoom'
  /** Does not follow the throughput before the knee. */
  | 'notByLoad'
  /** Full, but its ceiling lies well above what was measured: its units are held longer, because of something behind it. */
  | 'heldLonger'
  /** Its ceiling lies well above what was measured. */
  | 'higherCeiling'
  /** Nothing waits for it. */
  | 'nothingWaits'
  /** Full because a resource behind it is the limit. */
  | 'effect'
  /** Memory whose pressure did not rise at the knee. */
  | 'noPressure'

export type NotJudgedReason =
  /** Too few readings before or after the knee. */
  | 'fewReadings'
  /** Its readings scatter so much that it could look like this and be the cause. */
  | 'lowPower'
  /** Full already at low load: how much of it the load needs cannot be told. */
  | 'fullBefore'
  /** Nobody said what it can bear at most. */
  | 'unknownCapacity'
  /** Its capacity changed during the run, e.g. because machines were added. */
  | 'changedCapacity'
  /** Memory that is full, whose pressure was not read. */
  | 'unknownPressure'
  /** A lock of which is only known whether requests wait, not how many. */
  | 'unknownWaiting'

/** `power01`: with which probability the cause would have passed what the resource failed; null: that was not the reason. */
type Finding =
  | { readonly kind: 'possible' }
  | { readonly kind: 'ruledOut'; readonly reason: RuledOutReason; readonly power01: number }
  | {
      readonly kind: 'notJudged'
      readonly reason: NotJudgedReason
      readonly power01: number | null
      /** Whether it can be the cause: false where every one of its few readings beyond the knee shows room. */
      readonly canBeCause: boolean
    }

interface Objection {
  readonly reason: RuledOutReason
  readonly power01: number
}

/** What speaks against a resource. `waitingShare01`: of the requests that came on top after the knee, which waits for it; null: not read. */
export function findingOf(usage: ResourceUsage, waitingShare01: number | null, knee: Knee): Finding {
  const { resource, readingsBefore, readingsAfter } = usage
  if (readingsAfter < rules.minReadingsWithRoom || readingsBefore < rules.minReadings)
    return notJudged(usage, 'fewReadings', null)
  const unknown = unknownOf(usage)
  if (unknown !== null) return notJudged(usage, unknown, null)
  const objections = objectionsTo(usage, waitingShare01, knee)
  const [first] = objections.toSorted((a, b) => b.power01 - a.power01)
  if (first === undefined) return { kind: 'possible' }
  const isFull = usage.levelBefore >= rules.minLevel && usage.levelAfter >= rules.minLevel
  if (isFull && resource.nature !== 'waiting' && !(resource.nature === 'space' && usage.queueAfter !== null))
    return notJudged(usage, 'fullBefore', null)
  if (Math.min(readingsBefore, readingsAfter) < rules.minReadingsToExclude)
    return notJudged(usage, 'fewReadings', first.power01)
  if (first.power01 < rules.minPowerToExclude) return notJudged(usage, 'lowPower', first.power01)
  return { kind: 'ruledOut', ...first }
}

function notJudged(usage: ResourceUsage, reason: NotJudgedReason, power01: number | null): Finding {
  const { resource, fullAfter01, readingsAfter } = usage
  const hasRoom =
    resource.nature !== 'waiting' &&
    resource.capacity !== null &&
    fullAfter01 === 0 &&
    readingsAfter >= rules.minReadingsWithRoom
  return { kind: 'notJudged', reason, power01, canBeCause: !hasRoom }
}

/** What is not known of a resource, whatever its readings are. */
function unknownOf({
  resource,
  levelBefore,
  levelAfter,
  queueAfter,
  readings,
}: ResourceUsage): NotJudgedReason | null {
  const { nature, capacity } = resource
  if (nature === 'waiting') {
    // One that waits or not, at nearly every instant: whether it is one or a hundred is not told.
    const isFlag = readings.every(({ used }) => used === 0 || used === 1)
    return isFlag && levelAfter === 1 && levelBefore < 1 ? 'unknownWaiting' : null
  }
  if (nature === 'space') {
    const isFilled = levelAfter >= rules.minLevel && levelBefore < rules.minLevel
    return isFilled && queueAfter === null ? 'unknownPressure' : null
  }
  if (capacity === null) return 'unknownCapacity'
  return hasChangedCapacity(resource) ? 'changedCapacity' : null
}

function objectionsTo(usage: ResourceUsage, waitingShare01: number | null, knee: Knee): Objection[] {
  const { resource, leastCeiling, correlation, levelAfter, readingsAfter, isGauge } = usage
  const { nature } = resource
  const ofMedian = (reason: RuledOutReason): Objection => ({
    reason,
    power01: medianPower(readingsAfter, rules.seenFull01),
  })
  if (nature === 'waiting')
    return (waitingShare01 ?? 0) > rules.minWaitingShare ? [] : [ofMedian('nothingWaits')]
  if (levelAfter < rules.minLevel) {
    if (!isGauge) return [ofMedian('hasRoom')]
    return [{ reason: 'hasRoom', power01: sharePower(readingsAfter, rules.seenOne01, rules.minLevel) }]
  }
  if (nature === 'space') return hasPressure(usage) ? [] : [ofMedian('noPressure')]
  const objections: Objection[] = []
  const isHeld = nature === 'held' || isGauge
  const least = isGauge ? rules.minCorrelationGauge : isHeld ? rules.minCorrelationHeld : rules.minCorrelation
  const plateau = knee.plateau.value
  if (correlation < least || leastCeiling === null)
    objections.push({ reason: 'notByLoad', power01: powerOfCorrelation(usage, plateau, least) })
  const most = isHeld ? rules.maxCeilingHeld : rules.maxCeiling
  if (leastCeiling !== null && leastCeiling > most * plateau)
    objections.push({
      reason: nature === 'held' ? 'heldLonger' : 'higherCeiling',
      power01: powerOfCeiling(usage, plateau, most),
    })
  if (waitingShare01 !== null && waitingShare01 < rules.minQueueShare)
    objections.push(ofMedian('nothingWaits'))
  return objections
}

/** The cause goes from its idle use to full while throughput goes to the plateau; around that it scatters as it was seen to. */
function powerOfCorrelation({ idle01, scatter }: ResourceUsage, plateau: number, least: number): number {
  const signal = ((1 - Math.min(0.95, idle01)) / plateau) * scatter.tpsDeviation
  const correlation = signal / Math.hypot(signal, scatter.deviation)
  return correlationPower(scatter.points, correlation, least)
}

/** The ceiling of the cause is the plateau. What requests hold is judged by its mean, all else by its slope. */
function powerOfCeiling(usage: ResourceUsage, plateau: number, most: number): number {
  const { resource, isGauge, idle01, scatter } = usage
  if (resource.nature === 'held' || isGauge) {
    const mean = scatter.meanTps / plateau
    return normalPower(mean - mean / most, scatter.meanError)
  }
  const slope = (1 - Math.min(0.95, idle01)) / plateau
  return normalPower(slope - slope / most, scatter.slopeError)
}

/** Memory is the cause where its pressure comes with the knee, and was not there before. */
const hasPressure = ({ queueBefore, queueAfter }: ResourceUsage): boolean =>
  queueBefore !== null && queueAfter !== null && queueAfter > 10 * queueBefore && queueAfter > 0

function hasChangedCapacity({ capacity }: ObservedResource): boolean {
  if (capacity === null || typeof capacity === 'number') return false
  const values = capacity.map(({ value }) => value)
  return Math.max(...values) > 1.1 * Math.min(...values)
}
