/** Puts a body that is read while it is sent on an HTTP/2 stream, as fast as the stream takes it. */

import { once } from 'node:events'
import type { ClientHttp2Stream } from 'node:http2'
import { errorText } from '@pone/schema/error-text.ts'
import type { Fault } from '../../connect/fault.ts'
import { failureText } from '../definition/failures.ts'
import type { BodySource } from '../exchange.ts'

/** Resolves with null when all was written or the stream ended before; never rejects. `onProgress` is called for each piece that the stream took. */
export async function sendSource(
  stream: ClientHttp2Stream,
  source: BodySource,
  onProgress: () => void,
): Promise<Fault | null> {
  const { sizeBytes } = source
  let written = 0
  try {
    for await (const piece of source.open()) {
      if (stream.destroyed) return null
      written += piece.length
      if (sizeBytes !== null && written > sizeBytes) break
      if (!stream.write(piece)) await roomOrEnd(stream)
      onProgress()
    }
  } catch (error) {
    if (stream.destroyed) return null
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable'
    return [`requestBody.${code}`, failureText('requestBodyUnreadable', { detail: errorText(error) })]
  }
  if (stream.destroyed) return null
  if (sizeBytes !== null && written !== sizeBytes) {
    return ['requestBody.size', failureText('requestBodySize', { bytes: sizeBytes })]
  }
  stream.end()
  return null
}

async function roomOrEnd(stream: ClientHttp2Stream): Promise<void> {
  const over = new AbortController()
  const { signal } = over
  try {
    await Promise.race([once(stream, 'drain', { signal }), once(stream, 'close', { signal })])
  } finally {
    over.abort()
  }
}
