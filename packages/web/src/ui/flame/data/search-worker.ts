/** A worker that tries names against regular expressions, so that an expression that takes too long can be ended. */
import { findNames } from '@pone/profiles/views/search.ts'

/** The names are told once, before the first expression; every expression is answered by `FoundNames`. */
export type SearchRequest = { readonly names: readonly string[] } | { readonly pattern: RegExp }

let names: readonly string[] = []

addEventListener('message', ({ data }: MessageEvent<SearchRequest>) => {
  if ('names' in data) {
    names = data.names
    return
  }
  const found = findNames(names, data.pattern)
  postMessage(found, { transfer: [found.names.buffer] })
})
