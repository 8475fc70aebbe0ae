/** Pseudo-random choices, the same for the same seed. */

export interface Random {
  /** Uniformly distributed in [from, to). */
  between(from: number, to: number): number
  pick<T>(items: readonly T[]): T
}

/** @see https://en.wikipedia.org/wiki/Linear_congruential_generator for the constants */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next01 = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    // The upper bits are of better quality.
    return (state >>> 8) / 2 ** 24
  }
  next01()
  return {
    between: (from, to) => from + next01() * (to - from),
    pick: items => {
      const item = items[Math.floor(next01() * items.length)]
      if (item === undefined) throw new RangeError('nothing to pick from')
      return item
    },
  }
}
