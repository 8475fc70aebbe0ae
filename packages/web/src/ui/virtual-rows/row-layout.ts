/** Where the rows of a long list stand, and which of them are rendered; pure. */

export interface RowLayout {
  readonly count: number
  /** Height of all rows, CSS pixels. */
  readonly totalPx: number
  /** CSS pixels from the top of the list to the top of this row; for `count` to the bottom of the last row. */
  readonly topOf: (index: number) => number
  /** The row at this distance from the top of the list; the first or last row outside of the list. */
  readonly indexAt: (px: number) => number
}

/** The visible part of a list, CSS pixels. */
export interface Viewport {
  readonly topPx: number
  readonly heightPx: number
}

/** Rows that all have the same height. */
export function evenRows(count: number, rowPx: number): RowLayout {
  return {
    count,
    totalPx: count * rowPx,
    topOf: index => index * rowPx,
    indexAt: px => clamp(Math.floor(px / rowPx), 0, count - 1),
  }
}

/** Rows with a height each. */
export function unevenRows(heightsPx: readonly number[]): RowLayout {
  const count = heightsPx.length
  const tops = new Float64Array(count + 1)
  heightsPx.forEach((height, index) => {
    tops[index + 1] = (tops[index] ?? 0) + height
  })
  const topOf = (index: number) => tops[clamp(index, 0, count)] ?? 0
  return {
    count,
    totalPx: topOf(count),
    topOf,
    indexAt: px => {
      let [low, high] = [0, count - 1]
      while (low < high) {
        const middle = Math.ceil((low + high) / 2)
        if (topOf(middle) <= px) low = middle
        else high = middle - 1
      }
      return Math.max(0, low)
    },
  }
}

/** Rows rendered above and below the visible ones, so that scrolling shows no gaps. */
const spareRows = 12

/** Indexes of the rendered rows in ascending order: the visible ones, some around them, and `pinned` wherever they stand; -1 is ignored. */
export function renderedRows(layout: RowLayout, view: Viewport, pinned: readonly number[]): number[] {
  const { count, totalPx, indexAt } = layout
  if (count === 0) return []
  // The position may be that of a longer list, until the browser reports the new one.
  const top = clamp(view.topPx, 0, Math.max(0, totalPx - view.heightPx))
  const from = Math.max(0, indexAt(top) - spareRows)
  const to = Math.min(count - 1, indexAt(top + view.heightPx) + spareRows)
  const seen = Array.from({ length: to - from + 1 }, (_, at) => from + at)
  const isElsewhere = (index: number) => index >= 0 && index < count && (index < from || index > to)
  return [...new Set([...pinned.filter(isElsewhere), ...seen])].sort((a, b) => a - b)
}

/** A rendered row of a list that lays out its rows itself, with the empty space to leave above it, CSS pixels. */
export interface PlacedIndex {
  readonly index: number
  readonly gapPx: number
}

/** Rendered rows with the space of the rows left out: above each, and below the last one. */
export function placedRows(
  { totalPx, topOf }: RowLayout,
  indexes: readonly number[],
): { readonly placed: readonly PlacedIndex[]; readonly belowPx: number } {
  let bottom = 0
  const placed = indexes.map(index => {
    const gapPx = topOf(index) - bottom
    bottom = topOf(index + 1)
    return { index, gapPx }
  })
  return { placed, belowPx: totalPx - bottom }
}

/** Whether the whole row is visible. */
export const isInView = ({ topOf }: RowLayout, index: number, { topPx, heightPx }: Viewport): boolean =>
  topOf(index) >= topPx && topOf(index + 1) <= topPx + heightPx

/** The scroll position closest to the present one at which the whole row is visible. */
export function scrollTopFor({ topOf }: RowLayout, index: number, { topPx, heightPx }: Viewport): number {
  if (topOf(index) < topPx) return topOf(index)
  return Math.max(topPx, topOf(index + 1) - heightPx)
}

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value))
