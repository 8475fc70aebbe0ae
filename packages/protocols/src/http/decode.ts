/** Undoes content codings of a wanted body, guarded against bombs. */

import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import type { BodyMemory } from './body/gathered-body.ts'
import { failureText } from './definition/failures.ts'

/** A decoded body, or the code and message of why there is none. */
export type Decoded = { body: Uint8Array } | { fault: readonly [code: string, message: string] }

const maxCodings = 3
/** Above these sizes, before and after, decoding leaves the event loop. */
const inlineBytes = 65_536
const inlineDecodedBytes = 4 * 1024 ** 2
/** Output taken at once away from the event loop: each piece is a way back and forth. */
const asidePieceBytes = 1024 ** 2

interface Limits {
  maxOutputLength: number
  chunkSize?: number
}
interface Coding {
  inline: (bytes: Uint8Array, limits: Limits) => Buffer
  aside: (bytes: Uint8Array, limits: Limits) => Promise<Buffer>
}
const gzip: Coding = { inline: zlib.gunzipSync, aside: promisify(zlib.gunzip) }
const codings = new Map<string, Coding>([
  ['gzip', gzip],
  ['x-gzip', gzip],
  ['br', { inline: zlib.brotliDecompressSync, aside: promisify(zlib.brotliDecompress) }],
  ['zstd', { inline: zlib.zstdDecompressSync, aside: promisify(zlib.zstdDecompress) }],
  ['zlib', { inline: zlib.inflateSync, aside: promisify(zlib.inflate) }],
  ['raw', { inline: zlib.inflateRawSync, aside: promisify(zlib.inflateRaw) }],
])

/** Decodes a body by its Content-Encoding; an unknown coding leaves it as it is. Large bodies of a worker are decoded a few at a time. */
export async function decodeBody(
  body: Uint8Array,
  contentEncoding: string,
  { maxBytes, memory }: { maxBytes: number; memory: BodyMemory },
): Promise<Decoded> {
  const names = contentEncoding
    .toLowerCase()
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '' && name !== 'identity')
    .reverse()
  if (names.length > maxCodings) return { fault: ['protocol.encoding', failureText('tooManyCodings')] }
  let decoded = body
  for (const name of names) {
    if (decoded.length === 0) break
    const coding = codings.get(name === 'deflate' ? deflateKind(decoded) : name)
    if (coding === undefined) return { body: decoded }
    try {
      decoded = await undo(coding, decoded, { maxBytes: Math.max(1, maxBytes), memory })
    } catch (error) {
      return { fault: faultOf(error, name, maxBytes) }
    }
  }
  return { body: decoded }
}

async function undo(
  coding: Coding,
  bytes: Uint8Array,
  { maxBytes, memory }: { maxBytes: number; memory: BodyMemory },
): Promise<Uint8Array> {
  if (bytes.length <= inlineBytes) {
    try {
      return coding.inline(bytes, { maxOutputLength: Math.min(maxBytes, inlineDecodedBytes) })
    } catch (error) {
      if (maxBytes <= inlineDecodedBytes || !isTooLarge(error)) throw error
    }
  }
  const limits = { maxOutputLength: maxBytes, chunkSize: asidePieceBytes }
  return memory.decoding.take(() => coding.aside(bytes, limits))
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
}

/** Servers send `deflate` with and without the zlib wrapper; the first two bytes tell. */
function deflateKind(bytes: Uint8Array): string {
  const first = bytes[0] ?? 0
  const isWrapped = (first & 0x0f) === 8 && ((first << 8) | (bytes[1] ?? 0)) % 31 === 0
  return isWrapped ? 'zlib' : 'raw'
}

function faultOf(error: unknown, name: string, maxBytes: number): readonly [string, string] {
  if (isTooLarge(error)) {
    return ['bodyTooLarge', failureText('decodedTooLarge', { bytes: maxBytes })]
  }
  return ['protocol.encoding', failureText('badEncoding', { name })]
}
