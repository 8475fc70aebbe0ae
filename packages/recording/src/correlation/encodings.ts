/** Texts as they are before and after an encoding, with the tool function that does it; pure. */
import { base64Of } from '../http/base64.ts'
import type { ValueCall } from '../model/dynamic-value.ts'

export const callOf = (name: ValueCall['name'], ...args: readonly string[]): ValueCall => ({ name, args })

const printable = /^[\x20-\x7e\u00a0-\ud7ff]+$/

/** null if the text is no Base64 of a text. */
export function base64Decoded(text: string): string | null {
  if (text.length < 8 || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(text)) return null
  // Of what is no Base64, the decoder would throw, which is slow.
  const plain = text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '')
  if (plain.length % 4 === 1) return null
  const binary = atob(plain)
  // oxlint-disable-next-line no-control-regex -- what no text contains
  if (/[\0-\x1f\x7f]/.test(binary)) return null
  if (/^[\x20-\x7e]*$/.test(binary)) return binary
  const decoded = new TextDecoder().decode(Uint8Array.from(binary, char => char.charCodeAt(0)))
  return printable.test(decoded) ? decoded : null
}

/** The function that makes the encoded text of the decoded one; null if none does exactly that. */
export function base64Encoder(decoded: string, encoded: string): 'base64' | 'base64Url' | null {
  const standard = base64Of(decoded)
  if (standard === encoded) return 'base64'
  const forUrls = standard.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
  return forUrls === encoded ? 'base64Url' : null
}

const entities: Readonly<Record<string, string | undefined>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}

export const htmlDecoded = (text: string): string =>
  text.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, entity => entities[entity] ?? entity)

export const htmlEncoded = (text: string): string =>
  text.replaceAll(/[&<>"']/g, char => Object.keys(entities).find(key => entities[key] === char) ?? char)
