/** Converts the text of a plan between transport and editor. */
import { encodePlan } from '@pone/jmeter/jmx/bytes.ts'

export function fromBase64(base64: string): Uint8Array {
  const binary = atob(base64)
  const bytes = new Uint8Array(binary.length)
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at)
  return bytes
}

/** A text as a file for upload. */
export const planFile = (name: string, text: string): File =>
  new File([new Uint8Array(encodePlan(text))], `${name}.jmx`, { type: 'application/xml' })
