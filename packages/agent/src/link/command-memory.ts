/** Remembers which commands have been carried out, so that one that arrives twice is done once. */

const remembered = 10_000

/** Answers true the first time it is asked about an id; the oldest of ten thousand ids are forgotten. */
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
