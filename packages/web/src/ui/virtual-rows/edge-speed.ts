/** How fast a list scrolls while something is dragged near its upper or lower edge; pure. */

/** Height of the zone at each edge in which the list scrolls, CSS pixels. */
const zonePx = 40
/** Speed at the edge itself when the pointer enters the zone, CSS pixels per second. */
const firstSpeed = 600
/** The speed doubles in this time, so that the end of 10,000 rows is reached within seconds. */
const doublingMs = 700
const maxSpeed = 60_000

/**
 * @param pointerPx distance of the pointer from the upper edge of the list, CSS pixels
 * @param heldMs time since the pointer entered the zone
 * @returns CSS pixels per second, negative upwards; 0 outside the zones
 */
export function edgeSpeed(pointerPx: number, heightPx: number, heldMs: number): number {
  const zone = Math.min(zonePx, heightPx / 4)
  const depth = pointerPx < zone ? pointerPx - zone : Math.max(0, pointerPx - (heightPx - zone))
  if (depth === 0) return 0
  const share = Math.max(-1, Math.min(1, depth / zone))
  return share * Math.min(maxSpeed, firstSpeed * 2 ** (heldMs / doublingMs))
}
