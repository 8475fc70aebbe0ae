/** Tells the end of an answer from a reset without an error, which node:http2 gives out as an end too. */
import type { ClientHttp2Stream } from 'node:http2'

/** Watches a stream from its beginning; the answer says whether the server has ended it, and not merely left off. */
export function watchEnd(stream: ClientHttp2Stream): () => boolean {
  let isEnded = false
  const push = stream.push.bind(stream)
  // The one moment that tells: of a reset the library knows before it ends what is read, of a proper end after.
  stream.push = (chunk: unknown, encoding?: BufferEncoding): boolean => {
    if (chunk === null && !stream.closed) isEnded = true
    return push(chunk, encoding)
  }
  return () => isEnded
}
