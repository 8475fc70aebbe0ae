/** Bodies that are read while they are sent: telling them apart from whole ones, files, and whole ones that are to go in chunks. */
import { createReadStream, openSync } from 'node:fs'
import type { BodySource, RequestBody } from '../exchange.ts'

/** Largest piece that is read at once, bytes. */
const pieceBytes = 65_536

/** Bytes of a body, or that it goes in chunks; null when there is none. */
export type BodyLength = number | 'chunked' | null

/** The length that the head of a request tells. */
export function lengthOf(body: RequestBody | null): BodyLength {
  if (body === null) return null
  if (typeof body === 'string') return Buffer.byteLength(body)
  return isSource(body) ? (body.sizeBytes ?? 'chunked') : body.length
}

/** Whether the body is one that is read while it is sent. */
export function isSource(body: RequestBody | null): body is BodySource {
  return body !== null && typeof body === 'object' && !(body instanceof Uint8Array)
}

/** A file as it lies on the disk, opened once and kept open: the process may have dropped the right to open files. `sizeBytes` is its size. @throws the system's error */
export function fileSource(path: string, sizeBytes: number, name: string): BodySource {
  const file = openSync(path, 'r')
  return {
    sizeBytes,
    open: () => createReadStream(path, { fd: file, autoClose: false, start: 0, highWaterMark: pieceBytes }),
    preview: () => `[${name}, ${sizeBytes} bytes]`,
  }
}

/** The same body without a length, so that HTTP/1.1 sends it in chunks. */
export function chunkedSource(body: RequestBody): BodySource {
  if (isSource(body)) return { ...body, sizeBytes: null }
  return {
    sizeBytes: null,
    async *open() {
      const bytes = typeof body === 'string' ? Buffer.from(body) : body
      for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
    },
    preview: () => previewOf(body),
  }
}

/** What people are shown of a body. */
export function previewOf(body: RequestBody | null): string {
  if (body === null) return ''
  if (typeof body === 'string') return body
  return isSource(body) ? body.preview() : Buffer.from(body).toString()
}
