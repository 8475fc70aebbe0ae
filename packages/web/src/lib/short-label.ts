/** Shortens long names where many are shown together: the common parts are removed first, then the middle. */

/** Greatest length of a short form unless the place has room for more; below it names that differ in the middle look alike. */
export const usualLength = 52
/** Part of a short form that is before the ellipsis: the end of a name tells more. */
const shareBefore = 24 / 51
/** Number of common characters kept on each side of the different part, which helps to recognise the name. */
const keptShared = 16

/** At most `length` characters, 3 or more. */
export function shortLabel(label: string, length = usualLength): string {
  const characters = Array.from(label.replaceAll(/\s+/g, ' '))
  if (characters.length <= length) return characters.join('')
  const before = Math.round((length - 1) * shareBefore)
  return `${characters.slice(0, before).join('')}…${characters.slice(before + 1 - length).join('')}`
}

/** Short forms by name; names that differ in the middle remain distinguishable. */
export function shortLabels(labels: readonly string[], length = usualLength): ReadonlyMap<string, string> {
  const long = labels.filter(label => shortLabel(label, length) !== label).map(label => Array.from(label))
  const before = shared(long)
  const after = shared(long.map(each => each.slice(before).toReversed()))
  return new Map(
    labels.map(label => {
      if (shortLabel(label, length) === label) return [label, label]
      const own = Array.from(label)
      const from = Math.max(0, before - keptShared)
      const to = own.length - Math.max(0, after - keptShared)
      const middle = own.slice(from, to).join('')
      return [label, shortLabel(`${from > 0 ? '…' : ''}${middle}${to < own.length ? '…' : ''}`, length)]
    }),
  )
}

/** Number of characters in the common prefix; 0 for a single name. */
function shared(all: readonly (readonly string[])[]): number {
  const [first = [], ...others] = all
  if (others.length === 0) return 0
  let length = 0
  while (length < first.length && others.every(other => other[length] === first[length])) length++
  return length
}
