/** Deep comparison of JSON values that skips parts with the same identity, so that it is fast enough for every keystroke. */

/** Whether two JSON values are equal; a missing key equals one that is undefined. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const left = Object.entries(a).filter(([, value]) => value !== undefined)
  const right = new Map(Object.entries(b).filter(([, value]) => value !== undefined))
  return (
    left.length === right.size &&
    left.every(([key, value]) => right.has(key) && isSame(value, right.get(key)))
  )
}
