/** The knee of a rising, flattening curve by its largest distance from the straight line between its ends: a second opinion beside the fitted knee. */

/**
 * The x of the first knee; null where the curve has none. `points` are ascending in x; `sensitivity` is the paper's S.
 * @see Satopää et al. 2011, "Finding a Kneedle in a Haystack"
 */
export function kneedle(
  points: readonly { readonly x: number; readonly y: number }[],
  sensitivity = 1,
): number | null {
  const [x, y] = [scaled(points.map(point => point.x)), scaled(points.map(point => point.y))]
  if (x === null || y === null || points.length < 3) return null
  const distance = y.map((value, index) => value - (x[index] ?? 0))
  const at = (index: number) => distance[index] ?? 0
  const meanStep = 1 / (points.length - 1)
  let candidate: number | null = null
  let threshold = 0
  for (let index = 1; index < points.length; index++) {
    const isLast = index === points.length - 1
    if (candidate !== null && at(index) < threshold) return points[candidate]?.x ?? null
    if (!isLast && at(index) > at(index - 1) && at(index) >= at(index + 1)) {
      candidate = index
      threshold = at(index) - sensitivity * meanStep
    } else if (!isLast && at(index) < at(index - 1) && at(index) <= at(index + 1)) threshold = 0
  }
  return null
}

function scaled(values: readonly number[]): number[] | null {
  const low = Math.min(...values)
  const range = Math.max(...values) - low
  return range > 0 ? values.map(value => (value - low) / range) : null
}
