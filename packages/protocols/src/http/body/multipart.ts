/** Bodies of multipart/form-data (RFC 7578): texts and files between boundaries, with an exact length, files read while they are sent. */
import { randomUUID } from 'node:crypto'
import type { BodySource, RequestBody } from '../exchange.ts'
import { isSource } from './body-source.ts'

/** One part, its texts evaluated. */
export interface MultipartPart {
  name: string
  /** null = a field without a file name. */
  fileName: string | null
  /** Empty = none is sent. */
  contentType: string
  content: Uint8Array | string | BodySource
}

/** A boundary that no text will hold. */
export const newBoundary = (): string => `pone-${randomUUID()}`

/** The body: a text or bytes when no part is a source, else a source. @see the form-data encoding of the HTML standard for names */
export function multipartBody(parts: readonly MultipartPart[], boundary: string): RequestBody {
  const pieces: (Uint8Array | string | BodySource)[] = []
  for (const part of parts) pieces.push(`--${boundary}\r\n${headOf(part)}\r\n`, part.content, '\r\n')
  pieces.push(`--${boundary}--\r\n`)
  if (pieces.every(piece => typeof piece === 'string')) return pieces.join('')
  const whole = pieces.filter(piece => typeof piece === 'string' || piece instanceof Uint8Array)
  if (whole.length === pieces.length) return Buffer.concat(whole.map(bytesOf))
  return joined(pieces)
}

function headOf({ name, fileName, contentType }: MultipartPart): string {
  let head = `Content-Disposition: form-data; name="${escapeQuoted(name)}"`
  if (fileName !== null) {
    head += `; filename="${escapeQuoted(fileName)}"`
    if (!isAscii(fileName)) head += `; filename*=UTF-8''${escapeExtended(fileName)}`
  }
  head += '\r\n'
  return contentType === '' ? head : `${head}Content-Type: ${contentType.replaceAll(/[\r\n\0]/g, '')}\r\n`
}

function joined(pieces: readonly (Uint8Array | string | BodySource)[]): BodySource {
  let sizeBytes: number | null = 0
  for (const piece of pieces) {
    const bytes = isSource(piece) ? piece.sizeBytes : Buffer.byteLength(piece)
    sizeBytes = sizeBytes === null || bytes === null ? null : sizeBytes + bytes
  }
  return {
    sizeBytes,
    async *open() {
      for (const piece of pieces) {
        if (isSource(piece)) yield* piece.open()
        else yield bytesOf(piece)
      }
    },
    preview: () =>
      pieces
        .map(piece => {
          if (typeof piece === 'string') return piece
          return isSource(piece) ? piece.preview() : Buffer.from(piece).toString()
        })
        .join(''),
  }
}

const bytesOf = (piece: Uint8Array | string): Uint8Array =>
  typeof piece === 'string' ? Buffer.from(piece) : piece

const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text)

const escapeQuoted = (text: string): string =>
  text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('\0', '')

/** Value of an extended parameter. @see RFC 8187 §3.2 */
const escapeExtended = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replaceAll(
    /['()*]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
