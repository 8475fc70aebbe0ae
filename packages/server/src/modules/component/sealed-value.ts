/** How a sealed value stands in a stored document. */
import { AppError } from '@pone/contract/errors.ts'
import type { SecretBox } from '../../adapters/secrets.ts'

/** Marks a sealed value; every stored secret has it, so a secret that happens to begin so is sealed like any other. */
export const sealedPrefix = 'sealed:'

/** Whether a stored value can only be a sealed one, by its form. */
export const isSealed = (value: string): boolean => /^sealed:[A-Za-z0-9+/]{38,}={0,2}$/.test(value)

/** `name` tells people whose value it is. @throws AppError SecretUnreadable for a value that was sealed under another key */
export function openSealed(value: string, name: string, box: Pick<SecretBox, 'open'>): string {
  try {
    return box.open(value.slice(sealedPrefix.length))
  } catch (cause) {
    throw new AppError('SecretUnreadable', { name }, { cause })
  }
}
