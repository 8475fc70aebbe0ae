/** The body of a request, of what a HAR file says of it. */
import { headerOf } from '../http/header-names.ts'
import type { LeftList } from '../model/left.ts'
import type { FormPart, RecordedBody } from '../model/recording.ts'
import type { HarEntry } from './har-schema.ts'

/** What a request step may hold of a body, characters. */
const maxBodyLength = 1_048_576

/** null without a body. What is not in the file is told in `left`. */
export function bodyOfEntry(
  { postData, headers, bodySize }: HarEntry['request'],
  { place, left }: { readonly place: string; readonly left: LeftList },
): RecordedBody | null {
  const contentType = headerOf(headers, 'content-type') || (postData?.mimeType ?? '')
  const body = { contentType, text: '', parts: [], isBinary: false }
  const text = postData?.encoding === 'base64' ? textOfBase64(postData.text) : (postData?.text ?? '')
  if (text === null || isGarbled(text, contentType)) {
    left.add(place, 'binaryBody')
    return { ...body, isBinary: true }
  }
  if (text.length > maxBodyLength) {
    left.add(place, 'bodyTooLong', { limit: maxBodyLength })
    return { ...body, isBinary: true }
  }
  const parts = (postData?.params ?? []).filter(({ name }) => name !== '').map(partOf)
  if (text !== '' || parts.length > 0) return { ...body, text, parts }
  if (bodySize === null || bodySize <= 0) return null
  left.add(place, 'bodyMissing')
  return body
}

const partOf = ({
  name,
  value,
  fileName,
  contentType,
}: Omit<FormPart, 'fileName'> & { fileName: string }): FormPart => ({
  name,
  value,
  contentType,
  fileName: fileName === '' ? null : fileName,
})

/** null if the bytes are no UTF-8. */
export function textOfBase64(encoded: string): string | null {
  try {
    const bytes = Uint8Array.from(atob(encoded), char => char.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Browsers write binary bodies as text, in which bytes are lost; files inside a form are uploaded anew in any case. */
const isGarbled = (text: string, contentType: string): boolean =>
  // oxlint-disable-next-line no-control-regex -- what no text contains
  !/^multipart\//i.test(contentType) && /[\0-\x08\x0e-\x1f\ufffd]/.test(text)
