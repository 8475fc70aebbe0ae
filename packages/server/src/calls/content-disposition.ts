/** The header that names a downloaded file. @see RFC 6266, RFC 5987 */

/** What encodeURIComponent leaves as it is and RFC 5987 does not allow. */
const escaped = (sign: string): string => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`

/** With the name in UTF-8, and one in ASCII for clients that do not read it. */
export function contentDisposition(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const full = encodeURIComponent(name.toWellFormed()).replaceAll(/['()*]/g, escaped)
  return `attachment; filename="${plain}"; filename*=UTF-8''${full}`
}
