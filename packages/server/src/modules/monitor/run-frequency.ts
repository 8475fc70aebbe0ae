/** Which monitors are collected each second at an instant, and for which run: those of links that collect so while their run lasts. Pure. */

/** Between two collections while a run lasts. */
export const runFrequencyMs = 1_000
/** The last requests of a run are answered, and seen at the target, after its end. */
export const afterRunMs = 10_000

/** A monitor of a link, while the link belongs to a run; epoch ms. */
export interface RunSpan {
  readonly monitorId: string
  readonly runId: string
  readonly fromMs: number
  /** End of the run or of the link's session, whichever came first; null while both go on. */
  readonly untilMs: number | null
}

/** By monitor the run for which it is collected each second: of several the one that began first among those that last longest. */
export function fastRunsAt(spans: readonly RunSpan[], atMs: number): Map<string, string> {
  const open = spans.filter(({ untilMs }) => untilMs === null || atMs < untilMs + afterRunMs)
  const ranked = open.toSorted(
    (one, other) =>
      endOf(other) - endOf(one) || one.fromMs - other.fromMs || (one.runId < other.runId ? -1 : 1),
  )
  return new Map(ranked.toReversed().map(({ monitorId, runId }) => [monitorId, runId]))
}

const endOf = ({ untilMs }: RunSpan): number => untilMs ?? Number.MAX_SAFE_INTEGER

/** What a monitor is collected with, ms. */
export const frequencyInForce = (ownMs: number, isFast: boolean): number =>
  isFast ? Math.min(ownMs, runFrequencyMs) : ownMs
