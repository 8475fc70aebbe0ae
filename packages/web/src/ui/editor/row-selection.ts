/** Selection by keys in a list of shown rows; pure. */

/** The selection after an arrow key, Home, End or Page key; null for other keys. With `extends` the range from its start grows or shrinks. */
export function nextSelection(
  shown: readonly string[],
  selection: readonly string[],
  key: string,
  doesExtend: boolean,
): readonly string[] | null {
  const current = shown.indexOf(selection.at(-1) ?? '')
  const last = shown.length - 1
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: current + 1,
    ArrowUp: current < 0 ? last : current - 1,
    Home: 0,
    End: last,
    PageDown: current + 15,
    PageUp: current - 15,
  }
  const target = targets[key]
  if (target === undefined || shown.length === 0) return null
  const at = Math.min(last, Math.max(0, target))
  const reached = shown[at] ?? ''
  const start = shown.indexOf(selection[0] ?? '')
  if (!doesExtend || start < 0) return [reached]
  return at >= start ? shown.slice(start, at + 1) : shown.slice(at, start + 1).toReversed()
}
