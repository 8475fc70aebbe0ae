/** Undoes the content encoding of a body, up to a size. */

/** Larger bodies are files. */
const maxBytes = 8 * 1024 ** 2
const formats: Readonly<Record<string, string>> = {
  gzip: 'gzip',
  'x-gzip': 'gzip',
  deflate: 'deflate',
  br: 'brotli',
}

export type Decompressed =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array<ArrayBuffer> }
  /** `unknown`: this program cannot undo it; `broken`: the bytes are not so encoded, or not all there. */
  | { readonly kind: 'unknown' | 'broken' | 'tooLarge' }

/** @param encodings value of Content-Encoding */
export async function decompressed(body: Uint8Array<ArrayBuffer>, encodings: string): Promise<Decompressed> {
  const names = encodings
    .toLowerCase()
    .split(',')
    .map(name => name.trim())
  let bytes = body
  // The last one was applied last.
  for (const name of names
    .filter(each => each !== '' && each !== 'identity')
    .toReversed()
    .slice(0, 3)) {
    const undone = await undo(bytes, formats[name] ?? '')
    if (undone.kind !== 'bytes') return undone
    bytes = undone.bytes
  }
  return { kind: 'bytes', bytes }
}

async function undo(body: Uint8Array<ArrayBuffer>, format: string): Promise<Decompressed> {
  // Some servers send deflate without the header that belongs to it.
  const isRaw = format === 'deflate' && ((body[0] ?? 0) & 15) !== 8
  const stream = streamFor(isRaw ? 'deflate-raw' : format)
  if (stream === null) return { kind: 'unknown' }
  const reader = new Blob([body]).stream().pipeThrough(stream).getReader()
  const parts: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      size += read.value.length
      if (size > maxBytes) {
        await reader.cancel()
        return { kind: 'tooLarge' }
      }
      parts.push(read.value)
    }
  } catch {
    return { kind: 'broken' }
  }
  return { kind: 'bytes', bytes: new Uint8Array(await new Blob(parts).arrayBuffer()) }
}

/** null if the browser does not have the format; most have no Brotli. */
function streamFor(format: string): DecompressionStream | null {
  try {
    return new DecompressionStream(format as CompressionFormat)
  } catch {
    return null
  }
}
