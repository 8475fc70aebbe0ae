/** Reads the bodies of requests, whole and within a bound. */
import type { IncomingMessage } from 'node:http'

const bodyMaxBytes = 1024 * 1024

/** Reads the whole body even when it is of no use, so that the connection can be used again. Empty when it is too large. */
export async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let sizeBytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length
    if (sizeBytes <= bodyMaxBytes) chunks.push(chunk)
  }
  return sizeBytes > bodyMaxBytes ? '' : Buffer.concat(chunks).toString('utf8')
}

/** Undefined when the body is no JSON. */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const text = await readText(request)
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
