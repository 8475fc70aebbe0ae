/** Where requests spend the time that came on top after the knee: generator, network, application or database. */
import type { LoadWindow } from './observation.ts'
import { medianOf } from './robust.ts'

const parts = ['generator', 'network', 'database'] as const

export interface BlamedPart {
  readonly part: (typeof parts)[number] | 'application'
  /** Medians before and after the knee, ms of a request. */
  readonly beforeMs: number
  readonly afterMs: number
  /** Share of the added time, 0 to 1. */
  readonly share01: number
}

export interface Blame {
  readonly parts: readonly BlamedPart[]
  /** Parts that nobody measured; their time is within that of the application. */
  readonly unknown: readonly (typeof parts)[number][]
  /** Median response times that the parts add up to, ms. */
  readonly beforeMs: number
  readonly afterMs: number
}

/** Splits the time by the windows' parts; null without any part, or where the response time did not grow. */
export function splitResponse(windows: readonly LoadWindow[], kneeLoad: number): Blame | null {
  const used = windows.filter(({ isSuspect, responseMs }) => !isSuspect && responseMs !== null)
  const before = used.filter(({ load }) => load < 0.6 * kneeLoad)
  const after = used.filter(({ load }) => load > 1.1 * kneeLoad)
  const known = parts.filter(part =>
    [before, after].every(
      some => some.length > 0 && some.every(({ partsMs }) => partsMs?.[part] !== undefined),
    ),
  )
  if (known.length === 0) return null
  const response = (some: readonly LoadWindow[]) => medianOf(some.map(({ responseMs }) => responseMs ?? 0))
  const of = (some: readonly LoadWindow[], part: (typeof parts)[number]) =>
    medianOf(some.map(({ partsMs }) => partsMs?.[part] ?? 0))
  const [beforeMs, afterMs] = [response(before), response(after)]
  const added = afterMs - beforeMs
  if (!(added > 0)) return null
  const split = known.map(part => ({ part, beforeMs: of(before, part), afterMs: of(after, part) }))
  const sum = (of: 'beforeMs' | 'afterMs') => split.reduce((total, each) => total + each[of], 0)
  const application = {
    part: 'application' as const,
    beforeMs: Math.max(0, beforeMs - sum('beforeMs')),
    afterMs: Math.max(0, afterMs - sum('afterMs')),
  }
  return {
    parts: [...split, application]
      .map(each => ({ ...each, share01: Math.min(1, Math.max(0, (each.afterMs - each.beforeMs) / added)) }))
      .sort((a, b) => b.share01 - a.share01),
    unknown: parts.filter(part => !known.includes(part)),
    beforeMs,
    afterMs,
  }
}
