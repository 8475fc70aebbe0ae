/**
 * What gave way in a run: the knee of its throughput, the resources whose ceiling lies there, why others are ruled out,
 * and what could not be judged. Pure; the answer is data, `sentence.ts` says it in words.
 */
import type { Bilingual } from '@pone/schema/bilingual.ts'
import { splitResponse } from './blame.ts'
import { findingOf, type NotJudgedReason, type RuledOutReason } from './exclusion.ts'
import { fitKnee, type Knee } from './knee.ts'
import type { LoadWindow, ObservedResource, RunObservation, Tier } from './observation.ts'
import { type Estimate, medianOf } from './robust.ts'
import { verdictRules as rules } from './rules.ts'
import { reachedFrom } from './topology.ts'
import { isTold, joinReadings, type ResourceUsage, usageOf } from './usage.ts'

export interface JudgedResource {
  readonly id: string
  readonly names: Bilingual
  readonly tier: Tier
  readonly nature: ObservedResource['nature']
  /** Requests per second that it allows. */
  readonly ceiling: Estimate | null
  /** Share of its capacity before and after the knee; of `waiting`: requests that wait. */
  readonly levelBefore: number
  readonly levelAfter: number
  /** Rank correlation with throughput before the knee. */
  readonly correlation: number
  /** Share of the requests that came on top after the knee which waits here, 0 to 1; null where the queue was not read. */
  readonly waitingShare01: number | null
  readonly readingsBefore: number
  readonly readingsAfter: number
}

export interface RuledOut extends JudgedResource {
  readonly reason: RuledOutReason
  /** Id of the resource that it is an effect of. */
  readonly because: string | null
  /** With which probability it would not have been ruled out so if it were the cause; null of effects, which links explain. */
  readonly power01: number | null
}

export interface NotJudged extends JudgedResource {
  readonly reason: NotJudgedReason
  /** As of what is ruled out; null where something else than the readings is missing. */
  readonly power01: number | null
  readonly canBeCause: boolean
  readonly intervalMs: number
}

export type MissingData =
  | { readonly what: 'windows'; readonly have: number; readonly need: number }
  | { readonly what: 'loadRange'; readonly have: number; readonly need: number }
  | { readonly what: 'constantLoad' }
  | { readonly what: 'resources' }
  | { readonly what: 'suspectWindows'; readonly share01: number }

/** Where to look: nodes and tiers of which too little is known. */
type MonitorNext = readonly { readonly tier: Tier | null; readonly node: string | null }[]

interface KneeFacts {
  readonly knee: Knee
  /** Response time at the highest loads in multiples of that at the lowest. */
  readonly responseGrowth: number
  readonly ruledOut: readonly RuledOut[]
  readonly notJudged: readonly NotJudged[]
}

export type Verdict =
  | { readonly kind: 'notEnoughData'; readonly missing: readonly MissingData[] }
  | {
      readonly kind: 'notReached'
      readonly highestLoad: number
      readonly highestTps: number
      readonly responseGrowth: number
      /** Lowest ceilings first: what the load would meet if it went on. */
      readonly ceilings: readonly JudgedResource[]
    }
  | (KneeFacts & {
      /** `generator`: the load machines were the limit, so the run says nothing of the target. */
      readonly kind: 'bottleneck' | 'generator'
      /** The first is what gave way. */
      readonly ranked: readonly JudgedResource[]
      /** What would be the limit next. */
      readonly next: JudgedResource | null
    })
  | (KneeFacts & {
      /** `notEnoughData`: some of what was not judged can be the cause. */
      readonly kind: 'noneObserved' | 'notEnoughData'
      readonly monitorNext: MonitorNext
    })

/** Judges a run. */
export function judgeRun(observation: RunObservation): Verdict {
  const windows = observation.windows.filter(({ isSuspect, tps }) => !isSuspect && Number.isFinite(tps))
  const missing = missingOf(observation, windows)
  if (missing.length > 0) return { kind: 'notEnoughData', missing }
  const knee = fitKnee(windows)
  if (knee === null) return { kind: 'notEnoughData', missing: [{ what: 'windows', have: 0, need: 4 }] }
  const figures = figuresOf(windows, knee)
  const joined = observation.resources.map(resource => ({
    resource,
    readings: joinReadings(resource, observation.windows, observation.windowMs),
  }))
  const isReached = isKneeReached(observation.drive, knee, figures)
  const place = {
    // Where the knee was not reached, everything lies before it.
    kneeLoad: isReached ? knee.load.value : Number.POSITIVE_INFINITY,
    plateau: isReached ? knee.plateau.value : Number.POSITIVE_INFINITY,
    lastLoad: figures.highestLoad,
  }
  const usages = joined.map(({ resource, readings }) => usageOf(resource, readings, place))
  if (!isReached) return notReached(figures, usages)
  return judgeResources(observation, { knee, figures, usages })
}

interface Figures {
  readonly highestLoad: number
  readonly highestTps: number
  readonly responseGrowth: number
  /** Requests under way that came on top after the knee (Little's law). */
  readonly addedInFlight: number
}

function missingOf(
  { windows: all, resources }: RunObservation,
  windows: readonly LoadWindow[],
): MissingData[] {
  const missing: MissingData[] = []
  const suspect01 = all.length === 0 ? 0 : 1 - windows.length / all.length
  if (windows.length < rules.minWindows) {
    missing.push({ what: 'windows', have: windows.length, need: rules.minWindows })
    if (suspect01 > 0.2) missing.push({ what: 'suspectWindows', share01: suspect01 })
  }
  const loads = windows.map(({ load }) => load).filter(load => load > 0)
  const range = loads.length === 0 ? 0 : Math.max(...loads) / Math.min(...loads)
  if (isConstant(loads)) missing.push({ what: 'constantLoad' })
  else if (range < rules.minLoadRange)
    missing.push({ what: 'loadRange', have: range, need: rules.minLoadRange })
  if (resources.every(({ used }) => used.length < rules.minReadings)) missing.push({ what: 'resources' })
  return missing
}

/** Whether nearly all windows have the same load, apart from the begin and the end of the run. */
function isConstant(loads: readonly number[]): boolean {
  const usual = medianOf(loads)
  const near = loads.filter(load => Math.abs(load - usual) <= rules.constantLoad.within01 * usual)
  return loads.length > 0 && near.length >= rules.constantLoad.share01 * loads.length
}

function figuresOf(windows: readonly LoadWindow[], knee: Knee): Figures {
  const sorted = windows.toSorted((a, b) => a.load - b.load)
  const part = Math.max(3, Math.floor(sorted.length / 6))
  const [low, high] = [sorted.slice(0, part), sorted.slice(-part)]
  const response = (part: readonly LoadWindow[]) =>
    medianOf(part.map(({ responseMs }) => responseMs).filter(value => value !== null))
  const [early, late] = [response(low), response(high)]
  const highestTps = medianOf(high.map(({ tps }) => tps))
  return {
    highestLoad: medianOf(high.map(({ load }) => load)),
    highestTps,
    responseGrowth: late / early,
    addedInFlight: Math.max(1, (highestTps * late - knee.plateau.value * early) / 1_000),
  }
}

function isKneeReached(
  drive: RunObservation['drive'],
  knee: Knee,
  { highestLoad, responseGrowth }: Figures,
): boolean {
  const share = knee.load.value / highestLoad
  const surest = knee.load.high / highestLoad
  return share < rules.maxKneeShare[drive] && surest < 0.97 && responseGrowth >= rules.minResponseGrowth
}

function notReached(figures: Figures, usages: readonly ResourceUsage[]): Verdict {
  const { highestLoad, highestTps, responseGrowth } = figures
  const ceilings = usages
    .filter(
      ({ ceiling, correlation, resource }) =>
        isTold(ceiling) && correlation > rules.minCorrelation && resource.nature !== 'space',
    )
    .map(usage => judged(usage, null))
    .sort(byCeiling)
  return { kind: 'notReached', highestLoad, highestTps, responseGrowth, ceilings }
}

const ceilingOf = ({ ceiling }: JudgedResource) => ceiling?.value ?? Number.POSITIVE_INFINITY
const byCeiling = (a: JudgedResource, b: JudgedResource) => ceilingOf(a) - ceilingOf(b)

function judged(usage: ResourceUsage, waitingShare01: number | null): JudgedResource {
  const { resource, ceiling, levelBefore, levelAfter, correlation, readingsBefore, readingsAfter } = usage
  const { id, names, tier, nature } = resource
  const figures = { ceiling, levelBefore, levelAfter, correlation, waitingShare01 }
  return { id, names, tier, nature, ...figures, readingsBefore, readingsAfter }
}

interface Judging {
  readonly knee: Knee
  readonly figures: Figures
  readonly usages: readonly ResourceUsage[]
}

function judgeResources(observation: RunObservation, judging: Judging): Verdict {
  const { knee, figures, usages } = judging
  const candidates: JudgedResource[] = []
  const ruledOut: RuledOut[] = []
  const notJudged: NotJudged[] = []
  for (const usage of usages) {
    const resource = judged(usage, waitingShare(usage, judging))
    const { intervalMs } = usage.resource
    const finding = findingOf(usage, resource.waitingShare01, knee)
    if (finding.kind === 'possible') candidates.push(resource)
    else if (finding.kind === 'ruledOut') ruledOut.push({ ...resource, ...finding, because: null })
    else notJudged.push({ ...resource, ...finding, intervalMs })
  }
  const ranked = candidates.toSorted((a, b) => weightOf(b, knee) - weightOf(a, knee))
  const { causes, effects } = withoutEffects(observation, ranked)
  ruledOut.push(...effects)
  const facts: KneeFacts = { knee, responseGrowth: figures.responseGrowth, ruledOut, notJudged }
  const [first] = causes
  if (first === undefined) {
    const kind = notJudged.some(({ canBeCause }) => canBeCause) ? 'notEnoughData' : 'noneObserved'
    return { kind, ...facts, monitorNext: monitorNext(observation, [...ruledOut, ...notJudged], knee) }
  }
  const next = ruledOut
    .filter(
      ({ reason, ceiling, nature }) =>
        (reason === 'hasRoom' || reason === 'higherCeiling') &&
        nature !== 'space' &&
        isTold(ceiling) &&
        ceiling.value > knee.plateau.value,
    )
    .sort(byCeiling)[0]
  const kind = first.tier === 'generator' ? 'generator' : 'bottleneck'
  return { kind, ...facts, ranked: causes, next: next ?? null }
}

/** Share of the added requests that waits at a resource; where a full pool lets only so many of them through, of those. */
function waitingShare(usage: ResourceUsage, { figures, usages }: Judging): number | null {
  const { resource } = usage
  if (resource.nature === 'space') return null
  const [before, after] =
    resource.nature === 'waiting'
      ? [usage.levelBefore, usage.levelAfter]
      : [usage.queueBefore, usage.queueAfter]
  if (before === null || after === null) return null
  const passed = usages
    .filter(other => other !== usage && other.resource.nature === 'held' && other.levelAfter > rules.minLevel)
    .map(({ resource: { capacity } }) => (typeof capacity === 'number' ? capacity : Number.POSITIVE_INFINITY))
  return Math.min(1, Math.max(0, after - before) / Math.min(figures.addedInFlight, ...passed))
}

/** Memory that swaps explains all that is slow; then what most of the added requests wait for, then the ceiling that is nearest. */
function weightOf(resource: JudgedResource, knee: Knee): number {
  if (resource.nature === 'space') return 3
  const near =
    resource.ceiling === null ? 0 : 1 - Math.min(1, Math.abs(resource.ceiling.value / knee.plateau.value - 1))
  return near + (resource.waitingShare01 ?? 0.3)
}

/** A pool is full because of what is behind it: walk down to the last candidate. */
function withoutEffects({ resources, edges }: RunObservation, ranked: readonly JudgedResource[]) {
  const nodeOf = new Map(resources.map(({ id, node }) => [id, node]))
  const causes: JudgedResource[] = []
  const effects: RuledOut[] = []
  for (const resource of ranked) {
    const node = nodeOf.get(resource.id) ?? ''
    const reached = reachedFrom(node, edges)
    const isBehind = (other: JudgedResource) => {
      const otherNode = nodeOf.get(other.id) ?? ''
      if (other.nature === 'held') return otherNode !== node && reached.has(otherNode)
      return edges.length === 0 || reached.has(otherNode)
    }
    const behind =
      resource.nature === 'held' ? ranked.find(other => other !== resource && isBehind(other)) : undefined
    if (behind === undefined) causes.push(resource)
    else effects.push({ ...resource, reason: 'effect', because: behind.id, power01: null })
  }
  return { causes, effects }
}

/** Where to look: behind pools that are full for a reason that was not seen, else tiers of which nothing is watched. */
function monitorNext(
  { resources, edges, windows }: RunObservation,
  found: readonly (RuledOut | NotJudged)[],
  knee: Knee,
): MonitorNext {
  const nodeOf = new Map(resources.map(({ id, node }) => [id, node]))
  const behind = found
    .filter(({ reason }) => reason === 'heldLonger')
    .flatMap(({ id }) =>
      [...reachedFrom(nodeOf.get(id) ?? '', edges)].filter(node => node !== nodeOf.get(id)),
    )
  const nodes = [...new Set(behind)].map(node => ({
    tier: resources.find(resource => resource.node === node)?.tier ?? null,
    node,
  }))
  if (nodes.length > 0) return nodes
  const watched = new Set(resources.map(({ tier }) => tier))
  const blame = splitResponse(windows, knee.load.value)
  // Where hardly any of the response time is spent, more readings do not explain it.
  const isSpentIn = (tier: Tier) => {
    const share01 = blame?.parts.find(({ part }) => part === tier)?.share01 ?? null
    return share01 === null || share01 >= rules.minPartShare
  }
  return (['application', 'database', 'network'] as const)
    .filter(tier => !watched.has(tier) && isSpentIn(tier))
    .map(tier => ({ tier, node: null }))
}
