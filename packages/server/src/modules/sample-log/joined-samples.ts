/** Joins the compressed sample logs of several workers into one text, the header only once. */
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'

const lineFeed = 10

/** The whole text, chunk by chunk; reads one log after the other. */
export async function* joinedSamples(logs: readonly (() => Readable)[]): AsyncGenerator<Buffer> {
  for (const [index, open] of logs.entries()) {
    const source = open()
    const text = createGunzip()
    source.on('error', cause => text.destroy(cause))
    let isInHeader = index > 0
    try {
      for await (const piece of source.pipe(text)) {
        const bytes: Buffer = Buffer.isBuffer(piece) ? piece : Buffer.from(String(piece))
        if (!isInHeader) {
          yield bytes
          continue
        }
        const end = bytes.indexOf(lineFeed)
        if (end < 0) continue
        isInHeader = false
        yield bytes.subarray(end + 1)
      }
    } finally {
      source.destroy()
    }
  }
}
