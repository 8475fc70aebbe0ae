/** Bodies as they were before they were compressed, within bounds. */
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, inflateRaw, zstdDecompress } from 'node:zlib'

const decoders = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
} as const

const isKnown = (name: string): name is keyof typeof decoders => Object.hasOwn(decoders, name)

/** null for what cannot be decoded, or is larger than that. @param encoding of the header Content-Encoding */
export async function decodedBody(body: Buffer, encoding: string, maxBytes: number): Promise<Buffer | null> {
  const names = encoding
    .toLowerCase()
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '' && name !== 'identity')
  // Each layer may blow up a small body: real servers use one.
  if (names.length > 2) return null
  let bytes = body
  for (const name of names.toReversed()) {
    const decoded = await decodeOne(bytes, name, maxBytes).catch(() => null)
    if (decoded === null) return null
    bytes = decoded
  }
  return bytes
}

async function decodeOne(bytes: Buffer, name: string, maxBytes: number): Promise<Buffer | null> {
  const limit = { maxOutputLength: maxBytes }
  if (bytes.length === 0) return bytes
  if (name === 'deflate')
    // Some servers send it without the header of zlib.
    return promisify(inflate)(bytes, limit).catch(() => promisify(inflateRaw)(bytes, limit))
  return isKnown(name) ? decoders[name](bytes, limit) : null
}
