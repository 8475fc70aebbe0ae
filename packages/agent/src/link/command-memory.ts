/** Remembers which commands have been executed, so that a repeated one is executed once. */

const remembered = 10_000

/** Returns true at the first call with an id; ten thousand ids are kept, the oldest are dropped. */
export function createCommandMemory(): (id: string) => boolean {
  const seen = new Set<string>()
  return id => {
    if (seen.has(id)) return false
    seen.add(id)
    if (seen.size > remembered) {
      const [oldest] = seen
      if (oldest !== undefined) seen.delete(oldest)
    }
    return true
  }
}
