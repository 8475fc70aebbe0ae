/** Puts a body that is read while it is sent on an HTTP/2 stream, as fast as the stream takes it. */

import { errorText } from '@pone/schema/error-text.ts'
import type { Fault } from '../../connect/fault.ts'
import { failureText } from '../definition/failures.ts'
import type { BodySource } from '../exchange.ts'

/** Takes the pieces of a body. */
export interface SourceTarget {
  /** Whether more of it is wanted. */
  isOpen(): boolean
  /** Resolves when the piece has left or nothing more is wanted. */
  write(piece: Uint8Array, isLast: boolean): Promise<void>
}

const noBytes = new Uint8Array(0)

/** Resolves with null when all was written or no more was wanted; never rejects. */
export async function sendSource(source: BodySource, target: SourceTarget): Promise<Fault | null> {
  const { sizeBytes } = source
  let written = 0
  try {
    for await (const piece of source.open()) {
      if (!target.isOpen()) return null
      if (piece.length === 0) continue
      written += piece.length
      if (sizeBytes !== null && written > sizeBytes) break
      // The answer may come before the source says that this was all.
      await target.write(piece, written === sizeBytes)
    }
  } catch (error) {
    if (!target.isOpen()) return null
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable'
    return [`requestBody.${code}`, failureText('requestBodyUnreadable', { detail: errorText(error) })]
  }
  if (!target.isOpen()) return null
  if (sizeBytes !== null && written !== sizeBytes) {
    return ['requestBody.size', failureText('requestBodySize', { bytes: sizeBytes })]
  }
  if (sizeBytes === null || sizeBytes === 0) await target.write(noBytes, true)
  return null
}
