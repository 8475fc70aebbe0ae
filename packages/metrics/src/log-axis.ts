/** A logarithmic axis of response times with marked values, for pages and exported reports alike; pure. */

/** The times that an axis shows, ms; both above 0, `highestMs` above `lowestMs`. */
export interface LogAxis {
  readonly lowestMs: number
  readonly highestMs: number
}

/** The shortest time that an axis can show. */
const leastMs = 0.001

/** Axis for adjoining buckets; null without any. A bucket from 0 is drawn a decade wide at most. */
export function logAxisOf(
  buckets: readonly { readonly fromMs: number; readonly toMs: number }[],
): LogAxis | null {
  const first = buckets[0]
  const last = buckets.at(-1)
  if (first === undefined || last === undefined) return null
  const lowestMs = Math.max(first.fromMs, first.toMs / 10, leastMs)
  return { lowestMs, highestMs: Math.max(last.toMs, lowestMs * 1.001) }
}

/** Where a time lies, 0 at the lowest and 1 at the highest; times outside lie at the ends. */
export function logPlace01({ lowestMs, highestMs }: LogAxis, ms: number): number {
  const place = Math.log(Math.max(ms, lowestMs) / lowestMs) / Math.log(highestMs / lowestMs)
  return Math.min(1, place)
}

/** Round times of the axis, ms: 1, 2, 5, 10 …, fewer where they would touch. */
export function logTicks({ lowestMs, highestMs }: LogAxis): number[] {
  const decades = Math.log10(highestMs / lowestMs)
  const digits = decades > 4 ? [1] : decades > 1.2 ? [1, 2, 5] : [1, 1.5, 2, 3, 4, 5, 6, 7, 8, 9]
  const ticks: number[] = []
  for (let power = Math.floor(Math.log10(lowestMs)); power <= Math.ceil(Math.log10(highestMs)); power++) {
    for (const digit of digits) {
      const tick = Number((digit * 10 ** power).toPrecision(3))
      if (tick >= lowestMs && tick <= highestMs) ticks.push(tick)
    }
  }
  return ticks
}

/** Marks from left to right, each with the place of its name: moved right where names would cover one another, and left where they would pass `end`. */
export function spreadNames<Mark extends { readonly at: number }>(
  marks: readonly Mark[],
  { nameWidth, end }: { readonly nameWidth: number; readonly end: number },
): (Mark & { readonly textAt: number })[] {
  const sorted = marks.toSorted((a, b) => a.at - b.at)
  const places: number[] = []
  for (const { at } of sorted)
    places.push(Math.max(at, (places.at(-1) ?? Number.NEGATIVE_INFINITY) + nameWidth))
  let limit = end - nameWidth / 2
  for (let index = places.length - 1; index >= 0; index--) {
    limit = Math.min(places[index] ?? limit, limit)
    places[index] = limit
    limit -= nameWidth
  }
  return sorted.map((mark, index) => ({ ...mark, textAt: places[index] ?? mark.at }))
}
