/** Finds frames by a regular expression and says how much of the weight they have. Browser-safe. */
import type { FlameTree } from './layout.ts'
import { weightWith } from './methods.ts'

export interface Found {
  /** 1 for every name that fits. */
  readonly names: Uint8Array
  readonly count: number
  /** Weight of the stacks with such a frame, each counted once. */
  readonly weight: number
}

/** The expression without regard to case; null when it is none. */
export function searchPattern(text: string): RegExp | null {
  try {
    return new RegExp(text, 'i')
  } catch {
    return null
  }
}

export function search(tree: FlameTree, pattern: RegExp): Found {
  const names = new Uint8Array(tree.names.length)
  let count = 0
  tree.names.forEach((name, id) => {
    if (!pattern.test(name)) return
    names[id] = 1
    count += 1
  })
  return { names, count, weight: count === 0 ? 0 : weightWith(tree, names) }
}
