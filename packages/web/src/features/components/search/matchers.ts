/** Matchers of a search: plain texts at once, regular expressions in a worker with a time limit. */

import { type Matches, matchesIn, type Pattern } from '../exchange/search-pattern.ts'
import type { MatchRequest } from './pattern-worker.ts'
import type { Matcher } from './search-exchanges.ts'

/** Time limit of a regular expression for one exchange, ms. */
const patienceMs = 2_000

/** A regular expression did not end in time. */
export class PatternTooSlow extends Error {}

export const plainMatcher =
  (pattern: Pattern): Matcher =>
  (texts, room) =>
    texts.map(text => matchesIn(text, pattern, room))

/** One request at a time. `close` ends a request that is being answered, too; its promise then stays pending. */
export function workerMatcher(pattern: Pattern): { readonly match: Matcher; readonly close: () => void } {
  const worker = new Worker(new URL('./pattern-worker.ts', import.meta.url), { type: 'module' })
  const match: Matcher = (texts, room) =>
    new Promise<Matches[]>((resolve, reject) => {
      const timer = setTimeout(() => {
        worker.terminate()
        reject(new PatternTooSlow())
      }, patienceMs)
      const settle = (act: () => void) => {
        clearTimeout(timer)
        act()
      }
      worker.onmessage = ({ data }: MessageEvent<Matches[]>) => settle(() => resolve(data))
      worker.onerror = ({ message }) => settle(() => reject(new Error(message)))
      const request: MatchRequest = { pattern, texts, room }
      worker.postMessage(request)
    })
  return { match, close: () => worker.terminate() }
}
