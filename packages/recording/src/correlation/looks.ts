/** Whether a value looks as if a machine had made it, by its characters alone. */

const uuid = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i
const hex = /^(?=.*\d)(?=.*[a-f])[0-9a-f]{12,}$/i
/** Versions, dates, times, addresses of hosts. */
const written =
  /^v?\d+(\.\d+)+$|^\d{4}-\d{2}-\d{2}([T ].*)?$|^\d{1,2}:\d{2}(:\d{2})?$|^[\w-]+(\.[a-z][\w-]*)+$/i

/** Letters and digits that alternate as no word does, or a long mixture of capitals. */
export function looksGenerated(value: string): boolean {
  if (value.length < 8 || /\s/.test(value) || written.test(value)) return false
  if (uuid.test(value) || hex.test(value)) return true
  const plain = value.replaceAll(/[^A-Za-z0-9]/g, '')
  const hasDigit = /\d/.test(plain)
  const digitChanges = changesIn(plain, char => /\d/.test(char))
  if (hasDigit && /[A-Za-z]/.test(plain) && digitChanges >= 3) return true
  const caseChanges = changesIn(plain.replaceAll(/\d/g, ''), char => char >= 'a')
  return plain.length >= 16 && caseChanges >= 6 && (hasDigit || plain.length >= 24)
}

/** Too short to be sure by its characters alone: `7db361`, but not `v1beta1` or `utf8`. */
export const looksLikeShortId = (value: string): boolean =>
  value.length >= 6 &&
  /^[A-Za-z0-9]+$/.test(value) &&
  !/^v\d/i.test(value) &&
  value.replaceAll(/\D/g, '').length >= 2 &&
  changesIn(value, char => /\d/.test(char)) >= 2

/** Part of one: shorter, but with letters and digits mixed. */
export const looksLikePart = (value: string): boolean =>
  value.length >= 4 && /^(?=.*\d)(?=.*[A-Za-z])[A-Za-z0-9]+$/.test(value)

export const isNumber = (value: string): boolean => /^\d+$/.test(value)

/** How often neighbouring characters differ in a property. */
function changesIn(text: string, has: (char: string) => boolean): number {
  let changes = 0
  for (let at = 1; at < text.length; at++) if (has(text[at] ?? '') !== has(text[at - 1] ?? '')) changes += 1
  return changes
}

/** Names that mean the same in different spellings: csrf-token and _csrfToken, order and orderId, orders. */
export function isSameName(one: string, other: string): boolean {
  const [a, b] = [stemOf(one), stemOf(other)]
  if (a.length < 2 || b.length < 2) return false
  return a === b || (Math.min(a.length, b.length) >= 4 && (a.endsWith(b) || b.endsWith(a)))
}

function stemOf(name: string): string {
  const plain = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .replace(/^x(?=csrf|xsrf|auth|request|nonce)/, '')
  return plain.replace(/(?<=..)(ids?|key|no|num|number|value|s)$/, '')
}

/** Parts of a text from the longest to the shortest: with the characters of Base64 and addresses, of identifiers, of words. */
export const partPatterns: readonly RegExp[] = [/[A-Za-z0-9_.~+/=%-]+/g, /[A-Za-z0-9_~-]+/g, /[A-Za-z0-9]+/g]
