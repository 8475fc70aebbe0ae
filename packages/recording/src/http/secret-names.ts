/** Which recorded values are secrets: by the name of their field, or by what they are. */

/** Ends of names of fields, letters and digits only. */
const secretEndings = [
  'password',
  'passwd',
  'passphrase',
  'pwd',
  'secret',
  'token',
  'apikey',
  'accesskey',
  'secretkey',
  'privatekey',
  'credential',
  'credentials',
  'sessionid',
  'cardnumber',
  'creditcard',
  'securitycode',
]
const secretNames = new Set([
  'pass',
  'pin',
  'otp',
  'auth',
  'authorization',
  'jwt',
  'sid',
  'cvv',
  'cvc',
  'csc',
])

/** Whether values of a field of this name are secret. */
export function isSecretName(name: string): boolean {
  const plain = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  return secretNames.has(plain) || secretEndings.some(ending => plain.endsWith(ending))
}

/** A signed JSON Web Token. @see https://www.rfc-editor.org/rfc/rfc7519 */
export const jwtPattern = /\beyJ[\w-]{8,}\.eyJ[\w-]{2,}\.[\w-]+/g

/** A number of a payment card: 13 to 19 digits of an issuer with a valid check digit (Luhn). */
export function isCardNumber(text: string): boolean {
  if (!/^[3-6](?:[ -]?\d){12,18}$/.test(text)) return false
  const digits = text.replaceAll(/\D/g, '')
  let sum = 0
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits[digits.length - 1 - at])
    const doubled = at % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}
