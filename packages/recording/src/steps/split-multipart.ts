/** Splits the text of a multipart body into its parts. @see https://www.rfc-editor.org/rfc/rfc7578 */
import type { FormPart } from '../model/recording.ts'

/** null if the text has no such parts; contents of files are left out. */
export function splitMultipart(text: string, contentType: string): FormPart[] | null {
  const boundary = /boundary="?([^";]+)/i.exec(contentType)?.[1]
  if (boundary === undefined) return null
  const parts = text.split(`--${boundary}`).slice(1).flatMap(partOf)
  return parts.length > 0 ? parts : null
}

function partOf(section: string): FormPart[] {
  const at = /\r?\n\r?\n/.exec(section)
  if (at === null) return []
  const head = section.slice(0, at.index)
  const name = /[;\s]name="((?:[^"\\]|\\.)*)"/i.exec(head)?.[1]
  if (name === undefined) return []
  const fileName = /[;\s]filename="((?:[^"\\]|\\.)*)"/i.exec(head)?.[1] ?? null
  const contentType = (/^content-type:(.*)$/im.exec(head)?.[1] ?? '').trim()
  const value = section.slice(at.index + at[0].length).replace(/\r?\n$/, '')
  return [{ name, value: fileName === null ? value : '', fileName, contentType }]
}
