/** Base64 that works alike in browsers and in Node, for histograms inside JSON. */

/** Standard base64 with padding. */
export function encodeBase64(bytes: Uint8Array): string {
  let binary = ''
  for (let start = 0; start < bytes.length; start += 8_192) {
    binary += String.fromCharCode(...bytes.subarray(start, start + 8_192))
  }
  return btoa(binary)
}

/** Reads base64. @throws RangeError when the text is none. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  let binary: string
  try {
    binary = atob(text)
  } catch (cause) {
    throw new RangeError('text is not base64', { cause })
  }
  const bytes = new Uint8Array(binary.length)
  for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index)
  return bytes
}
