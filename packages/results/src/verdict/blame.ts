/** Where requests spend their time, at low load and beyond the knee: generator, network, application, database, unknown. */
import { type DatabaseCheck, databaseSources, type LoadWindow } from './observation.ts'

export const blamedParts = ['generator', 'network', 'application', 'database', 'unknown'] as const
export type BlamedName = (typeof blamedParts)[number]

export interface BlamedPart {
  readonly part: BlamedName
  /** Mean ms of a request; null: not known, its time is within `unknown`. */
  readonly lowMs: number | null
  readonly highMs: number | null
  /** Share of the response time at high load, 0 to 1; those of all parts add up to 1. */
  readonly share01: number | null
}

export interface Blame {
  /** In the order of `blamedParts`. */
  readonly parts: readonly BlamedPart[]
  /** Mean response times that the parts add up to, ms; `lowMs` is null where the load was constant. */
  readonly lowMs: number | null
  readonly highMs: number
  /** Whether statements of others must have been counted: the database worked longer than the requests waited. */
  readonly hasOtherStatements: boolean
  /** Another source tells another time of the database at high load, ms of a request: then its part is unknown. */
  readonly disagreement: Disagreement | null
}

interface Disagreement {
  readonly source: DatabaseCheck['source']
  readonly workedMs: number
  readonly seenMs: number
}

/** Two sources disagree where they differ by this factor and by so many standard errors: 99 % of the errors of chance are smaller. */
const maxFactor = 1.5
const maxErrors = 2.576

/** Of the windows that tell it, this share must say how long the database worked. */
const minKnown01 = 0.5
/** The database may have worked by so much longer than the requests waited, since both are read at other instants. */
const tolerance = 1.2

/**
 * Splits the response time by the parts of the windows: low load is below 0.6 knees, high load beyond 1.1, without a knee
 * the lowest and the highest sixth. Null where no window tells its parts.
 */
export function splitResponse(all: readonly LoadWindow[], kneeLoad: number | null): Blame | null {
  const windows = all.filter(({ isSuspect, partsMs, tps }) => !isSuspect && partsMs !== undefined && tps > 0)
  const { low, high } = kneeLoad === null ? outerSixths(windows) : aroundKnee(windows, kneeLoad)
  const [first, last] = [split(low), split(high)]
  if (last === null) return null
  return {
    parts: blamedParts.map(part => ({
      part,
      lowMs: first?.byPart[part] ?? null,
      highMs: last.byPart[part],
      share01: share(last.byPart[part], last.responseMs),
    })),
    lowMs: first?.responseMs ?? null,
    highMs: last.responseMs,
    hasOtherStatements: last.hasOtherStatements,
    disagreement: last.disagreement,
  }
}

const share = (partMs: number | null, responseMs: number): number | null =>
  partMs === null || responseMs <= 0 ? null : partMs / responseMs

const aroundKnee = (windows: readonly LoadWindow[], kneeLoad: number) => ({
  low: windows.filter(({ load }) => load < 0.6 * kneeLoad),
  high: windows.filter(({ load }) => load > 1.1 * kneeLoad),
})

/** Where the load hardly differs all windows are high ones. */
function outerSixths(windows: readonly LoadWindow[]) {
  const sorted = windows.toSorted((a, b) => a.load - b.load)
  const size = Math.max(1, Math.floor(sorted.length / 6))
  const [low, high] = [sorted.slice(0, size), sorted.slice(-size)]
  if ((high[0]?.load ?? 0) < 1.2 * (low.at(-1)?.load ?? 0)) return { low: [], high: sorted }
  return { low, high }
}

interface Split {
  readonly byPart: Readonly<Record<BlamedName, number | null>>
  readonly responseMs: number
  readonly hasOtherStatements: boolean
  readonly disagreement: Disagreement | null
}

/** Means over windows, each weighted by its requests, so that the parts add up. */
function split(windows: readonly LoadWindow[]): Split | null {
  if (windows.length === 0) return null
  const mean = (of: (parts: NonNullable<LoadWindow['partsMs']>) => number | null): number => {
    const known = windows.flatMap(({ partsMs, tps }) => {
      const ms = partsMs === undefined ? null : of(partsMs)
      return ms === null ? [] : [{ ms, tps }]
    })
    const weight = known.reduce((sum, { tps }) => sum + tps, 0)
    return weight === 0 ? 0 : known.reduce((sum, { ms, tps }) => sum + ms * tps, 0) / weight
  }
  const [generator, network] = [mean(parts => parts.generator), mean(parts => parts.network)]
  const [waiting, untold] = [mean(parts => parts.waiting), mean(parts => parts.unknown)]
  const worked = mean(parts => parts.database)
  const told = windows.filter(({ partsMs }) => (partsMs?.database ?? null) !== null)
  const isTold = told.length >= minKnown01 * windows.length
  const hasOtherStatements = isTold && worked > tolerance * waiting
  const disagreement = isTold && !hasOtherStatements ? disagreementOf(windows, worked) : null
  const isKnown = isTold && !hasOtherStatements && disagreement === null
  const database = isKnown ? Math.min(worked, waiting) : null
  return {
    byPart: {
      generator,
      network,
      application: database === null ? null : waiting - database,
      database,
      unknown: untold + (database === null ? waiting : 0),
    },
    responseMs: generator + network + waiting + untold,
    hasOtherStatements,
    disagreement,
  }
}

/** The first source that contradicts the time which the database tells; null: none does. */
function disagreementOf(windows: readonly LoadWindow[], workedMs: number): Disagreement | null {
  for (const source of databaseSources) {
    const told = windows.flatMap(({ partsMs, tps }) => {
      const check = partsMs?.checks?.find(each => each.source === source)
      return check === undefined || partsMs === undefined || partsMs.database === null
        ? []
        : [{ ...check, tps, difference: check.ms - partsMs.database }]
    })
    if (told.length < minKnown01 * windows.length) continue
    const weight = told.reduce((sum, { tps }) => sum + tps, 0)
    const mean = (of: (one: (typeof told)[number]) => number) =>
      told.reduce((sum, one) => sum + of(one) * one.tps, 0) / weight
    const seenMs = mean(({ ms }) => ms)
    const difference = mean(one => one.difference)
    const variance = mean(one => (one.difference - difference) ** 2)
    const readings = told.reduce((sum, one) => sum + one.readings, 0)
    const error = Math.sqrt(variance / Math.max(1, Math.min(told.length, readings) - 1))
    const isMore = seenMs > maxFactor * workedMs && difference > maxErrors * error
    const isLess = workedMs > maxFactor * seenMs && -difference > maxErrors * error
    if (isMore || (isLess && source === 'sessions')) return { source, workedMs, seenMs }
  }
  return null
}
