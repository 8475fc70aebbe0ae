/** The bytes of a message that is written as text. */
import { messageFailureText } from './definition/failures.ts'

/** @throws Error when the text is no such encoding */
export function bytesOf(text: string, encoding: 'hex' | 'base64'): Buffer {
  const compact = text.replaceAll(/\s/g, '')
  const isValid =
    encoding === 'hex'
      ? /^([0-9a-f]{2})*$/i.test(compact)
      : /^[A-Za-z0-9+/]*={0,2}$/.test(compact) && compact.length % 4 === 0
  if (!isValid) throw new Error(messageFailureText('badBytes', { encoding }))
  return Buffer.from(compact, encoding)
}
