/** Shortens long names where many are shown together: the common parts are removed first, then the middle. */

const keptBefore = 24
const keptAfter = 27
/** Number of common characters kept on each side of the different part, which helps to recognise the name. */
const keptShared = 16

/** At most 52 characters. */
export function shortLabel(label: string): string {
  const characters = Array.from(label.replaceAll(/\s+/g, ' '))
  if (characters.length <= keptBefore + keptAfter + 1) return characters.join('')
  return `${characters.slice(0, keptBefore).join('')}…${characters.slice(-keptAfter).join('')}`
}

/** Short forms by name; names that differ in the middle remain distinguishable. */
export function shortLabels(labels: readonly string[]): ReadonlyMap<string, string> {
  const long = labels.filter(label => shortLabel(label) !== label).map(label => Array.from(label))
  const before = shared(long)
  const after = shared(long.map(each => each.slice(before).toReversed()))
  return new Map(
    labels.map(label => {
      if (shortLabel(label) === label) return [label, label]
      const own = Array.from(label)
      const from = Math.max(0, before - keptShared)
      const to = own.length - Math.max(0, after - keptShared)
      const middle = own.slice(from, to).join('')
      return [label, shortLabel(`${from > 0 ? '…' : ''}${middle}${to < own.length ? '…' : ''}`)]
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
