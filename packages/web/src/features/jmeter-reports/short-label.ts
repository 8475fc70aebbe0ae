/** Long names cut in their middle: names of requests often begin alike and differ at their end. */

const keptBefore = 24
const keptAfter = 27

/** At most 52 characters. */
export function shortLabel(label: string): string {
  const characters = [...label.replaceAll(/\s+/g, ' ')]
  if (characters.length <= keptBefore + keptAfter + 1) return characters.join('')
  return `${characters.slice(0, keptBefore).join('')}…${characters.slice(-keptAfter).join('')}`
}
