/** Selection by keys and clicks in a list of shown rows; pure. The first key of a selection is the start of its range, the last one is the current row. */

/** Number of rows that PageUp and PageDown move by. */
const pageRows = 15

/** The selection after an arrow key, Home, End or Page key; null for other keys. With `doesExtend` the range from its start grows or shrinks. */
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
    PageDown: current + pageRows,
    PageUp: current - pageRows,
  }
  const target = targets[key]
  if (target === undefined) return null
  const reached = shown[Math.min(last, Math.max(0, target))]
  if (reached === undefined) return null
  return doesExtend ? rangeTo(shown, selection, reached) : [reached]
}

/** The selection after a click on a row: with Shift the range from its start, with Ctrl or ⌘ the row is added or removed. */
export function clickedSelection(
  shown: readonly string[],
  selection: readonly string[],
  key: string,
  click: Pick<MouseEvent, 'shiftKey' | 'ctrlKey' | 'metaKey'>,
): readonly string[] {
  if (click.shiftKey) return rangeTo(shown, selection, key)
  if (!click.ctrlKey && !click.metaKey) return [key]
  return selection.includes(key) ? selection.filter(each => each !== key) : [...selection, key]
}

/** The rows from the start of the selection to this one, in this direction; only the row if the start is not shown. */
function rangeTo(shown: readonly string[], selection: readonly string[], key: string): readonly string[] {
  const [from, to] = [shown.indexOf(selection[0] ?? ''), shown.indexOf(key)]
  if (from < 0) return [key]
  return from <= to ? shown.slice(from, to + 1) : shown.slice(to, from + 1).toReversed()
}
