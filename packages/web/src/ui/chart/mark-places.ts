/** Where the links of marks lie above a chart, so that none covers another while there is room; pure, in px. */

/** Width and height of a link. */
export const markSize = 24

export interface Span {
  readonly from: number
  readonly to: number
}

/** Left edges, in the order of the spans, which ascend by `from`; null: nothing of the span is in the area. */
export function markPlaces(spans: readonly Span[], area: Span): (number | null)[] {
  let free = area.from
  const places = spans.map(({ from, to }) => {
    if (to < area.from || from > area.to) return null
    const left = Math.max(free, from - markSize / 2)
    free = left + markSize
    return left
  })
  let end = area.to
  return places
    .toReversed()
    .map(left => {
      if (left === null) return null
      const kept = Math.max(area.from, Math.min(left, end - markSize))
      end = kept
      return kept
    })
    .toReversed()
}
