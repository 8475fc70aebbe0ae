/** Finds frames by a regular expression and says how much of the weight they have. Browser-safe. */
import type { FlameTree } from './layout.ts'
import { weightWith } from './methods.ts'

/** Longest expression. */
export const maxPatternChars = 500

export interface FoundNames {
  /** 1 for every name that fits. */
  readonly names: Uint8Array<ArrayBuffer>
  readonly count: number
}

/** The expression without regard to case; null when it is none, or too long. */
export function searchPattern(text: string): RegExp | null {
  if (text.length > maxPatternChars) return null
  try {
    return new RegExp(text, 'i')
  } catch {
    return null
  }
}

/** An expression that this name alone fits. */
export const exactPattern = (name: string): string => `^${name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`

/** Each name is tried once. An expression can take for ever: where people enter it, this runs in a thread with a time limit. */
export function findNames(names: readonly string[], pattern: RegExp): FoundNames {
  const found = new Uint8Array(names.length)
  let count = 0
  for (let id = 0; id < names.length; id++) {
    if (!pattern.test(names[id] ?? '')) continue
    found[id] = 1
    count += 1
  }
  return { names: found, count }
}

/** Weight of the stacks with a frame that was found, each counted once. */
export const foundWeight = (tree: FlameTree, { names, count }: FoundNames): number =>
  count === 0 ? 0 : weightWith(tree, names)
