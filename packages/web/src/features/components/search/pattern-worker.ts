/** A worker that matches regular expressions, so that one that takes too long can be ended. */
import { matchesIn, type Pattern } from '../exchange/search-pattern.ts'

/** What the worker is asked; it answers with a `Matches` per text. */
export interface MatchRequest {
  readonly pattern: Pattern
  readonly texts: readonly string[]
  readonly room: number
}

addEventListener('message', ({ data }: MessageEvent<MatchRequest>) => {
  postMessage(data.texts.map(text => matchesIn(text, data.pattern, data.room)))
})
