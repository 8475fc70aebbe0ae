/** The texts and numbers of a JSON response with their paths. */
import type { ParsedJson } from '@pone/plan/answers/recorded-answer.ts'
import { type Leaf, plainExtractor } from './leaf.ts'

const maxLeaves = 200_000
const maxDepth = 100

/** null if the text is no JSON. */
export function parsedJson(text: string): ParsedJson | null {
  try {
    return { root: JSON.parse(text) }
  } catch {
    return null
  }
}

export function jsonLeaves({ root }: ParsedJson): Leaf[] {
  const leaves: Leaf[] = []
  collect(root, { path: [], leaves })
  return leaves
}

interface Collecting {
  readonly path: readonly (string | number)[]
  readonly leaves: Leaf[]
}

function collect(value: unknown, { path, leaves }: Collecting): void {
  if (leaves.length >= maxLeaves || path.length > maxDepth) return
  if (typeof value === 'string' || typeof value === 'number') {
    leaves.push({
      text: String(value),
      name: String(path.findLast(part => typeof part === 'string') ?? ''),
      rank: 0,
      extractor: () => plainExtractor('jsonPath', jsonPathOf(path)),
    })
    return
  }
  if (typeof value !== 'object' || value === null) return
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value)
  for (const [key, each] of entries) collect(each, { path: [...path, key], leaves })
}

/** @see https://www.rfc-editor.org/rfc/rfc9535 */
const jsonPathOf = (path: readonly (string | number)[]): string =>
  path.reduce<string>((before, part) => {
    if (typeof part === 'number') return `${before}[${part}]`
    return /^[A-Za-z_]\w*$/.test(part)
      ? `${before}.${part}`
      : `${before}['${part.replaceAll(/['\\]/g, '\\$&')}']`
  }, '$')
