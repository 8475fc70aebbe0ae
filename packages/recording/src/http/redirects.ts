/** Which exchanges a client sends by itself, because the answer to another one names their address. */
import type { RecordedExchange } from '../model/recording.ts'

/** Of each exchange the index of the one that redirected to it; null for the others. */
export function redirectSources(exchanges: readonly RecordedExchange[]): (number | null)[] {
  /** Exchanges whose redirect is not followed yet, by the address that they name. */
  const awaited = new Map<string, number[]>()
  return exchanges.map(({ url, response, index }) => {
    if (response === null) return null
    const source = awaited.get(url)?.shift() ?? null
    const target = response.redirectUrl
    if (target !== null) awaited.set(target, [...(awaited.get(target) ?? []), index])
    return source
  })
}

/** Of each exchange the index of the one at the end of its redirects, by the indexes that they come from. @param sources of redirectSources */
export function redirectEnds(sources: readonly (number | null)[]): number[] {
  const ends = sources.map((_, index) => index)
  // Later ones first, so that each knows its own end already.
  for (let at = sources.length - 1; at >= 0; at -= 1) {
    const source = sources[at] ?? null
    if (source !== null) ends[source] = ends[at] ?? at
  }
  return ends
}
