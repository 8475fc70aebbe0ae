/** Ids of traces that requests begin, as W3C Trace Context has them. @see https://www.w3.org/TR/trace-context/#traceparent-header */
import { randomFillSync } from 'node:crypto'
import type { Trace } from '@pone/protocols/protocol.ts'

const traceBytes = 16
const spanBytes = 8
/** Random bytes that are fetched at a time: a call per request costs more than the bytes. */
const traces = 256

/** Each answer begins another trace, which is to be recorded ("sampled"). `fill` puts random bytes into all of a buffer. */
export function traceMaker(fill: (bytes: Buffer) => void = randomFillSync): () => Trace {
  const bytes = Buffer.allocUnsafe(traces * (traceBytes + spanBytes))
  let at = bytes.length
  return () => {
    if (at === bytes.length) {
      fill(bytes)
      at = 0
    }
    const spanAt = at + traceBytes
    const end = spanAt + spanBytes
    // All zeros is no id.
    bytes[spanAt - 1] = (bytes[spanAt - 1] ?? 0) | 1
    bytes[end - 1] = (bytes[end - 1] ?? 0) | 1
    const id = bytes.toString('hex', at, spanAt)
    const traceparent = `00-${id}-${bytes.toString('hex', spanAt, end)}-01`
    at = end
    return { id, traceparent }
  }
}
