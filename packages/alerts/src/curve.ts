/** Past values with few points for a chart: of each part of the range the lowest and the highest one, and gaps. Pure, browser-safe. */
import type { PastValues } from './rehearsal.ts'

interface Point {
  readonly at: number
  readonly value: number
}

/** Values that are further apart than usual by more than this have a gap between them. */
const gapFactor = 2.5

/** Ascending; null marks a gap. Of `parts` equal parts of the range at most two values each. */
export function thinnedCurve(
  { at, values }: PastValues,
  { from, to, parts }: { readonly from: number; readonly to: number; readonly parts: number },
): { at: number[]; values: (number | null)[] } {
  const known = at.flatMap((instant, index): Point[] => {
    const value = values[index] ?? null
    const isIn = instant >= from && instant < to
    return isIn && value !== null && Number.isFinite(value) ? [{ at: instant, value }] : []
  })
  const partMs = (to - from) / parts
  const gapMs = Math.max(usualDistance(known) * gapFactor, 1)
  const curve: { at: number[]; values: (number | null)[] } = { at: [], values: [] }
  const put = (instant: number, value: number | null): void => {
    curve.at.push(instant)
    curve.values.push(value)
  }
  let part: Point[] = []
  const endPart = (): void => {
    for (const { at: instant, value } of extremes(part)) put(instant, value)
    part = []
  }
  for (const [index, point] of known.entries()) {
    const before = known[index - 1]
    const isGap = before !== undefined && point.at - before.at > gapMs
    const isNext =
      before !== undefined &&
      Math.floor((before.at - from) / partMs) !== Math.floor((point.at - from) / partMs)
    if (isGap || isNext) endPart()
    if (isGap) put(before.at + 1, null)
    part.push(point)
  }
  endPart()
  return curve
}

/** The median of the distances between two values, ms. */
function usualDistance(points: readonly Point[]): number {
  const distances = points
    .slice(1)
    .map(({ at }, index) => at - (points[index]?.at ?? at))
    .toSorted((one, other) => one - other)
  return distances[Math.floor(distances.length / 2)] ?? 0
}

/** The lowest and the highest value, in the order of time; one where both are the same. */
function extremes(points: readonly Point[]): Point[] {
  const [first] = points
  if (first === undefined) return []
  let lowest = first
  let highest = first
  for (const point of points) {
    if (point.value < lowest.value) lowest = point
    if (point.value > highest.value) highest = point
  }
  if (lowest === highest) return [first]
  return lowest.at < highest.at ? [lowest, highest] : [highest, lowest]
}
