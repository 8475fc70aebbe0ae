/** Undoes content codings of a wanted body, guarded against bombs. */
import { promisify } from 'node:util'
import * as zlib from 'node:zlib'

/** A decoded body, or the code and message of why there is none. */
export type Decoded = { body: Uint8Array } | { fault: readonly [code: string, message: string] }

const maxCodings = 3
/** Above this size decoding leaves the event loop. */
const inlineBytes = 65_536

interface Coding {
  inline: (bytes: Uint8Array, options: { maxOutputLength: number }) => Buffer
  aside: (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Buffer>
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

/** Decodes a body by its Content-Encoding; an unknown coding leaves it as it is. */
export async function decodeBody(
  body: Uint8Array,
  contentEncoding: string,
  maxBytes: number,
): Promise<Decoded> {
  const names = contentEncoding
    .toLowerCase()
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '' && name !== 'identity')
    .reverse()
  if (names.length > maxCodings) return { fault: ['protocol.encoding', 'too many content codings'] }
  let decoded = body
  for (const name of names) {
    if (decoded.length === 0) break
    const coding = codings.get(name === 'deflate' ? deflateKind(decoded) : name)
    if (coding === undefined) return { body: decoded }
    try {
      const options = { maxOutputLength: Math.max(1, maxBytes) }
      decoded =
        decoded.length <= inlineBytes ? coding.inline(decoded, options) : await coding.aside(decoded, options)
    } catch (error) {
      return { fault: faultOf(error, name, maxBytes) }
    }
  }
  return { body: decoded }
}

/** Servers send `deflate` with and without the zlib wrapper; the first two bytes tell. */
function deflateKind(bytes: Uint8Array): string {
  const first = bytes[0] ?? 0
  const isWrapped = (first & 0x0f) === 8 && ((first << 8) | (bytes[1] ?? 0)) % 31 === 0
  return isWrapped ? 'zlib' : 'raw'
}

function faultOf(error: unknown, name: string, maxBytes: number): readonly [string, string] {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ERR_BUFFER_TOO_LARGE') {
    return ['bodyTooLarge', `decoded body is larger than ${maxBytes} bytes`]
  }
  return ['protocol.encoding', `body is not valid ${name}`]
}
