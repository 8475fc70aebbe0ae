/** How the own version of a topology differs from the stored one, by nodes and edges; pure. */
import type { Drawing } from './topology.ts'

export interface Difference {
  readonly kind: 'name' | 'background' | 'mine' | 'theirs' | 'changed'
  readonly alias: string
}

export function differencesOf(mine: Drawing, theirs: Drawing): readonly Difference[] {
  const [own, stored] = [partsOf(mine), partsOf(theirs)]
  const added = [...own].flatMap(([id, part]): Difference[] => {
    const other = stored.get(id)
    if (other === undefined) return [{ kind: 'mine', alias: part.alias }]
    return JSON.stringify(other) === JSON.stringify(part) ? [] : [{ kind: 'changed', alias: part.alias }]
  })
  const missing = [...stored].flatMap(([id, part]): Difference[] =>
    own.has(id) ? [] : [{ kind: 'theirs', alias: part.alias }],
  )
  return [
    ...(mine.name.trim() === theirs.name ? [] : [{ kind: 'name', alias: theirs.name } as const]),
    ...(JSON.stringify(mine.background) === JSON.stringify(theirs.background)
      ? []
      : [{ kind: 'background', alias: '' } as const]),
    ...added,
    ...missing,
  ]
}

const partsOf = ({ nodes, edges }: Drawing) =>
  new Map([...nodes, ...edges].map(part => [part.id, part] as const))
