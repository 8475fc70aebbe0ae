/** Caches what was compiled from texts of users' templates, so that hot requests compile nothing. */

const maxEntries = 1_000

/**
 * Wraps a compiler: each text is compiled once; null when it cannot be compiled. Clears the cache when it holds too
 * many texts.
 */
export function memoized<T>(compile: (text: string) => T): (text: string) => T | null {
  const known = new Map<string, T | null>()
  return text => {
    const found = known.get(text)
    if (found !== undefined) return found
    if (known.size >= maxEntries) known.clear()
    let compiled: T | null
    try {
      compiled = compile(text)
    } catch {
      compiled = null
    }
    known.set(text, compiled)
    return compiled
  }
}
